//go:build linux

package cuda

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/dynlib"
	"github.com/warbler-opt/warbler/internal/lifetime"
	"github.com/warbler-opt/warbler/kernel"
)

// program is a loaded CUmodule and the kernels taken from it so far.
type program struct {
	dev        *dev
	life       lifetime.Handle
	module     uintptr
	name       string
	signatures map[string]*device.Signature
	mu         sync.Mutex
	kernels    map[string]*kern
}

func (d *dev) compile(src kernel.Source) (*program, error) {
	text := src.Text()
	arch, ptx, ok := target(d.arch, d.nvrtc.archs)
	if !ok {
		return nil, &device.NotFoundError{What: d.info.ID(), Reason: fmt.Sprintf("NVRTC %s does not compile for it", d.nvrtc.version())}
	}
	module, code, err := d.build(src, text, arch, ptx)
	if err == nil && !ptx && wrongImage(code) {
		// A driver that does not read the machine code of a newer NVRTC may still
		// read its PTX.
		module, code, err = d.build(src, text, arch, true)
	}
	if err != nil {
		return nil, err
	}
	if code != success {
		return nil, d.failed("cuModuleLoadData", code)
	}
	p := &program{dev: d, module: module, name: src.Name, signatures: device.Signatures(text), kernels: map[string]*kern{}}
	if err := d.life.Adopt(&p.life, lifetime.OtherRank, 0, p.release); err != nil {
		return nil, err
	}
	return p, nil
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
	if d.nvrtc.major > 12 || d.nvrtc.major == 12 && d.nvrtc.minor >= 4 {
		out = append(out, "--minimal") // leaves out the runtime's types: faster
	}
	if d.sync {
		out = append(out, "--generate-line-info") // for compute-sanitizer
	}
	return out
}

// build takes the image from the cache or compiles it, and loads it. The code
// is that of loading.
func (d *dev) build(src kernel.Source, text string, arch int, ptx bool) (module uintptr, code int32, err error) {
	options := d.options(arch, ptx)
	cache := device.OpenCache()
	key := device.CacheKey("cuda", text, strings.Join(options, " "), d.info.Name, d.info.Architecture, d.info.Version, d.nvrtc.version())
	if image := cache.Load(key); image != nil {
		if module, code = d.load(image); code == success {
			return module, code, nil
		}
	}
	image, log, err := d.nvrtc.compile(text, src.Name+".cu", options, ptx)
	if err != nil {
		return 0, 0, &device.DriverError{Device: d.info.ID(), Call: "NVRTC " + d.nvrtc.version(), Reason: err.Error()}
	}
	if image == nil {
		return 0, 0, device.NewCompileError(d.info.ID(), src, log)
	}
	module, code = d.load(image)
	if code == success {
		cache.Store(key, image)
	}
	return module, code, nil
}

func (d *dev) load(image []byte) (uintptr, int32) {
	var module uintptr
	code := d.call(d.moduleLoadData, uintptr(unsafe.Pointer(&module)), uintptr(unsafe.Pointer(&image[0])))
	return module, code
}

func (p *program) release() error {
	p.dev.gate.Drain()
	return p.dev.released("cuModuleUnload", p.dev.call(p.dev.moduleUnload, p.module))
}

func (p *program) Close() error { return p.life.Close() }

// kern is a CUfunction and the block its arguments are passed in.
type kern struct {
	program   *program
	id        uintptr
	name      string
	signature *device.Signature
	sizes     []int // of the parameters; nil where the driver does not tell
	maxGroup  int
	static    int // bytes of shared memory it declares itself

	// mu guards what follows: the driver copies the arguments during the launch.
	mu      sync.Mutex
	dynamic int // shared memory that funcMaxDynamicShared allows
	block   *block
}

func (p *program) Kernel(name string) (device.Kernel, error) {
	if !p.life.Acquire() {
		return nil, device.ErrClosed
	}
	defer p.life.Release()
	p.mu.Lock()
	defer p.mu.Unlock()
	if k := p.kernels[name]; k != nil {
		return k, nil
	}
	d := p.dev
	text := dynlib.CString(name)
	var id uintptr
	code := d.call(d.moduleGetFunction, uintptr(unsafe.Pointer(&id)), p.module, uintptr(unsafe.Pointer(&text[0])))
	if code == errNotFound {
		return nil, &device.LaunchError{Device: d.info.ID(), Kernel: name, Reason: fmt.Sprintf("there is no such kernel in %s", p.name)}
	}
	if code != success {
		return nil, d.failed("cuModuleGetFunction", code)
	}
	k := &kern{program: p, id: id, name: name, signature: p.signatures[name], dynamic: sharedWithoutAsking}
	if k.maxGroup, code = d.funcAttribute(id, funcMaxThreads); code == success {
		k.static, code = d.funcAttribute(id, funcSharedSize)
	}
	if code != success {
		return nil, d.failed("cuFuncGetAttribute", code)
	}
	// Static and dynamic memory share the amount that needs no asking.
	k.dynamic -= k.static
	k.sizes = d.paramSizes(id, k.signature)
	if s := k.signature; s != nil && k.sizes != nil && len(s.Params) != len(k.sizes) {
		k.signature = nil // the driver knows better than our reading of the text
	}
	p.kernels[name] = k
	return k, nil
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
func (d *dev) paramSizes(id uintptr, s *device.Signature) []int {
	if d.funcGetParamInfo == 0 {
		return nil
	}
	most := maxParams
	var count uintptr
	if d.funcGetParamCount != 0 && d.call(d.funcGetParamCount, id, uintptr(unsafe.Pointer(&count))) == success {
		most = int(count)
	} else if s != nil {
		most = len(s.Params)
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

func (k *kern) Name() string { return k.name }

func (k *kern) MaxGroup() int { return k.maxGroup }
