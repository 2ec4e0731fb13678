//go:build linux

package opencl

import (
	"context"
	"os"
	"sync"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
	"github.com/warbler-opt/warbler/kernel"
)

var (
	_ device.Device     = (*dev)(nil)
	_ device.Accountant = (*dev)(nil)
)

// dev is one device with a context of its own.
type dev struct {
	*api
	life     lifetime.Owner
	id       uintptr
	platform string
	info     device.Info
	context  uintptr
	options  string
	sync     bool          // WARBLER_SYNC: finish and check after every launch
	gate     lifetime.Gate // launches pass it; buffers, programs and queues drain it
	pinned   device.HostRanges

	// service is a queue for the device's own needs: mapping host memory, making
	// allocations real.
	service   uintptr
	serviceMu sync.Mutex
	// timedMarkers says that the driver gives times for markers; where not,
	// events are made of a tiny fill of scratch.
	timedMarkers bool
	scratch      uintptr
}

func open(a *api, f found) (device.Device, error) {
	d := &dev{api: a, id: f.id, platform: f.platform, info: f.info}
	d.sync = os.Getenv("WARBLER_SYNC") == "1"
	d.options = "-cl-std=CL1.2 -w" // PoCL writes how many warnings there were to standard error
	if number(query(a.getDeviceInfo, f.id, deviceSingleFPConfig))&fpCorrectlyRoundedDivide != 0 {
		d.options += " -cl-fp32-correctly-rounded-divide-sqrt"
	}
	if !f.info.GPU {
		d.options += " -DON_CPU"
	}
	var code int32
	id := f.id
	d.context = create(a.createContext, 0, 1, uintptr(unsafe.Pointer(&id)), 0, 0, uintptr(unsafe.Pointer(&code)))
	if code != success {
		return nil, d.failed("clCreateContext", code)
	}
	d.life.Init(d.release)
	if d.service, code = d.createQueue(); code != success {
		d.Close()
		return nil, d.failed("clCreateCommandQueue", code)
	}
	d.scratch = create(a.createBuffer, d.context, memReadWrite, 16, 0, uintptr(unsafe.Pointer(&code)))
	if code != success {
		d.Close()
		return nil, d.failed("clCreateBuffer", code)
	}
	d.timedMarkers = d.markersHaveTimes()
	return d, nil
}

// release is called when nothing uses the device any more.
func (d *dev) release() error {
	if d.scratch != 0 {
		call(d.releaseMemObject, d.scratch)
	}
	if d.service != 0 {
		call(d.finish, d.service)
		call(d.releaseQueue, d.service)
	}
	call(d.releaseContext, d.context)
	return nil
}

func (d *dev) Info() device.Info { return d.info }

func (d *dev) Close() error { return d.life.CloseAll() }

func (d *dev) Held() (objects int, bytes uint64) { return d.life.Held() }

// FreeMemory is an upper bound: OpenCL does not tell what others hold.
func (d *dev) FreeMemory() (uint64, error) {
	if !d.life.Acquire() {
		return 0, device.ErrClosed
	}
	defer d.life.Release()
	_, held := d.life.Held()
	return d.info.Memory - min(held, d.info.Memory), nil
}

func (d *dev) failed(function string, code int32) error {
	return &device.DriverError{Device: d.info.ID(), Call: function, Code: int(code), Reason: codeName(code)}
}

func (d *dev) createQueue() (uintptr, int32) {
	var code int32
	q := create(d.createCommandQueue, d.context, d.id, queueProfiling, uintptr(unsafe.Pointer(&code)))
	return q, code
}

// markersHaveTimes tries whether a marker's event can be asked for its time.
func (d *dev) markersHaveTimes() bool {
	var event uintptr
	if call(d.enqueueMarker, d.service, 0, 0, uintptr(unsafe.Pointer(&event))) != success {
		return false
	}
	defer call(d.releaseEvent, event)
	call(d.finish, d.service)
	t, code := d.endTime(event)
	return code == success && t != 0
}

func (d *dev) endTime(event uintptr) (uint64, int32) {
	var t uint64
	code := call(d.getEventProfilingInfo, event, profilingCommandEnd, 8, uintptr(unsafe.Pointer(&t)), 0)
	return t, code
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
