//go:build linux

package cuda

import (
	"fmt"
	"math"
	"strings"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/cache"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/dynlib"
	"github.com/warbler-opt/warbler/kernel"
)

// program is a loaded CUmodule.
type program struct {
	dev    *dev
	module uintptr
}

func (d *dev) Compile(src kernel.Source, text string) (driver.Module, error) {
	arch, ptx, ok := target(d.arch, d.nvrtc.Archs)
	if !ok {
		return nil, driver.NotFound(d.info.ID(), "NVRTC %s does not compile for it", d.nvrtc.version())
	}
	module, code, err := d.build(src, text, arch, ptx)
	if err == nil && !ptx && wrongImage(code) {
		// A driver that does not read the machine code of a newer NVRTC may still
		// read its PTX.
		module, code, err = d.build(src, text, arch, true)
	}
	if err == nil {
		err = d.judge("cuModuleLoadData", code)
	}
	if err != nil {
		return nil, err
	}
	return &program{d, module}, nil
}

// wrongImage tells the codes with which the driver refuses an image.
func wrongImage(code int32) bool {
	switch code {
	case errBadImage, errNoBinary, errBadPTX, errPTXVersion:
		return true
	}
	return false
}

// options are those of nvcc. Results must be the same on every device, so
// nothing is fused, flushed or approximated.
func (d *dev) options(arch int, ptx bool) []string {
	kind := "sm"
	if ptx {
		kind = "compute"
	}
	out := []string{
		fmt.Sprintf("--gpu-architecture=%s_%d", kind, arch),
		"--fmad=false", "--ftz=false", "--prec-div=true", "--prec-sqrt=true", "--std=c++17",
	}
	if d.nvrtc.Major > 12 || d.nvrtc.Major == 12 && d.nvrtc.Minor >= 4 {
		out = append(out, "--minimal") // leaves out the runtime's types: faster
	}
	if driver.Synchronous() {
		out = append(out, "--generate-line-info") // for compute-sanitizer
	}
	return out
}

// build takes the image from the cache or compiles it, and loads it. The code
// is that of loading.
func (d *dev) build(src kernel.Source, text string, arch int, ptx bool) (module uintptr, code int32, err error) {
	options := d.options(arch, ptx)
	kept := cache.Open()
	key := cache.Key("cuda", text, strings.Join(options, " "), d.info.Name, d.info.Architecture, d.info.Version, d.nvrtc.version())
	if image := kept.Load(key); image != nil {
		if module, code = d.load(image); code == success {
			return module, code, nil
		}
	}
	var image []byte
	var log string
	n, err := d.nvrtc.load()
	if err == nil {
		image, log, err = n.compile(text, src.Name+".cu", options, ptx)
	}
	if err != nil {
		return 0, 0, &driver.CallError{Device: d.info.ID(), Call: "NVRTC " + d.nvrtc.version(), Reason: err.Error()}
	}
	if image == nil {
		return 0, 0, driver.NewCompileError(d.info.ID(), src, log)
	}
	module, code = d.load(image)
	if code == success {
		kept.Store(key, image)
	}
	return module, code, nil
}

func (d *dev) load(image []byte) (uintptr, int32) {
	var module uintptr
	code := d.call(d.moduleLoadData, uintptr(unsafe.Pointer(&module)), uintptr(unsafe.Pointer(&image[0])))
	return module, code
}

func (p *program) Release() error {
	return p.dev.released("cuModuleUnload", p.dev.call(p.dev.moduleUnload, p.module))
}

func (p *program) Kernel(name string, shown int) (driver.Call, driver.Limits, error) {
	d := p.dev
	text := dynlib.CString(name)
	var id uintptr
	code := d.call(d.moduleGetFunction, uintptr(unsafe.Pointer(&id)), p.module, uintptr(unsafe.Pointer(&text[0])))
	if code == errNotFound {
		return nil, driver.Limits{}, nil
	}
	if code != success {
		return nil, driver.Limits{}, d.failed("cuModuleGetFunction", code)
	}
	l := driver.Limits{Groups: math.MaxInt32, Params: -1}
	if l.Group, code = d.funcAttribute(id, funcMaxThreads); code == success {
		l.Static, code = d.funcAttribute(id, funcSharedSize)
	}
	if code != success {
		return nil, l, d.failed("cuFuncGetAttribute", code)
	}
	if l.Sizes = d.paramSizes(id, shown); l.Sizes != nil {
		l.Params = len(l.Sizes)
	}
	// Static and dynamic memory share the amount that needs no asking.
	f := &function{dev: d, id: id, dynamic: sharedWithoutAsking - l.Static}
	return f.newCall(), l, nil
}

func (d *dev) funcAttribute(id uintptr, what int) (int, int32) {
	var v int32
	code := d.call(d.funcGetAttribute, uintptr(unsafe.Pointer(&v)), uintptr(what), id)
	return int(v), code
}

// maxParams is beyond what any kernel has: CUDA allows 4 KB of parameters.
const maxParams = 1024

// paramSizes asks the driver, since CUDA 12.4, for the size of each parameter.
// How many there are it tells since 13.2. Before, it is asked for those that the
// source shows: a question too many is an error, which tools such as
// compute-sanitizer report. Only where the source is not understood the error
// is the way to find the end.
func (d *dev) paramSizes(id uintptr, shown int) []int {
	if d.funcGetParamInfo == 0 {
		return nil
	}
	most := maxParams
	var count uintptr
	if d.funcGetParamCount != 0 && d.call(d.funcGetParamCount, id, uintptr(unsafe.Pointer(&count))) == success {
		most = int(count)
	} else if shown >= 0 {
		most = shown
	}
	sizes := []int{}
	for i := range most {
		var offset, size uintptr
		if d.call(d.funcGetParamInfo, id, uintptr(i), uintptr(unsafe.Pointer(&offset)), uintptr(unsafe.Pointer(&size))) != success {
			break // past the last
		}
		sizes = append(sizes, int(size))
	}
	return sizes
}
