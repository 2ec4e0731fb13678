//go:build linux

package cuda

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/dynlib"
)

// primary is what this process knows of a GPU's primary context. All who open
// the GPU share the context, and its end: a kernel that goes astray ruins it for
// everyone.
type primary struct {
	mu      sync.Mutex
	holders int // of this package; other libraries may hold the context too
	// dead is the code after which the context answers nothing but errors, or 0.
	dead atomic.Int32
}

var primaries struct {
	mu sync.Mutex
	of map[int32]*primary
}

func primaryOf(id int32) *primary {
	primaries.mu.Lock()
	defer primaries.mu.Unlock()
	if primaries.of == nil {
		primaries.of = map[int32]*primary{}
	}
	p := primaries.of[id]
	if p == nil {
		p = &primary{}
		primaries.of[id] = p
	}
	return p
}

// retain gives the GPU's context. One that was ruined is reset first, once
// nobody here holds it any more; CUDA promises no more than that a new process
// can use the GPU again, and drivers differ in whether this one can.
func (p *primary) retain(a *api, id int32, info device.Info) (uintptr, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	dead := p.dead.Load()
	if dead != success {
		if p.holders > 0 {
			return 0, a.ruined(info, dead, "it can be opened again when all that use it are closed")
		}
		dynlib.Call(a.primaryCtxReset, uintptr(id))
	}
	const restart = "start the program again to use it"
	var context uintptr
	code := dynlib.Call(a.primaryCtxRetain, uintptr(unsafe.Pointer(&context)), uintptr(id))
	if dead == success && fatal(code) && p.holders == 0 {
		// Some other library's kernel ruined it.
		dead = code
		dynlib.Call(a.primaryCtxReset, uintptr(id))
		code = dynlib.Call(a.primaryCtxRetain, uintptr(unsafe.Pointer(&context)), uintptr(id))
	}
	switch {
	case code == success:
	case fatal(code):
		return 0, a.ruined(info, code, restart)
	default:
		return 0, &driver.CallError{Device: info.ID(), Call: "cuDevicePrimaryCtxRetain", Code: int(code), Reason: a.explain(code)}
	}
	if dead != success {
		// It may have been given out as ruined as it was.
		if code := a.ask(context); code != success {
			dynlib.Call(a.primaryCtxRelease, uintptr(id))
			return 0, a.ruined(info, code, restart)
		}
		p.dead.Store(success)
	}
	p.holders++
	return context, nil
}

// release gives the context back.
func (p *primary) release(a *api, id int32) int32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.holders--
	return dynlib.Call(a.primaryCtxRelease, uintptr(id))
}

// ask finds out whether a context works.
func (a *api) ask(context uintptr) int32 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if code := dynlib.Call(a.ctxSetCurrent, context); code != success {
		return code
	}
	var free, total uintptr
	return dynlib.Call(a.memGetInfo, uintptr(unsafe.Pointer(&free)), uintptr(unsafe.Pointer(&total)))
}

// ruined is the sentence for a GPU that this process has lost.
func (a *api) ruined(info device.Info, code int32, remedy string) error {
	return driver.NotFound(info.ID(), "an earlier failure (%s) ruined its context in this process; %s", a.explain(code), remedy)
}
