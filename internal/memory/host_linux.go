package memory

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Host is how many bytes of memory this process can have: what the machine
// has, or less where a container or a limit (ulimit -v) says so.
func Host() uint64 {
	memory := uint64(unknown)
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err == nil {
		memory = uint64(info.Totalram) * uint64(info.Unit)
	}
	// A container sees its own group as the root, in the newer and the older way.
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if limit, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil && limit > 0 {
			memory = min(memory, limit)
		}
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err == nil && limit.Cur > 0 {
		memory = min(memory, limit.Cur)
	}
	return memory
}
