package custom

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// load brings a library into this process, for good: from a file that exists in
// memory only, so that it may lie where nothing can be executed. The file stays
// open: the loader takes a second library of the same name for the first.
func load(library []byte) (e entries, err error) {
	file, err := inMemory(library)
	if err != nil {
		return e, err
	}
	kept.Lock()
	kept.files = append(kept.files, file) // or it is closed when nobody knows it
	kept.Unlock()
	handle, err := purego.Dlopen(fmt.Sprintf("/proc/self/fd/%d", file.Fd()), purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return e, fmt.Errorf("custom: the library cannot be loaded: %w", err)
	}
	if e.score, err = purego.Dlsym(handle, "warbler_score"); err != nil {
		return e, fmt.Errorf("custom: the library has no entry: %w", err)
	}
	e.repair, _ = purego.Dlsym(handle, "warbler_repair")
	e.delta, _ = purego.Dlsym(handle, "warbler_delta")
	e.scores, _ = purego.Dlsym(handle, "warbler_scores")
	e.violation, _ = purego.Dlsym(handle, "warbler_violation")
	return e, nil
}

// inMemory is a file that exists in memory only.
func inMemory(content []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("warbler-fragment", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("custom: no memory for a library: %w", err)
	}
	file := os.NewFile(uintptr(fd), "warbler-fragment")
	if _, err := file.Write(content); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// runnable makes a command of a program that has no name.
func runnable(ctx context.Context, program []byte) (*exec.Cmd, func() error, error) {
	file, err := inMemory(program)
	if err != nil {
		return nil, nil, err
	}
	cmd := exec.CommandContext(ctx, "/proc/self/fd/3")
	cmd.ExtraFiles = []*os.File{file}
	return cmd, file.Close, nil
}

var kept struct {
	sync.Mutex
	files []*os.File
}

// call calls one of the entries, which have the same parameters.
func call(entry uintptr, rows unsafe.Pointer, i, j, count int, out, data unsafe.Pointer) {
	purego.SyscallN(entry, uintptr(rows), uintptr(i), uintptr(j), uintptr(count), uintptr(out), uintptr(data))
}
