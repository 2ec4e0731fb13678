//go:build linux

package cuda

import (
	"context"
	"os"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
	"github.com/warbler-opt/warbler/kernel"
)

var (
	_ device.Device     = (*dev)(nil)
	_ device.Accountant = (*dev)(nil)
)

// dev is one device with its primary context.
type dev struct {
	*api
	life    lifetime.Owner
	id      int32
	arch    int
	info    device.Info
	nvrtc   *nvrtc
	context [1]uintptr // in a list, as a call wants it
	primary *primary
	sync    bool          // WARBLER_SYNC: wait for and check every launch
	gate    lifetime.Gate // launches pass it; buffers, programs and queues drain it
	pinned  device.HostRanges
}

func open(a *api, id int32, info device.Info) (device.Device, error) {
	n, err := loadNVRTC(a.version / 1000)
	if err != nil {
		return nil, &device.NotFoundError{What: info.ID(), Reason: err.Error()}
	}
	d := &dev{api: a, id: id, arch: a.arch(id), info: info, nvrtc: n, primary: primaryOf(id)}
	d.sync = os.Getenv("WARBLER_SYNC") == "1"
	if d.context[0], err = d.primary.retain(a, id, info); err != nil {
		return nil, err
	}
	d.life.Init(d.release)
	return d, nil
}

// release is called when nothing uses the device any more.
func (d *dev) release() error {
	return d.released("cuDevicePrimaryCtxRelease", d.primary.release(d.api, d.id))
}

func (d *dev) Info() device.Info { return d.info }

func (d *dev) Close() error { return d.life.CloseAll() }

func (d *dev) Held() (objects int, bytes uint64) { return d.life.Held() }

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
	return &device.DriverError{Device: d.info.ID(), Call: function, Code: int(code), Reason: d.explain(code)}
}

// released judges the code of a release: a dead context refuses those too, and
// takes everything with it anyway.
func (d *dev) released(function string, code int32) error {
	if code == success || d.primary.dead.Load() != success {
		return nil
	}
	return d.failed(function, code)
}

func (d *dev) FreeMemory() (uint64, error) {
	if !d.life.Acquire() {
		return 0, device.ErrClosed
	}
	defer d.life.Release()
	free, code := d.freeMemory()
	if code != success {
		return 0, d.failed("cuMemGetInfo", code)
	}
	return free, nil
}

func (d *dev) freeMemory() (uint64, int32) {
	var free, total uintptr
	code := d.call(d.memGetInfo, uintptr(unsafe.Pointer(&free)), uintptr(unsafe.Pointer(&total)))
	return uint64(free), code
}

func (d *dev) Compile(ctx context.Context, src kernel.Source) (device.Program, error) {
	p, err := device.Detach(ctx, func() (*program, error) {
		if !d.life.Acquire() {
			return nil, device.ErrClosed
		}
		defer d.life.Release()
		return d.compile(src)
	})
	if err != nil {
		return nil, err // not a nil *program in an interface
	}
	return p, nil
}
