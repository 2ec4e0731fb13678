package custom

import (
	"fmt"
	"os"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// load brings a library into this process, for good: from a file that exists in
// memory only, so that it may lie where nothing can be executed. The file stays
// open: the loader takes a second library of the same name for the first.
func load(library []byte) (e entries, err error) {
	fd, err := unix.MemfdCreate("warbler-fragment", unix.MFD_CLOEXEC)
	if err != nil {
		return e, fmt.Errorf("custom: no memory for a library: %w", err)
	}
	file := os.NewFile(uintptr(fd), "warbler-fragment")
	if _, err := file.Write(library); err != nil {
		file.Close()
		return e, err
	}
	kept.Lock()
	kept.files = append(kept.files, file) // or it is closed when nobody knows it
	kept.Unlock()
	handle, err := purego.Dlopen(fmt.Sprintf("/proc/self/fd/%d", fd), purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return e, fmt.Errorf("custom: the library cannot be loaded: %w", err)
	}
	if e.score, err = purego.Dlsym(handle, "warbler_score"); err != nil {
		return e, fmt.Errorf("custom: the library has no entry: %w", err)
	}
	e.repair, _ = purego.Dlsym(handle, "warbler_repair")
	e.delta, _ = purego.Dlsym(handle, "warbler_delta")
	return e, nil
}

var kept struct {
	sync.Mutex
	files []*os.File
}

// call calls one of the entries, which have the same parameters.
func call(entry uintptr, rows unsafe.Pointer, i, j, count int, out, data unsafe.Pointer) {
	purego.SyscallN(entry, uintptr(rows), uintptr(i), uintptr(j), uintptr(count), uintptr(out), uintptr(data))
}
