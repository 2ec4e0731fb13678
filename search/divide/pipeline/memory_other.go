//go:build !linux

package pipeline

// hostMemory is how many bytes of memory this machine is taken to have.
func hostMemory() uint64 { return unknownMemory }
