//go:build linux

package opencl

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/dynlib"
	"github.com/warbler-opt/warbler/internal/lifetime"
	"github.com/warbler-opt/warbler/kernel"
)

// program is a built cl_program and the kernels taken from it so far.
type program struct {
	dev        *dev
	life       lifetime.Handle
	id         uintptr
	name       string
	signatures map[string]*device.Signature
	mu         sync.Mutex
	kernels    map[string]*kern
}

func (d *dev) compile(src kernel.Source) (*program, error) {
	text := src.Text()
	cache := device.OpenCache()
	key := device.CacheKey("opencl", text, d.flags(), d.info.Name, d.info.Vendor, d.info.Architecture, d.info.Version)
	id, err := uintptr(0), error(nil)
	if binary := d.cached(cache, key); binary != nil {
		id = d.buildBinary(binary)
	}
	if id == 0 {
		if id, err = d.buildSource(src, text); err != nil {
			return nil, err
		}
		if d.cacheable() {
			cache.Store(key, d.binary(id))
		}
	}
	p := &program{dev: d, id: id, name: src.Name, signatures: device.Signatures(text), kernels: map[string]*kern{}}
	if err := d.life.Adopt(&p.life, lifetime.OtherRank, 0, p.release); err != nil {
		return nil, err
	}
	return p, nil
}

// cacheable tells whether binaries are worth keeping. PoCL has a cache of its
// own, per kernel and group size; to make a binary it compiles every kernel
// once more for groups of any size, which took half as long again as the build
// itself. Who names a folder by hand gets its binaries kept all the same.
func (d *dev) cacheable() bool {
	return d.platform != "Portable Computing Language" || os.Getenv("WARBLER_CACHE") != ""
}

func (d *dev) cached(c device.Cache, key string) []byte {
	if !d.cacheable() {
		return nil
	}
	return c.Load(key)
}

func (d *dev) buildSource(src kernel.Source, text string) (uintptr, error) {
	source := dynlib.CString(text)
	var pin runtime.Pinner // the driver is given a pointer to this pointer
	pin.Pin(&source[0])
	defer pin.Unpin()
	pointer := uintptr(unsafe.Pointer(&source[0]))
	var code int32
	id := create(d.createProgramWithSource, d.context, 1, uintptr(unsafe.Pointer(&pointer)), 0, uintptr(unsafe.Pointer(&code)))
	if code != success {
		return 0, d.failed("clCreateProgramWithSource", code)
	}
	if code := d.build(id); code != success {
		log := dynlib.GoString(query2(d.getProgramBuildInfo, id, d.id, programBuildLog))
		call(d.releaseProgram, id)
		if code != errBuildFailure && strings.TrimSpace(log) == "" {
			return 0, d.failed("clBuildProgram", code)
		}
		return 0, device.NewCompileError(d.info.ID(), src, log)
	}
	return id, nil
}

func (d *dev) build(program uintptr) int32 {
	options := dynlib.CString(d.flags())
	id := d.id
	return call(d.buildProgram, program, 1, uintptr(unsafe.Pointer(&id)), uintptr(unsafe.Pointer(&options[0])), 0, 0)
}

// flags are the options of a build: the device's own, and those that the
// environment adds.
func (d *dev) flags() string {
	return strings.TrimSpace(d.options + " " + os.Getenv("WARBLER_OPENCL_OPTIONS"))
}

// buildBinary gives 0 when the driver does not like the binary: then the
// source is built again.
func (d *dev) buildBinary(binary []byte) uintptr {
	var pin runtime.Pinner
	pin.Pin(&binary[0])
	defer pin.Unpin()
	pointer, size, id := uintptr(unsafe.Pointer(&binary[0])), uintptr(len(binary)), d.id
	var status, code int32
	program := create(d.createProgramWithBinary, d.context, 1, uintptr(unsafe.Pointer(&id)), uintptr(unsafe.Pointer(&size)),
		uintptr(unsafe.Pointer(&pointer)), uintptr(unsafe.Pointer(&status)), uintptr(unsafe.Pointer(&code)))
	if code != success {
		return 0
	}
	if status != success || d.build(program) != success {
		call(d.releaseProgram, program)
		return 0
	}
	return program
}

// binary asks for the machine code of a built program, or gives nil.
func (d *dev) binary(program uintptr) []byte {
	size := number(query(d.getProgramInfo, program, programBinarySizes))
	if size == 0 {
		return nil
	}
	out := make([]byte, size)
	var pin runtime.Pinner
	pin.Pin(&out[0])
	defer pin.Unpin()
	pointer := uintptr(unsafe.Pointer(&out[0]))
	if call(d.getProgramInfo, program, programBinaries, unsafe.Sizeof(pointer), uintptr(unsafe.Pointer(&pointer)), 0) != success {
		return nil
	}
	return out
}

func (p *program) release() error {
	p.dev.gate.Drain()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range p.kernels {
		call(p.dev.releaseKernel, k.shared.id)
	}
	call(p.dev.releaseProgram, p.id)
	return nil
}

func (p *program) Close() error { return p.life.Close() }

// kern is a kernel with the cl_kernel that all launches but the prepared ones
// share.
type kern struct {
	program   *program
	name      string
	signature *device.Signature
	params    int // LOCAL_PARAM included
	maxGroup  int
	static    int // bytes of local memory it declares itself

	mu     sync.Mutex // guards shared
	shared clKernel
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
	id, code := p.createKernel(name)
	if code == errInvalidKernelName {
		return nil, &device.LaunchError{Device: d.info.ID(), Kernel: name, Reason: fmt.Sprintf("there is no such kernel in %s", p.name)}
	}
	if code != success {
		return nil, d.failed("clCreateKernel", code)
	}
	k := &kern{program: p, name: name, signature: p.signatures[name]}
	k.params = int(number(query(d.getKernelInfo, id, kernelNumArgs)))
	k.maxGroup = int(number(query2(d.getKernelWorkGroupInfo, id, d.id, kernelWorkGroupSize)))
	k.static = staticLocal(number(query2(d.getKernelWorkGroupInfo, id, d.id, kernelLocalMemSize)))
	if k.maxGroup == 0 {
		call(d.releaseKernel, id)
		return nil, d.failed("clGetKernelWorkGroupInfo", -30)
	}
	k.shared = clKernel{id: id, last: make([]argument, k.params)}
	if s := k.signature; s != nil && len(s.Params)+count(s.Local) != k.params {
		k.signature = nil // the driver knows better than our reading of the text
	}
	p.kernels[name] = k
	return k, nil
}

func (p *program) createKernel(name string) (uintptr, int32) {
	text := dynlib.CString(name)
	var code int32
	id := create(p.dev.createKernel, p.id, uintptr(unsafe.Pointer(&text[0])), uintptr(unsafe.Pointer(&code)))
	return id, code
}

// staticLocal is the local memory that a kernel declares itself. NVIDIA's
// driver says 1 byte for one that only has a parameter for it. Whether a launch
// with all the rest fits is then for the driver to say.
func staticLocal(reported uint64) int {
	if reported == 1 {
		return 0
	}
	return int(reported)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (k *kern) Name() string { return k.name }

func (k *kern) MaxGroup() int { return k.maxGroup }
