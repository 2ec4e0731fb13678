//go:build linux

package opencl

import (
	"os"
	"strings"
	"sync"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/dynlib"
)

// api has the addresses of the functions of OpenCL 1.2 that are used here.
type api struct {
	getPlatformIDs          uintptr `symbol:"clGetPlatformIDs"`
	getPlatformInfo         uintptr `symbol:"clGetPlatformInfo"`
	getDeviceIDs            uintptr `symbol:"clGetDeviceIDs"`
	getDeviceInfo           uintptr `symbol:"clGetDeviceInfo"`
	createContext           uintptr `symbol:"clCreateContext"`
	releaseContext          uintptr `symbol:"clReleaseContext"`
	createCommandQueue      uintptr `symbol:"clCreateCommandQueue"`
	releaseQueue            uintptr `symbol:"clReleaseCommandQueue"`
	createBuffer            uintptr `symbol:"clCreateBuffer"`
	releaseMemObject        uintptr `symbol:"clReleaseMemObject"`
	flush                   uintptr `symbol:"clFlush"`
	finish                  uintptr `symbol:"clFinish"`
	enqueueRead             uintptr `symbol:"clEnqueueReadBuffer"`
	enqueueWrite            uintptr `symbol:"clEnqueueWriteBuffer"`
	enqueueCopy             uintptr `symbol:"clEnqueueCopyBuffer"`
	enqueueFill             uintptr `symbol:"clEnqueueFillBuffer"`
	enqueueMap              uintptr `symbol:"clEnqueueMapBuffer"`
	enqueueUnmap            uintptr `symbol:"clEnqueueUnmapMemObject"`
	enqueueKernel           uintptr `symbol:"clEnqueueNDRangeKernel"`
	enqueueMarker           uintptr `symbol:"clEnqueueMarkerWithWaitList"`
	createProgramWithSource uintptr `symbol:"clCreateProgramWithSource"`
	createProgramWithBinary uintptr `symbol:"clCreateProgramWithBinary"`
	buildProgram            uintptr `symbol:"clBuildProgram"`
	getProgramInfo          uintptr `symbol:"clGetProgramInfo"`
	getProgramBuildInfo     uintptr `symbol:"clGetProgramBuildInfo"`
	releaseProgram          uintptr `symbol:"clReleaseProgram"`
	createKernel            uintptr `symbol:"clCreateKernel"`
	getKernelInfo           uintptr `symbol:"clGetKernelInfo"`
	getKernelWorkGroupInfo  uintptr `symbol:"clGetKernelWorkGroupInfo"`
	releaseKernel           uintptr `symbol:"clReleaseKernel"`
	setKernelArg            uintptr `symbol:"clSetKernelArg"`
	getEventInfo            uintptr `symbol:"clGetEventInfo"`
	getEventProfilingInfo   uintptr `symbol:"clGetEventProfilingInfo"`
	releaseEvent            uintptr `symbol:"clReleaseEvent"`
}

// load opens the library once per process.
var load = sync.OnceValues(func() (*api, error) {
	names := []string{"libOpenCL.so.1", "libOpenCL.so"}
	if name := os.Getenv("WARBLER_LIBOPENCL"); name != "" {
		names = []string{name}
	}
	adoptNVIDIA()
	handle, name, err := dynlib.Open(names...)
	if err != nil {
		return nil, notFound("no OpenCL library can be loaded (%v)", err)
	}
	a := &api{}
	if err := dynlib.Bind(handle, a); err != nil {
		return nil, notFound("%s is older than OpenCL 1.2: %v", name, err)
	}
	return a, nil
})

// icdFolder is where OpenCL drivers announce themselves.
const icdFolder = "/etc/OpenCL/vendors"

// adoptNVIDIA makes a loader find NVIDIA's driver where nothing announces it,
// as in containers that were given the driver's libraries but not its .icd
// file. It must run before the loader is opened.
func adoptNVIDIA() {
	const library = "libnvidia-opencl.so.1"
	if os.Getenv("OCL_ICD_FILENAMES") != "" || os.Getenv("OCL_ICD_VENDORS") != "" {
		return // somebody has decided
	}
	files, _ := os.ReadDir(icdFolder)
	for _, f := range files {
		text, err := os.ReadFile(icdFolder + "/" + f.Name())
		if err == nil && strings.Contains(string(text), "nvidia") {
			return
		}
	}
	if _, _, err := dynlib.Open(library); err == nil {
		os.Setenv("OCL_ICD_FILENAMES", library)
	}
}

func notFound(format string, args ...any) error { return driver.NotFound("opencl", format, args...) }

// query asks a clGet…Info function about an object; some ask about it on a device,
// for others on is 0. The pointers are made in the call itself, which is what keeps
// them valid.
func query(fn, object, on uintptr, what uint32) []byte {
	ask := func(room uintptr, to, size unsafe.Pointer) bool {
		if on != 0 {
			return dynlib.Call(fn, object, on, uintptr(what), room, uintptr(to), uintptr(size)) == success
		}
		return dynlib.Call(fn, object, uintptr(what), room, uintptr(to), uintptr(size)) == success
	}
	var size uintptr
	if !ask(0, nil, unsafe.Pointer(&size)) || size == 0 {
		return nil
	}
	out := make([]byte, size)
	if !ask(size, unsafe.Pointer(&out[0]), nil) {
		return nil
	}
	return out
}

// number reads a little-endian unsigned integer of 4 or 8 bytes.
func number(b []byte) uint64 {
	var n uint64
	for i := len(b) - 1; i >= 0; i-- {
		n = n<<8 | uint64(b[i])
	}
	return n
}
