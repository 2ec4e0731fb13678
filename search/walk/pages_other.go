//go:build !linux

package walk

// hugeSlice is make([]T, n); see pages_linux.go.
func hugeSlice[T int64 | uint32 | trueLits](n int) []T { return make([]T, n) }
