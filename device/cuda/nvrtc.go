//go:build linux

package cuda

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/cache"
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
}

// facts is what is known of an NVRTC without loading it.
type facts struct {
	Path         string
	Major, Minor int
	Archs        []int // it can compile for, ascending: 75, 80, …
}

func (f facts) version() string { return fmt.Sprintf("%d.%d", f.Major, f.Minor) }

// compiler is an NVRTC that is loaded when something is to be compiled: its hundred
// megabytes take longer to load than many runs last.
type compiler struct {
	facts
	load func() (*nvrtc, error)
}

var compilerOnce struct {
	sync.Once
	c   *compiler
	err error
}

// findCompiler finds the compiler once per process. What it is, is remembered until its
// file, or where it is looked for, changes.
func findCompiler(driverMajor int) (*compiler, error) {
	o := &compilerOnce
	o.Do(func() {
		key := compilerKey(driverMajor)
		var f facts
		if text := cache.Open().LoadWhile(key); text != nil && json.Unmarshal(text, &f) == nil && len(f.Archs) > 0 {
			o.c = &compiler{f, sync.OnceValues(func() (*nvrtc, error) {
				n, _, err := openNVRTC(f.Path)
				return n, err
			})}
			return
		}
		n, f, err := findNVRTC(driverMajor)
		if o.err = err; err != nil {
			return
		}
		o.c = &compiler{f, func() (*nvrtc, error) { return n, nil }}
		if f.Path = loadedFrom(f.Path); f.Path != "" {
			text, _ := json.Marshal(f) // plain data
			cache.Open().StoreWhile(key, []string{f.Path, linkerCache}, text)
		}
	})
	return o.c, o.err
}

func compilerKey(driverMajor int) string {
	parts := []string{"nvrtc", strconv.Itoa(driverMajor)}
	for _, v := range variables {
		parts = append(parts, os.Getenv(v))
	}
	return cache.Key(parts...)
}

// loadedFrom is the file of a library that was loaded by a name or path, or "".
func loadedFrom(name string) string {
	if strings.Contains(name, "/") {
		path, _ := filepath.Abs(name)
		return path
	}
	maps, _ := os.ReadFile("/proc/self/maps")
	for line := range strings.Lines(string(maps)) {
		if _, path, ok := strings.Cut(strings.TrimSpace(line), "/"); ok && strings.HasPrefix(filepath.Base(path), "libnvrtc.so") {
			return "/" + path
		}
	}
	return ""
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

func findNVRTC(driverMajor int) (*nvrtc, facts, error) {
	if path := os.Getenv("WARBLER_NVRTC"); path != "" {
		n, f, err := openNVRTC(path)
		if err != nil {
			return nil, f, fmt.Errorf("NVRTC, CUDA's compiler, cannot be loaded from WARBLER_NVRTC=%s: %v", path, err)
		}
		return n, f, nil
	}
	places := folders()
	fitting, newer := sonames(driverMajor)
	for _, names := range [][]string{fitting, newer} {
		for _, name := range names {
			if n, f, err := openNVRTC(name); err == nil {
				return n, f, nil
			}
		}
		for _, folder := range places {
			for _, name := range names {
				path := filepath.Join(folder, name)
				if _, err := os.Stat(path); err != nil {
					continue
				}
				if n, f, err := openNVRTC(path); err == nil {
					return n, f, nil
				}
			}
		}
	}
	where := ""
	if len(places) > 0 {
		where = " and in " + strings.Join(places, ", ")
	}
	return nil, facts{}, fmt.Errorf("NVRTC, CUDA's compiler, is not found (tried %s by name%s; WARBLER_NVRTC can name it)",
		strings.Join(append(fitting, newer...), ", "), where)
}

func openNVRTC(path string) (*nvrtc, facts, error) {
	none := facts{}
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
		return nil, none, err
	}
	n := &nvrtc{}
	if err := dynlib.Bind(handle, n); err != nil {
		return nil, none, err
	}
	var major, minor, count int32
	if code := dynlib.Call(n.getVersion, uintptr(unsafe.Pointer(&major)), uintptr(unsafe.Pointer(&minor))); code != success {
		return nil, none, fmt.Errorf("nvrtcVersion failed: %s", n.explain(code))
	}
	if code := dynlib.Call(n.getNumArchs, uintptr(unsafe.Pointer(&count))); code != success || count <= 0 {
		return nil, none, fmt.Errorf("nvrtcGetNumSupportedArchs failed: %s", n.explain(code))
	}
	archs := make([]int32, count)
	if code := dynlib.Call(n.getArchs, uintptr(unsafe.Pointer(&archs[0]))); code != success {
		return nil, none, fmt.Errorf("nvrtcGetSupportedArchs failed: %s", n.explain(code))
	}
	f := facts{Path: path, Major: int(major), Minor: int(minor)}
	for _, a := range archs {
		f.Archs = append(f.Archs, int(a))
	}
	slices.Sort(f.Archs)
	return n, f, nil
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
		return nil, "", fmt.Errorf("it made no code with %s", strings.Join(options, " "))
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
