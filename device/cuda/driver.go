//go:build linux

package cuda

import (
	"context"
	"fmt"
	"os"
	"strings"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/dynlib"
	"github.com/warbler-opt/warbler/internal/lazyregexp"
)

func init() { device.Register(cuda{}) }

type cuda struct{}

func (cuda) Name() string { return "cuda" }

// linkerCache changes when libraries are installed.
const linkerCache = "/etc/ld.so.cache"

// variables are those that say which driver, which GPUs and which NVRTC there are.
var variables = []string{
	"WARBLER_LIBCUDA", "WARBLER_NVRTC", "LD_LIBRARY_PATH", "LD_PRELOAD",
	"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "NVIDIA_VISIBLE_DEVICES",
	"CUDA_HOME", "CUDA_PATH", "CONDA_PREFIX", "VIRTUAL_ENV", "PYENV_ROOT", "HOME",
}

// Depends implements device.Dependent. Without NVRTC it names the folders where one may
// be installed.
func (cuda) Depends() ([]string, []string) {
	files := []string{
		linkerCache, "/proc/driver/nvidia/version", "/dev/nvidia[0-9]*",
		"/usr/lib/*/libcuda.so*", "/usr/lib64/libcuda.so*", "/usr/lib/libcuda.so*", "/usr/lib/wsl/lib/libcuda.so*",
	}
	for _, v := range []string{"WARBLER_LIBCUDA", "WARBLER_NVRTC"} {
		if path := os.Getenv(v); strings.Contains(path, "/") {
			files = append(files, path)
		}
	}
	if compilerOnce.err != nil {
		files = append(files, patterns()...)
	}
	return variables, files
}

func (cuda) Probe(context.Context) ([]device.Listing, error) {
	a, err := load()
	if err != nil {
		return nil, err
	}
	var n int32
	if code := dynlib.Call(a.deviceGetCount, uintptr(unsafe.Pointer(&n))); code != success {
		return nil, notFound("cuDeviceGetCount failed: %s", a.explain(code))
	}
	if n == 0 {
		return nil, notFound("the NVIDIA driver finds no GPU")
	}
	var out []device.Listing
	for i := range int(n) {
		_, info, err := a.describe(i)
		out = append(out, device.Listing{Info: info, Err: err})
	}
	return out, nil
}

func (cuda) Open(index int) (device.Device, error) {
	a, err := load()
	if err != nil {
		return nil, err
	}
	id, info, err := a.describe(index)
	if err != nil {
		return nil, err
	}
	return open(a, id, info)
}

// describe reads what the driver tells about a device, and why it cannot be
// used where that is so.
func (a *api) describe(index int) (id int32, info device.Info, err error) {
	info = device.Info{Driver: "cuda", Index: index, Vendor: "NVIDIA", GPU: true, Version: "CUDA " + versionText(a.version)}
	refuse := func(format string, args ...any) (int32, device.Info, error) {
		return id, info, driver.NotFound(info.ID(), format, args...)
	}
	if v := kernelModule(); v != "" {
		info.Version += " (" + v + ")"
	}
	if code := dynlib.Call(a.deviceGet, uintptr(unsafe.Pointer(&id)), uintptr(index)); code != success {
		return refuse("cuDeviceGet failed: %s", a.explain(code))
	}
	name := make([]byte, 256)
	if code := dynlib.Call(a.deviceGetName, uintptr(unsafe.Pointer(&name[0])), uintptr(len(name)), uintptr(id)); code != success {
		return refuse("cuDeviceGetName failed: %s", a.explain(code))
	}
	info.Name = dynlib.GoString(name)
	bus := make([]byte, 64)
	if dynlib.Call(a.deviceGetPCIBusID, uintptr(unsafe.Pointer(&bus[0])), uintptr(len(bus)), uintptr(id)) == success {
		info.Bus, _, _ = strings.Cut(strings.ToLower(dynlib.GoString(bus)), ".")
	}
	var total uintptr
	if code := dynlib.Call(a.deviceTotalMem, uintptr(unsafe.Pointer(&total)), uintptr(id)); code != success {
		return refuse("cuDeviceTotalMem failed: %s", a.explain(code))
	}
	info.Memory, info.MaxAlloc = uint64(total), uint64(total)
	info.ComputeUnits = a.attribute(id, attributeMultiprocessors)
	info.MaxGroup = a.attribute(id, attributeMaxThreadsPerBlock)
	info.LocalMemory = max(a.attribute(id, attributeMaxSharedOptIn), a.attribute(id, attributeMaxSharedMemory))
	arch := a.arch(id)
	info.Architecture = fmt.Sprintf("sm_%d", arch)
	if a.attribute(id, attributeComputeMode) == computeModeProhibited {
		return refuse("its compute mode is prohibited (nvidia-smi -c 0 changes it)")
	}
	n, err := findCompiler(a.version / 1000)
	if err != nil {
		return refuse("%v; without it this GPU is used through its OpenCL, where that is installed", err)
	}
	if _, _, ok := target(arch, n.Archs); !ok {
		return refuse("NVRTC %s compiles for sm_%d and newer, this GPU is sm_%d; an older NVRTC is needed", n.version(), n.Archs[0], arch)
	}
	return id, info, nil
}

func (a *api) attribute(id int32, what int) int {
	var v int32
	dynlib.Call(a.deviceGetAttribute, uintptr(unsafe.Pointer(&v)), uintptr(what), uintptr(id))
	return int(v)
}

// arch is the compute capability as a number: 90 for 9.0.
func (a *api) arch(id int32) int {
	return 10*a.attribute(id, attributeMajor) + a.attribute(id, attributeMinor)
}

var moduleVersion = lazyregexp.New(`\b\d{3}\.\d+(\.\d+)?\b`)

// kernelModule is the driver's own version, "580.95.05": a bug report needs it.
func kernelModule() string {
	text, err := os.ReadFile("/proc/driver/nvidia/version")
	if err != nil {
		return ""
	}
	return moduleVersion().FindString(string(text))
}
