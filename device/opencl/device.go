//go:build linux

package opencl

import (
	"sync"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/dynlib"
)

// dev is one device with a context of its own.
type dev struct {
	*api
	id       uintptr
	platform string
	info     device.Info
	context  uintptr
	options  string

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
	d.options = "-cl-std=CL1.2 -w" // PoCL writes how many warnings there were to standard error
	if number(query(a.getDeviceInfo, f.id, 0, deviceSingleFPConfig))&fpCorrectlyRoundedDivide != 0 {
		d.options += " -cl-fp32-correctly-rounded-divide-sqrt"
	}
	if !f.info.GPU {
		d.options += " -DON_CPU"
	}
	var code int32
	id := f.id
	d.context = dynlib.CallHandle(a.createContext, 0, 1, uintptr(unsafe.Pointer(&id)), 0, 0, uintptr(unsafe.Pointer(&code)))
	if code != success {
		return nil, d.failed("clCreateContext", code)
	}
	if d.service, code = d.createQueue(); code != success {
		d.Release()
		return nil, d.failed("clCreateCommandQueue", code)
	}
	d.scratch = dynlib.CallHandle(a.createBuffer, d.context, memReadWrite, 16, 0, uintptr(unsafe.Pointer(&code)))
	if code != success {
		d.Release()
		return nil, d.failed("clCreateBuffer", code)
	}
	d.timedMarkers = d.markersHaveTimes()
	return driver.New(f.info, d), nil
}

func (d *dev) Release() error {
	if d.scratch != 0 {
		dynlib.Call(d.releaseMemObject, d.scratch)
	}
	if d.service != 0 {
		dynlib.Call(d.finish, d.service)
		dynlib.Call(d.releaseQueue, d.service)
	}
	dynlib.Call(d.releaseContext, d.context)
	return nil
}

func (d *dev) failed(function string, code int32) error {
	return &driver.CallError{Device: d.info.ID(), Call: function, Code: int(code), Reason: codeName(code)}
}

// judge makes an error of a code, or nil of success.
func (d *dev) judge(function string, code int32) error {
	if code == success {
		return nil
	}
	return d.failed(function, code)
}

func (d *dev) createQueue() (uintptr, int32) {
	var code int32
	q := dynlib.CallHandle(d.createCommandQueue, d.context, d.id, queueProfiling, uintptr(unsafe.Pointer(&code)))
	return q, code
}

// markersHaveTimes tries whether a marker's event can be asked for its time.
func (d *dev) markersHaveTimes() bool {
	var event uintptr
	if dynlib.Call(d.enqueueMarker, d.service, 0, 0, uintptr(unsafe.Pointer(&event))) != success {
		return false
	}
	defer dynlib.Call(d.releaseEvent, event)
	dynlib.Call(d.finish, d.service)
	t, code := d.endTime(event)
	return code == success && t != 0
}

func (d *dev) endTime(event uintptr) (uint64, int32) {
	var t uint64
	code := dynlib.Call(d.getEventProfilingInfo, event, profilingCommandEnd, 8, uintptr(unsafe.Pointer(&t)), 0)
	return t, code
}
