package subprocess

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// separate keeps a terminal's signals from a child.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// interrogate makes a child that hangs say where: the thread that has worked most
// is sent a signal, at which Go's runtime prints the place and ends the process.
func interrogate(pid int) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	busiest, most := 0, int64(-1)
	for _, path := range tasks {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		// The name, in parentheses, may have blanks; user time is the 12th word after.
		words := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(words) < 13 {
			continue
		}
		ticks, _ := strconv.ParseInt(words[11], 10, 64)
		if task, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil && ticks > most {
			busiest, most = task, ticks
		}
	}
	if busiest > 0 {
		_ = unix.Tgkill(pid, busiest, unix.SIGSEGV) // it is killed anyway
	}
}

// dieOfSignals has the system end this process when code goes wrong. Go's runtime
// would tell more, but not in the threads of a driver, where it waits for ever.
func dieOfSignals() {
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}) // a device's memory is no use in a file
	for _, sig := range []unix.Signal{unix.SIGFPE, unix.SIGSEGV, unix.SIGBUS, unix.SIGILL} {
		var byDefault [4]uint64 // the kernel's struct sigaction
		// It cannot fail: the signals exist.
		_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(&byDefault)), 0, 8, 0, 0)
	}
}

// signalOf is the signal that a process died of, or "".
func signalOf(s *os.ProcessState) string {
	if ws, ok := s.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return unix.SignalName(ws.Signal())
	}
	return ""
}
