//go:build !linux

package local

// spacious is make([]T, n); see pages_linux.go.
func spacious[T int64 | uint32 | tally](n int) []T { return make([]T, n) }
