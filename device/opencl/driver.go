//go:build linux

package opencl

import (
	"context"
	"fmt"
	"os"
	"strings"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/dynlib"
)

func init() { device.Register(opencl{}) }

type opencl struct{}

func (opencl) Name() string { return "opencl" }

// Depends implements device.Dependent.
func (opencl) Depends() (variables, files []string) {
	variables = []string{
		"WARBLER_LIBOPENCL", "LD_LIBRARY_PATH", "LD_PRELOAD", "OCL_ICD_FILENAMES", "OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH",
		"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "NVIDIA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL", "ZE_AFFINITY_MASK",
		"POCL_DEVICES", "POCL_MAX_PTHREAD_COUNT", "POCL_MEMORY_LIMIT",
	}
	files = []string{
		icdFolder, icdFolder + "/*", "/etc/ld.so.cache", "/proc/driver/nvidia/version", "/dev/nvidia[0-9]*", "/dev/dri/*", "/dev/kfd",
		"/usr/lib/*/libOpenCL.so*", "/usr/lib64/libOpenCL.so*", "/usr/lib/libOpenCL.so*",
	}
	for _, v := range []string{"WARBLER_LIBOPENCL", "OCL_ICD_FILENAMES"} {
		if path := os.Getenv(v); strings.Contains(path, "/") {
			files = append(files, path)
		}
	}
	if folder := os.Getenv("OCL_ICD_VENDORS"); folder != "" {
		files = append(files, folder, folder+"/*")
	}
	return variables, files
}

// found is a device of some platform.
type found struct {
	id       uintptr
	platform string
	info     device.Info
	err      error // why it cannot be used
}

func (opencl) Probe(context.Context) ([]device.Listing, error) {
	_, all, err := enumerate()
	if err != nil {
		return nil, err
	}
	var out []device.Listing
	for _, f := range all {
		out = append(out, device.Listing{Info: f.info, Err: f.err})
	}
	return out, nil
}

func (opencl) Open(index int) (device.Device, error) {
	a, all, err := enumerate()
	if err != nil {
		return nil, err
	}
	if index < 0 || index >= len(all) {
		return nil, notFound("it has %d device(s), numbered from 0", len(all))
	}
	if all[index].err != nil {
		return nil, all[index].err
	}
	return open(a, all[index])
}

// enumerate lists the devices of all platforms, in the loader's order, which
// is the same in every process of a machine.
func enumerate() (*api, []found, error) {
	a, err := load()
	if err != nil {
		return nil, nil, err
	}
	var n uint32
	code := dynlib.Call(a.getPlatformIDs, 0, 0, uintptr(unsafe.Pointer(&n)))
	if code == errPlatformNotFoundKH || code == success && n == 0 {
		return nil, nil, notFound("its library is here, but no driver is announced under %s%s", icdFolder, hint())
	}
	if code != success {
		return nil, nil, notFound("clGetPlatformIDs failed: %s", codeName(code))
	}
	platforms := make([]uintptr, n)
	if code := dynlib.Call(a.getPlatformIDs, uintptr(n), uintptr(unsafe.Pointer(&platforms[0])), 0); code != success {
		return nil, nil, notFound("clGetPlatformIDs failed: %s", codeName(code))
	}
	var out []found
	for _, p := range platforms {
		// A platform without devices is normal: a driver whose card is elsewhere.
		var n uint32
		if dynlib.Call(a.getDeviceIDs, p, deviceTypeAll, 0, 0, uintptr(unsafe.Pointer(&n))) != success || n == 0 {
			continue
		}
		ids := make([]uintptr, n)
		if dynlib.Call(a.getDeviceIDs, p, deviceTypeAll, uintptr(n), uintptr(unsafe.Pointer(&ids[0])), 0) != success {
			continue
		}
		platform := dynlib.GoString(query(a.getPlatformInfo, p, 0, platformName))
		for _, id := range ids {
			out = append(out, a.describe(id, platform, len(out)))
		}
	}
	if len(out) == 0 {
		return nil, nil, notFound("%d driver(s) are installed, but none has a device", n)
	}
	return a, out, nil
}

// hint says what an NVIDIA driver lacks to be found.
func hint() string {
	if _, err := os.Stat("/proc/driver/nvidia/version"); err != nil {
		return ""
	}
	return "; an NVIDIA driver is present, but its OpenCL part (libnvidia-opencl.so.1 and nvidia.icd) is not installed"
}

func (a *api) describe(id uintptr, platform string, index int) found {
	text := func(what uint32) string { return dynlib.GoString(query(a.getDeviceInfo, id, 0, what)) }
	num := func(what uint32) uint64 { return number(query(a.getDeviceInfo, id, 0, what)) }
	f := found{id: id, platform: platform, info: device.Info{
		Driver:       "opencl",
		Index:        index,
		Name:         text(deviceName),
		Vendor:       text(deviceVendor),
		Version:      platform + " " + text(driverVersion),
		Architecture: text(deviceVersion),
		GPU:          num(deviceType)&deviceTypeGPU != 0,
		ComputeUnits: int(num(deviceMaxComputeUnits)),
		MaxGroup:     int(num(deviceMaxWorkGroupSize)),
		Memory:       num(deviceGlobalMemSize),
		MaxAlloc:     num(deviceMaxMemAllocSize),
		LocalMemory:  int(num(deviceLocalMemSize)),
	}}
	extensions := " " + text(deviceExtensions) + " "
	if strings.Contains(extensions, " cl_nv_device_attribute_query ") {
		f.info.Bus = fmt.Sprintf("%04x:%02x:%02x", num(devicePCIDomainNV), num(devicePCIBusNV), num(devicePCISlotNV)>>3)
	}
	refuse := func(reason string) {
		if f.err == nil {
			f.err = &device.NotFoundError{What: f.info.ID(), Reason: reason}
		}
	}
	if num(deviceAvailable) == 0 || num(deviceCompilerAvailable) == 0 {
		refuse("its driver says that it is not available or has no compiler")
	}
	if strings.HasPrefix(f.info.Architecture, "OpenCL 1.0") || strings.HasPrefix(f.info.Architecture, "OpenCL 1.1") {
		refuse("it has " + f.info.Architecture + ", 1.2 is needed")
	}
	if num(deviceDoubleFPConfig) == 0 && !strings.Contains(extensions, " cl_khr_fp64 ") {
		refuse("it has no 64-bit floating point (cl_khr_fp64), which results need to be the same on every device")
	}
	return f
}
