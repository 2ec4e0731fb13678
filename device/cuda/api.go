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
	init, driverGetVersion, getErrorName, getErrorString             uintptr
	deviceGetCount, deviceGet, deviceGetName, deviceTotalMem         uintptr
	deviceGetAttribute, deviceGetPCIBusID                            uintptr
	primaryCtxRetain, primaryCtxRelease, primaryCtxReset             uintptr
	ctxSetCurrent                                                    uintptr
	memAlloc, memFree, memHostAlloc, memFreeHost, memGetInfo         uintptr
	memcpyHtoD, memcpyDtoH, memcpyDtoD, memsetD8, memsetD32          uintptr
	moduleLoadData, moduleUnload, moduleGetFunction                  uintptr
	funcGetAttribute, funcSetAttribute, launchKernel                 uintptr
	streamCreate, streamDestroy, streamQuery, streamSynchronize      uintptr
	eventCreate, eventRecord, eventQuery, eventElapsed, eventDestroy uintptr
	funcGetParamInfo, funcGetParamCount                              uintptr // CUDA 12.4 and 13.2

	version int // 12040 is CUDA 12.4
}

func (a *api) symbols() []dynlib.Symbol {
	return []dynlib.Symbol{
		{Name: "cuInit", Address: &a.init},
		{Name: "cuDriverGetVersion", Address: &a.driverGetVersion},
		{Name: "cuGetErrorName", Address: &a.getErrorName},
		{Name: "cuGetErrorString", Address: &a.getErrorString},
		{Name: "cuDeviceGetCount", Address: &a.deviceGetCount},
		{Name: "cuDeviceGet", Address: &a.deviceGet},
		{Name: "cuDeviceGetName", Address: &a.deviceGetName},
		{Name: "cuDeviceTotalMem_v2", Address: &a.deviceTotalMem},
		{Name: "cuDeviceGetAttribute", Address: &a.deviceGetAttribute},
		{Name: "cuDeviceGetPCIBusId", Address: &a.deviceGetPCIBusID},
		{Name: "cuDevicePrimaryCtxRetain", Address: &a.primaryCtxRetain},
		{Name: "cuDevicePrimaryCtxRelease_v2", Address: &a.primaryCtxRelease},
		{Name: "cuDevicePrimaryCtxReset_v2", Address: &a.primaryCtxReset},
		{Name: "cuCtxSetCurrent", Address: &a.ctxSetCurrent},
		{Name: "cuMemAlloc_v2", Address: &a.memAlloc},
		{Name: "cuMemFree_v2", Address: &a.memFree},
		{Name: "cuMemHostAlloc", Address: &a.memHostAlloc},
		{Name: "cuMemFreeHost", Address: &a.memFreeHost},
		{Name: "cuMemGetInfo_v2", Address: &a.memGetInfo},
		{Name: "cuMemcpyHtoDAsync_v2", Address: &a.memcpyHtoD},
		{Name: "cuMemcpyDtoHAsync_v2", Address: &a.memcpyDtoH},
		{Name: "cuMemcpyDtoDAsync_v2", Address: &a.memcpyDtoD},
		{Name: "cuMemsetD8Async", Address: &a.memsetD8},
		{Name: "cuMemsetD32Async", Address: &a.memsetD32},
		{Name: "cuModuleLoadData", Address: &a.moduleLoadData},
		{Name: "cuModuleUnload", Address: &a.moduleUnload},
		{Name: "cuModuleGetFunction", Address: &a.moduleGetFunction},
		{Name: "cuFuncGetAttribute", Address: &a.funcGetAttribute},
		{Name: "cuFuncSetAttribute", Address: &a.funcSetAttribute},
		{Name: "cuLaunchKernel", Address: &a.launchKernel},
		{Name: "cuStreamCreate", Address: &a.streamCreate},
		{Name: "cuStreamDestroy_v2", Address: &a.streamDestroy},
		{Name: "cuStreamQuery", Address: &a.streamQuery},
		{Name: "cuStreamSynchronize", Address: &a.streamSynchronize},
		{Name: "cuEventCreate", Address: &a.eventCreate},
		{Name: "cuEventRecord", Address: &a.eventRecord},
		{Name: "cuEventQuery", Address: &a.eventQuery},
		{Name: "cuEventElapsedTime", Address: &a.eventElapsed},
		{Name: "cuEventDestroy_v2", Address: &a.eventDestroy},
		{Name: "cuFuncGetParamInfo", Address: &a.funcGetParamInfo, Optional: true},
		{Name: "cuFuncGetParamCount", Address: &a.funcGetParamCount, Optional: true},
	}
}

// minVersion is the oldest driver that is tried: CUDA 11.0, whose primary
// contexts and cubins are today's.
const minVersion = 11000

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
	// A driver older than the functions below still has this one.
	a := &api{}
	if err := dynlib.Bind(handle, []dynlib.Symbol{{Name: "cuDriverGetVersion", Address: &a.driverGetVersion}}); err != nil {
		return nil, notFound("%s is not an NVIDIA driver: %v", name, err)
	}
	var version int32
	if dynlib.Call(a.driverGetVersion, uintptr(unsafe.Pointer(&version))) == success && version < minVersion {
		return nil, notFound("the NVIDIA driver is too old: it speaks CUDA %s, %s is needed", versionText(int(version)), versionText(minVersion))
	}
	a.version = int(version)
	if err := dynlib.Bind(handle, a.symbols()); err != nil {
		return nil, notFound("the NVIDIA driver cannot be used: %v", err)
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
