//go:build linux

package cuda

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/dynlib"
)

// nvrtc is CUDA's compiler.
type nvrtc struct {
	getVersion     uintptr `symbol:"nvrtcVersion"`
	getNumArchs    uintptr `symbol:"nvrtcGetNumSupportedArchs"`
	getArchs       uintptr `symbol:"nvrtcGetSupportedArchs"`
	errorString    uintptr `symbol:"nvrtcGetErrorString"`
	createProgram  uintptr `symbol:"nvrtcCreateProgram"`
	compileProgram uintptr `symbol:"nvrtcCompileProgram"`
	destroyProgram uintptr `symbol:"nvrtcDestroyProgram"`
	getLogSize     uintptr `symbol:"nvrtcGetProgramLogSize"`
	getLog         uintptr `symbol:"nvrtcGetProgramLog"`
	getCubinSize   uintptr `symbol:"nvrtcGetCUBINSize"`
	getCubin       uintptr `symbol:"nvrtcGetCUBIN"`
	getPTXSize     uintptr `symbol:"nvrtcGetPTXSize"`
	getPTX         uintptr `symbol:"nvrtcGetPTX"`

	path         string
	major, minor int
	archs        []int // it can compile for, ascending: 75, 80, …
}

func (n *nvrtc) version() string { return fmt.Sprintf("%d.%d", n.major, n.minor) }

var nvrtcOnce struct {
	sync.Once
	n   *nvrtc
	err error
}

// loadNVRTC finds the compiler once per process.
func loadNVRTC(driverMajor int) (*nvrtc, error) {
	nvrtcOnce.Do(func() { nvrtcOnce.n, nvrtcOnce.err = findNVRTC(driverMajor) })
	return nvrtcOnce.n, nvrtcOnce.err
}

// sonames orders the versions for a driver: the newest whose code it surely
// loads first; those newer than the driver only when there is nothing else.
func sonames(driverMajor int) (fitting, newer []string) {
	for _, s := range []struct {
		major int
		name  string
	}{{13, "libnvrtc.so.13"}, {12, "libnvrtc.so.12"}, {11, "libnvrtc.so.11.2"}, {11, "libnvrtc.so.11.1"}, {11, "libnvrtc.so.11.0"}} {
		if s.major <= driverMajor {
			fitting = append(fitting, s.name)
		} else {
			newer = append(newer, s.name)
		}
	}
	return append(fitting, "libnvrtc.so"), newer
}

func findNVRTC(driverMajor int) (*nvrtc, error) {
	if path := os.Getenv("WARBLER_NVRTC"); path != "" {
		n, err := openNVRTC(path)
		if err != nil {
			return nil, fmt.Errorf("NVRTC, CUDA's compiler, cannot be loaded from WARBLER_NVRTC=%s: %v", path, err)
		}
		return n, nil
	}
	places := folders()
	fitting, newer := sonames(driverMajor)
	for _, names := range [][]string{fitting, newer} {
		for _, name := range names {
			if n, err := openNVRTC(name); err == nil {
				return n, nil
			}
		}
		for _, folder := range places {
			for _, name := range names {
				path := filepath.Join(folder, name)
				if _, err := os.Stat(path); err != nil {
					continue
				}
				if n, err := openNVRTC(path); err == nil {
					return n, nil
				}
			}
		}
	}
	where := ""
	if len(places) > 0 {
		where = " and in " + strings.Join(places, ", ")
	}
	return nil, fmt.Errorf("NVRTC, CUDA's compiler, is not found (tried %s by name%s; WARBLER_NVRTC can name it)",
		strings.Join(append(fitting, newer...), ", "), where)
}

func openNVRTC(path string) (*nvrtc, error) {
	if strings.Contains(path, "/") {
		// NVRTC opens its second half by bare name, which the linker does not find
		// beside it in every packaging; once it is loaded the name is enough.
		halves, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "libnvrtc-builtins.so*"))
		for _, h := range halves {
			dynlib.Open(h)
		}
	}
	handle, _, err := dynlib.Open(path)
	if err != nil {
		return nil, err
	}
	n := &nvrtc{path: path}
	if err := dynlib.Bind(handle, n); err != nil {
		return nil, err
	}
	var major, minor, count int32
	if code := dynlib.Call(n.getVersion, uintptr(unsafe.Pointer(&major)), uintptr(unsafe.Pointer(&minor))); code != success {
		return nil, fmt.Errorf("nvrtcVersion failed: %s", n.explain(code))
	}
	if code := dynlib.Call(n.getNumArchs, uintptr(unsafe.Pointer(&count))); code != success || count <= 0 {
		return nil, fmt.Errorf("nvrtcGetNumSupportedArchs failed: %s", n.explain(code))
	}
	archs := make([]int32, count)
	if code := dynlib.Call(n.getArchs, uintptr(unsafe.Pointer(&archs[0]))); code != success {
		return nil, fmt.Errorf("nvrtcGetSupportedArchs failed: %s", n.explain(code))
	}
	n.major, n.minor = int(major), int(minor)
	for _, a := range archs {
		n.archs = append(n.archs, int(a))
	}
	slices.Sort(n.archs)
	return n, nil
}

func (n *nvrtc) explain(code int32) string {
	r := dynlib.CallHandle(n.errorString, uintptr(code))
	if r == 0 {
		return fmt.Sprintf("NVRTC error %d", code)
	}
	return cText(r)
}

// target chooses what to compile for: the device's own architecture, or the
// newest older one of the same generation, whose machine code it runs, or PTX
// of the newest older one, which the driver translates. There is nothing to
// choose where the compiler has dropped the device.
func target(arch int, archs []int) (best int, ptx, ok bool) {
	for _, a := range archs {
		if a <= arch {
			best = max(best, a)
		}
	}
	return best, best/10 != arch/10, best != 0
}

// compile gives machine code or, with ptx, text for the driver. The log is the
// compiler's; an error that is not about the source comes as err.
func (n *nvrtc) compile(text, name string, options []string, ptx bool) (image []byte, log string, err error) {
	source, file := dynlib.CString(text), dynlib.CString(name)
	var program uintptr
	code := dynlib.Call(n.createProgram, uintptr(unsafe.Pointer(&program)), uintptr(unsafe.Pointer(&source[0])),
		uintptr(unsafe.Pointer(&file[0])), 0, 0, 0)
	if code != success {
		return nil, "", fmt.Errorf("nvrtcCreateProgram failed: %s", n.explain(code))
	}
	defer func() { dynlib.Call(n.destroyProgram, uintptr(unsafe.Pointer(&program))) }()

	var pin runtime.Pinner // the compiler is given pointers in memory
	defer pin.Unpin()
	pointers := make([]uintptr, len(options))
	for i, o := range options {
		c := dynlib.CString(o)
		pin.Pin(&c[0])
		pointers[i] = uintptr(unsafe.Pointer(&c[0]))
	}
	code = dynlib.Call(n.compileProgram, program, uintptr(len(pointers)), uintptr(unsafe.Pointer(&pointers[0])))
	const errCompilation = 6
	if code != success {
		log = dynlib.GoString(n.fetch(n.getLogSize, n.getLog, program))
		if code == errCompilation {
			return nil, log, nil
		}
		return nil, log, fmt.Errorf("nvrtcCompileProgram failed: %s %s", n.explain(code), log)
	}
	size, get := n.getCubinSize, n.getCubin
	if ptx {
		size, get = n.getPTXSize, n.getPTX
	}
	image = n.fetch(size, get, program)
	if len(image) == 0 {
		return nil, "", fmt.Errorf("NVRTC %s made no code with %s", n.version(), strings.Join(options, " "))
	}
	return image, "", nil
}

// fetch gets a result of a program by the function for its size and that for
// its bytes.
func (n *nvrtc) fetch(sizeOf, get, program uintptr) []byte {
	var size uintptr
	if dynlib.Call(sizeOf, program, uintptr(unsafe.Pointer(&size))) != success || size == 0 {
		return nil
	}
	out := make([]byte, size)
	if dynlib.Call(get, program, uintptr(unsafe.Pointer(&out[0]))) != success {
		return nil
	}
	return out
}
