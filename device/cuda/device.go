//go:build linux

package cuda

import (
	"runtime"

	"github.com/ebitengine/purego"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
)

// dev is one device with its primary context.
type dev struct {
	*api
	id      int32
	arch    int
	info    device.Info
	nvrtc   *compiler
	context [1]uintptr // in a list, as a call wants it
	primary *primary
}

func open(a *api, id int32, info device.Info) (device.Device, error) {
	n, err := findCompiler(a.version / 1000)
	if err != nil {
		return nil, &device.NotFoundError{What: info.ID(), Reason: err.Error()}
	}
	d := &dev{api: a, id: id, arch: a.arch(id), info: info, nvrtc: n, primary: primaryOf(id)}
	if d.context[0], err = d.primary.retain(a, id, info); err != nil {
		return nil, err
	}
	return driver.New(info, d), nil
}

func (d *dev) Release() error {
	return d.released("cuDevicePrimaryCtxRelease", d.primary.release(d.api, d.id))
}

// call runs a driver function with the device's context current: contexts
// belong to OS threads, so the goroutine must stay on one in between. After a
// failure that ruins the context the driver is asked nothing more: its answer
// would be the same, and some calls have no answer.
//
//go:uintptrescapes
func (d *dev) call(fn uintptr, args ...uintptr) int32 {
	if code := d.primary.dead.Load(); code != success {
		return code
	}
	runtime.LockOSThread()
	r, _, _ := purego.SyscallN(d.ctxSetCurrent, d.context[:]...)
	if int32(r) == success {
		r, _, _ = purego.SyscallN(fn, args...)
	}
	runtime.UnlockOSThread()
	code := int32(r)
	if code != success && fatal(code) {
		d.primary.dead.CompareAndSwap(success, code)
	}
	return code
}

func (d *dev) failed(function string, code int32) error {
	return &driver.CallError{Device: d.info.ID(), Call: function, Code: int(code), Reason: d.explain(code)}
}

// judge makes an error of a code, or nil of success.
func (d *dev) judge(function string, code int32) error {
	if code == success {
		return nil
	}
	return d.failed(function, code)
}

// released judges the code of a release: a dead context refuses those too, and
// takes everything with it anyway.
func (d *dev) released(function string, code int32) error {
	if d.primary.dead.Load() != success {
		return nil
	}
	return d.judge(function, code)
}
