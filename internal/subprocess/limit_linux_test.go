package subprocess_test

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// The address space may grow by a gibibyte: enough for all but what is to fail.
func init() {
	limit = func() {
		var pages uint64
		text, err := os.ReadFile("/proc/self/statm")
		if err == nil {
			_, err = fmt.Sscan(string(text), &pages)
		}
		if err == nil {
			most := pages*uint64(os.Getpagesize()) + 1<<30
			err = unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: most, Max: most})
		}
		if err != nil {
			panic(err)
		}
	}
}
