//go:build linux

package cuda

import (
	"fmt"
	"os"
	"sync"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/dynlib"
)

// api has the addresses of the driver's functions that are used here. All are
// in every driver since CUDA 11.0 but for the last two.
type api struct {
	init               uintptr `symbol:"cuInit"`
	getErrorName       uintptr `symbol:"cuGetErrorName"`
	getErrorString     uintptr `symbol:"cuGetErrorString"`
	deviceGetCount     uintptr `symbol:"cuDeviceGetCount"`
	deviceGet          uintptr `symbol:"cuDeviceGet"`
	deviceGetName      uintptr `symbol:"cuDeviceGetName"`
	deviceTotalMem     uintptr `symbol:"cuDeviceTotalMem_v2"`
	deviceGetAttribute uintptr `symbol:"cuDeviceGetAttribute"`
	deviceGetPCIBusID  uintptr `symbol:"cuDeviceGetPCIBusId"`
	primaryCtxRetain   uintptr `symbol:"cuDevicePrimaryCtxRetain"`
	primaryCtxRelease  uintptr `symbol:"cuDevicePrimaryCtxRelease_v2"`
	primaryCtxReset    uintptr `symbol:"cuDevicePrimaryCtxReset_v2"`
	ctxSetCurrent      uintptr `symbol:"cuCtxSetCurrent"`
	memAlloc           uintptr `symbol:"cuMemAlloc_v2"`
	memFree            uintptr `symbol:"cuMemFree_v2"`
	memHostAlloc       uintptr `symbol:"cuMemHostAlloc"`
	memFreeHost        uintptr `symbol:"cuMemFreeHost"`
	memGetInfo         uintptr `symbol:"cuMemGetInfo_v2"`
	memcpyHtoD         uintptr `symbol:"cuMemcpyHtoDAsync_v2"`
	memcpyDtoH         uintptr `symbol:"cuMemcpyDtoHAsync_v2"`
	memcpyDtoD         uintptr `symbol:"cuMemcpyDtoDAsync_v2"`
	memsetD8           uintptr `symbol:"cuMemsetD8Async"`
	memsetD32          uintptr `symbol:"cuMemsetD32Async"`
	moduleLoadData     uintptr `symbol:"cuModuleLoadData"`
	moduleUnload       uintptr `symbol:"cuModuleUnload"`
	moduleGetFunction  uintptr `symbol:"cuModuleGetFunction"`
	funcGetAttribute   uintptr `symbol:"cuFuncGetAttribute"`
	funcSetAttribute   uintptr `symbol:"cuFuncSetAttribute"`
	launchKernel       uintptr `symbol:"cuLaunchKernel"`
	streamCreate       uintptr `symbol:"cuStreamCreate"`
	streamDestroy      uintptr `symbol:"cuStreamDestroy_v2"`
	streamQuery        uintptr `symbol:"cuStreamQuery"`
	streamSynchronize  uintptr `symbol:"cuStreamSynchronize"`
	eventCreate        uintptr `symbol:"cuEventCreate"`
	eventRecord        uintptr `symbol:"cuEventRecord"`
	eventQuery         uintptr `symbol:"cuEventQuery"`
	eventElapsed       uintptr `symbol:"cuEventElapsedTime"`
	eventDestroy       uintptr `symbol:"cuEventDestroy_v2"`
	funcGetParamInfo   uintptr `symbol:"cuFuncGetParamInfo?"`  // CUDA 12.4
	funcGetParamCount  uintptr `symbol:"cuFuncGetParamCount?"` // CUDA 13.2

	version int // 12040 is CUDA 12.4
}

// minVersion is the oldest driver that is tried: CUDA 11.0, whose primary
// contexts and cubins are today's.
const minVersion = 11000

// moduleLoading is the variable that says when the driver loads kernels.
const moduleLoading = "CUDA_MODULE_LOADING"

// load opens and starts the driver once per process.
var load = sync.OnceValues(func() (*api, error) {
	// Never from a toolkit: what lies there under this name is a stub.
	name := "libcuda.so.1"
	if n := os.Getenv("WARBLER_LIBCUDA"); n != "" {
		name = n
	}
	handle, _, err := dynlib.Open(name)
	if err != nil {
		return nil, notFound("no NVIDIA driver is installed (%v)", err)
	}
	// A driver older than the other functions still has this one.
	var first struct {
		driverGetVersion uintptr `symbol:"cuDriverGetVersion"`
	}
	if err := dynlib.Bind(handle, &first); err != nil {
		return nil, notFound("%s is not an NVIDIA driver: %v", name, err)
	}
	var version int32
	if dynlib.Call(first.driverGetVersion, uintptr(unsafe.Pointer(&version))) == success && version < minVersion {
		return nil, notFound("the NVIDIA driver is too old: it speaks CUDA %s, %s is needed", versionText(int(version)), versionText(minVersion))
	}
	a := &api{version: int(version)}
	if err := dynlib.Bind(handle, a); err != nil {
		return nil, notFound("the NVIDIA driver cannot be used: %v", err)
	}
	// Drivers before CUDA 12.2 else load every kernel of a module at once.
	if _, set := os.LookupEnv(moduleLoading); !set {
		os.Setenv(moduleLoading, "LAZY")
	}
	switch code := dynlib.Call(a.init, 0); code {
	case success:
		return a, nil
	case errNoDevice:
		return nil, notFound("the NVIDIA driver finds no GPU")
	case errStubLibrary:
		return nil, notFound("%s is a toolkit's stub, not the NVIDIA driver", name)
	default:
		return nil, notFound("the NVIDIA driver does not start: %s", a.explain(code))
	}
})

func versionText(v int) string { return fmt.Sprintf("%d.%d", v/1000, v%1000/10) }

func notFound(format string, args ...any) error { return driver.NotFound("cuda", format, args...) }

// explain gives the driver's name and sentence for a code.
func (a *api) explain(code int32) string {
	var name, text uintptr
	if dynlib.Call(a.getErrorName, uintptr(code), uintptr(unsafe.Pointer(&name))) != success || name == 0 {
		return fmt.Sprintf("CUDA error %d", code)
	}
	if dynlib.Call(a.getErrorString, uintptr(code), uintptr(unsafe.Pointer(&text))) != success || text == 0 {
		return cText(name)
	}
	return cText(name) + ", " + cText(text)
}

// cText copies a C string of the driver's.
func cText(address uintptr) string {
	p := dynlib.Pointer(address)
	const limit = 4096
	n := 0
	for n < limit && *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(p), n))
}

// Codes of cuda.h.
const (
	success        = 0
	errOutOfMemory = 2
	errStubLibrary = 34
	errNoDevice    = 100
	errBadImage    = 200
	errNoBinary    = 209
	errBadPTX      = 218
	errPTXVersion  = 222
	errNotFound    = 500
	errNotReady    = 600
)

// fatal tells the codes after which a context answers nothing but errors.
func fatal(code int32) bool {
	switch code {
	case 214, 220, 700, 702, 710, 714, 715, 716, 717, 718, 719:
		return true
	}
	return false
}

// Constants of cuda.h.
const (
	attributeMaxThreadsPerBlock = 1
	attributeMaxSharedMemory    = 8
	attributeMultiprocessors    = 16
	attributeComputeMode        = 20
	attributeMajor              = 75
	attributeMinor              = 76
	attributeMaxSharedOptIn     = 97
	computeModeProhibited       = 2

	funcMaxThreads       = 0
	funcSharedSize       = 1
	funcMaxDynamicShared = 8

	streamNonBlocking   = 1
	eventDisableTiming  = 2
	hostAllocPortable   = 1
	sharedWithoutAsking = 48 << 10 // what a kernel may use before funcMaxDynamicShared is set
)
