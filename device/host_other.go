//go:build !linux

package device

// HostMemory is how many bytes of memory this machine is taken to have.
func HostMemory() uint64 { return unknownMemory }
