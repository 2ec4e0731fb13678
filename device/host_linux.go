package device

import "golang.org/x/sys/unix"

// HostMemory is how many bytes of memory this machine has.
func HostMemory() uint64 {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return unknownMemory
	}
	return uint64(info.Totalram) * uint64(info.Unit)
}
