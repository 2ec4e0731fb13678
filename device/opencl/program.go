//go:build linux

package opencl

import (
	"math"
	"os"
	"runtime"
	"strings"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/cache"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/dynlib"
	"github.com/warbler-opt/warbler/kernel"
)

// program is a built cl_program.
type program struct {
	dev *dev
	id  uintptr
}

func (d *dev) Compile(src kernel.Source, text string) (driver.Module, error) {
	kept := cache.Open()
	key := cache.Key("opencl", text, d.flags(), d.info.Name, d.info.Vendor, d.info.Architecture, d.info.Version)
	id, err := uintptr(0), error(nil)
	if d.cacheable() {
		if binary := kept.Load(key); binary != nil {
			id = d.buildBinary(binary)
		}
	}
	if id == 0 {
		if id, err = d.buildSource(src, text); err != nil {
			return nil, err
		}
		if d.cacheable() {
			kept.Store(key, d.binary(id))
		}
	}
	return &program{d, id}, nil
}

// cacheable tells whether binaries are worth keeping. PoCL has a cache of its
// own, per kernel and group size; to make a binary it compiles every kernel
// once more for groups of any size, which took half as long again as the build
// itself. Who names a folder by hand gets its binaries kept all the same.
func (d *dev) cacheable() bool {
	return d.platform != "Portable Computing Language" || os.Getenv("WARBLER_CACHE") != ""
}

func (d *dev) buildSource(src kernel.Source, text string) (uintptr, error) {
	source := dynlib.CString(text)
	var pin runtime.Pinner // the driver is given a pointer to this pointer
	pin.Pin(&source[0])
	defer pin.Unpin()
	pointer := uintptr(unsafe.Pointer(&source[0]))
	var code int32
	id := dynlib.CallHandle(d.createProgramWithSource, d.context, 1, uintptr(unsafe.Pointer(&pointer)), 0, uintptr(unsafe.Pointer(&code)))
	if code != success {
		return 0, d.failed("clCreateProgramWithSource", code)
	}
	if code := d.build(id); code != success {
		log := dynlib.GoString(query(d.getProgramBuildInfo, id, d.id, programBuildLog))
		dynlib.Call(d.releaseProgram, id)
		if code != errBuildFailure && strings.TrimSpace(log) == "" {
			return 0, d.failed("clBuildProgram", code)
		}
		return 0, driver.NewCompileError(d.info.ID(), src, log)
	}
	return id, nil
}

func (d *dev) build(program uintptr) int32 {
	options := dynlib.CString(d.flags())
	id := d.id
	return dynlib.Call(d.buildProgram, program, 1, uintptr(unsafe.Pointer(&id)), uintptr(unsafe.Pointer(&options[0])), 0, 0)
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
	program := dynlib.CallHandle(d.createProgramWithBinary, d.context, 1, uintptr(unsafe.Pointer(&id)), uintptr(unsafe.Pointer(&size)),
		uintptr(unsafe.Pointer(&pointer)), uintptr(unsafe.Pointer(&status)), uintptr(unsafe.Pointer(&code)))
	if code != success {
		return 0
	}
	if status != success || d.build(program) != success {
		dynlib.Call(d.releaseProgram, program)
		return 0
	}
	return program
}

// binary asks for the machine code of a built program, or gives nil.
func (d *dev) binary(program uintptr) []byte {
	size := number(query(d.getProgramInfo, program, 0, programBinarySizes))
	if size == 0 {
		return nil
	}
	out := make([]byte, size)
	var pin runtime.Pinner
	pin.Pin(&out[0])
	defer pin.Unpin()
	pointer := uintptr(unsafe.Pointer(&out[0]))
	if dynlib.Call(d.getProgramInfo, program, programBinaries, unsafe.Sizeof(pointer), uintptr(unsafe.Pointer(&pointer)), 0) != success {
		return nil
	}
	return out
}

func (p *program) Release() error {
	dynlib.Call(p.dev.releaseProgram, p.id)
	return nil
}

func (p *program) Kernel(name string, _ int) (driver.Call, driver.Limits, error) {
	d := p.dev
	c, code := p.newCall(name)
	if code == errInvalidKernelName {
		return nil, driver.Limits{}, nil
	}
	if code != success {
		return nil, driver.Limits{}, d.failed("clCreateKernel", code)
	}
	l := driver.Limits{
		Groups:     math.MaxInt,
		Group:      int(number(query(d.getKernelWorkGroupInfo, c.id, d.id, kernelWorkGroupSize))),
		Static:     staticLocal(number(query(d.getKernelWorkGroupInfo, c.id, d.id, kernelLocalMemSize))),
		Params:     int(number(query(d.getKernelInfo, c.id, 0, kernelNumArgs))),
		LocalParam: true,
	}
	if l.Group == 0 {
		c.Release()
		return nil, l, d.failed("clGetKernelWorkGroupInfo", -30)
	}
	return c, l, nil
}

func (p *program) newCall(name string) (*call, int32) {
	text := dynlib.CString(name)
	var code int32
	id := dynlib.CallHandle(p.dev.createKernel, p.id, uintptr(unsafe.Pointer(&text[0])), uintptr(unsafe.Pointer(&code)))
	return &call{program: p, name: name, id: id}, code
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
