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
	getPlatformIDs, getPlatformInfo, getDeviceIDs, getDeviceInfo       uintptr
	createContext, releaseContext, createCommandQueue, releaseQueue    uintptr
	createBuffer, releaseMemObject, flush, finish                      uintptr
	enqueueRead, enqueueWrite, enqueueCopy, enqueueFill                uintptr
	enqueueMap, enqueueUnmap, enqueueKernel, enqueueMarker             uintptr
	createProgramWithSource, createProgramWithBinary, buildProgram     uintptr
	getProgramInfo, getProgramBuildInfo, releaseProgram                uintptr
	createKernel, getKernelInfo, getKernelWorkGroupInfo, releaseKernel uintptr
	setKernelArg, getEventInfo, getEventProfilingInfo, releaseEvent    uintptr
}

func (a *api) symbols() []dynlib.Symbol {
	return []dynlib.Symbol{
		{Name: "clGetPlatformIDs", Address: &a.getPlatformIDs},
		{Name: "clGetPlatformInfo", Address: &a.getPlatformInfo},
		{Name: "clGetDeviceIDs", Address: &a.getDeviceIDs},
		{Name: "clGetDeviceInfo", Address: &a.getDeviceInfo},
		{Name: "clCreateContext", Address: &a.createContext},
		{Name: "clReleaseContext", Address: &a.releaseContext},
		{Name: "clCreateCommandQueue", Address: &a.createCommandQueue},
		{Name: "clReleaseCommandQueue", Address: &a.releaseQueue},
		{Name: "clCreateBuffer", Address: &a.createBuffer},
		{Name: "clReleaseMemObject", Address: &a.releaseMemObject},
		{Name: "clFlush", Address: &a.flush},
		{Name: "clFinish", Address: &a.finish},
		{Name: "clEnqueueReadBuffer", Address: &a.enqueueRead},
		{Name: "clEnqueueWriteBuffer", Address: &a.enqueueWrite},
		{Name: "clEnqueueCopyBuffer", Address: &a.enqueueCopy},
		{Name: "clEnqueueFillBuffer", Address: &a.enqueueFill},
		{Name: "clEnqueueMapBuffer", Address: &a.enqueueMap},
		{Name: "clEnqueueUnmapMemObject", Address: &a.enqueueUnmap},
		{Name: "clEnqueueNDRangeKernel", Address: &a.enqueueKernel},
		{Name: "clEnqueueMarkerWithWaitList", Address: &a.enqueueMarker},
		{Name: "clCreateProgramWithSource", Address: &a.createProgramWithSource},
		{Name: "clCreateProgramWithBinary", Address: &a.createProgramWithBinary},
		{Name: "clBuildProgram", Address: &a.buildProgram},
		{Name: "clGetProgramInfo", Address: &a.getProgramInfo},
		{Name: "clGetProgramBuildInfo", Address: &a.getProgramBuildInfo},
		{Name: "clReleaseProgram", Address: &a.releaseProgram},
		{Name: "clCreateKernel", Address: &a.createKernel},
		{Name: "clGetKernelInfo", Address: &a.getKernelInfo},
		{Name: "clGetKernelWorkGroupInfo", Address: &a.getKernelWorkGroupInfo},
		{Name: "clReleaseKernel", Address: &a.releaseKernel},
		{Name: "clSetKernelArg", Address: &a.setKernelArg},
		{Name: "clGetEventInfo", Address: &a.getEventInfo},
		{Name: "clGetEventProfilingInfo", Address: &a.getEventProfilingInfo},
		{Name: "clReleaseEvent", Address: &a.releaseEvent},
	}
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
	if err := dynlib.Bind(handle, a.symbols()); err != nil {
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

// query asks a clGet…Info function about an object. The pointers are made in
// the call itself, which is what keeps them valid.
func query(fn, object uintptr, what uint32) []byte {
	var size uintptr
	if dynlib.Call(fn, object, uintptr(what), 0, 0, uintptr(unsafe.Pointer(&size))) != success || size == 0 {
		return nil
	}
	out := make([]byte, size)
	if dynlib.Call(fn, object, uintptr(what), size, uintptr(unsafe.Pointer(&out[0])), 0) != success {
		return nil
	}
	return out
}

// query2 is query for functions that ask about an object on a device.
func query2(fn, object, on uintptr, what uint32) []byte {
	var size uintptr
	if dynlib.Call(fn, object, on, uintptr(what), 0, 0, uintptr(unsafe.Pointer(&size))) != success || size == 0 {
		return nil
	}
	out := make([]byte, size)
	if dynlib.Call(fn, object, on, uintptr(what), size, uintptr(unsafe.Pointer(&out[0])), 0) != success {
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
