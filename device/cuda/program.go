//go:build linux

package cuda

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/cache"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/dynlib"
	"github.com/warbler-opt/warbler/kernel"
)

// program is a source, compiled in pieces of one kernel. A piece is loaded when its
// kernel is first asked for.
type program struct {
	dev    *dev
	pieces []*piece
}

// piece is a part of a program: its image, and the CUmodule once it is loaded.
type piece struct {
	kernel  string // "": all that the program has
	source  kernel.Source
	key     string // in the cache
	arch    int
	ptx     bool
	image   []byte
	cached  bool
	mu      sync.Mutex
	module  uintptr
	options []string
}

func (d *dev) Compile(src kernel.Source, text string) (driver.Module, error) {
	arch, ptx, ok := target(d.arch, d.nvrtc.Archs)
	if !ok {
		return nil, driver.NotFound(d.info.ID(), "NVRTC %s does not compile for it", d.nvrtc.version())
	}
	options, kept := d.options(arch, ptx), cache.Open()
	whole := cache.Key("cuda", text, strings.Join(options, " "), d.info.Name, d.info.Architecture, d.info.Version, d.nvrtc.version())
	p := &program{dev: d}
	var missing []*piece
	for _, s := range src.Split() {
		c := &piece{kernel: s.Kernel, source: s.Source, key: cache.Key(whole, s.Kernel), arch: arch, ptx: ptx, options: options}
		if c.image = kept.Load(c.key); c.image == nil {
			missing = append(missing, c)
		}
		c.cached = c.image != nil
		p.pieces = append(p.pieces, c)
	}
	return p, d.compileAll(missing)
}

// compileAll compiles pieces side by side on the cores there are, long ones last. The
// error is that of the first that fails.
func (d *dev) compileAll(list []*piece) error {
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(a, b *piece) int { return cmp.Compare(a.length(), b.length()) })
	errs := make(map[*piece]error, len(list))
	var mu sync.Mutex
	var wg sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, c := range order {
		room <- struct{}{}
		wg.Go(func() {
			err := d.compilePiece(c)
			mu.Lock()
			errs[c] = err
			mu.Unlock()
			<-room
		})
	}
	wg.Wait()
	for _, c := range list {
		if errs[c] != nil {
			return errs[c]
		}
	}
	return nil
}

// length is that of what the piece has and others have not.
func (c *piece) length() (n int) {
	for _, p := range c.source.Parts {
		n += len(p.Text)
	}
	return n
}

// compilePiece makes the image of a piece.
func (d *dev) compilePiece(c *piece) error {
	var log string
	n, err := d.nvrtc.load()
	if err == nil {
		c.image, log, err = n.compile(c.source.Text(), c.source.Name+".cu", c.options, c.ptx)
	}
	if err != nil {
		return &driver.CallError{Device: d.info.ID(), Call: "NVRTC " + d.nvrtc.version(), Reason: err.Error()}
	}
	if c.image == nil {
		return driver.NewCompileError(d.info.ID(), c.source, log)
	}
	cache.Open().Store(c.key, c.image)
	return nil
}

// open loads a piece, unless that was done. An image that the driver does not take is
// compiled once more: one from the cache as it was, another as PTX, which a driver may
// read that does not read the machine code of a newer NVRTC.
func (d *dev) open(c *piece) (uintptr, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.module != 0 {
		return c.module, nil
	}
	module, code := d.load(c.image)
	if code != success && c.cached {
		c.cached = false
		if err := d.compilePiece(c); err != nil {
			return 0, err
		}
		module, code = d.load(c.image)
	}
	if !c.ptx && wrongImage(code) {
		c.ptx, c.options = true, d.options(c.arch, true)
		if err := d.compilePiece(c); err != nil {
			return 0, err
		}
		module, code = d.load(c.image)
	}
	if code != success {
		return 0, d.failed("cuModuleLoadData", code)
	}
	c.module, c.image = module, nil
	return module, nil
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

func (d *dev) load(image []byte) (uintptr, int32) {
	var module uintptr
	code := d.call(d.moduleLoadData, uintptr(unsafe.Pointer(&module)), uintptr(unsafe.Pointer(&image[0])))
	return module, code
}

func (p *program) Release() error {
	var err error
	for _, c := range p.pieces {
		if c.module != 0 {
			err = errors.Join(err, p.dev.released("cuModuleUnload", p.dev.call(p.dev.moduleUnload, c.module)))
		}
	}
	return err
}

func (p *program) Kernel(name string, shown int) (driver.Call, driver.Limits, error) {
	d := p.dev
	at := slices.IndexFunc(p.pieces, func(c *piece) bool { return c.kernel == name || c.kernel == "" })
	if at < 0 {
		return nil, driver.Limits{}, nil
	}
	module, err := d.open(p.pieces[at])
	if err != nil {
		return nil, driver.Limits{}, err
	}
	text := dynlib.CString(name)
	var id uintptr
	code := d.call(d.moduleGetFunction, uintptr(unsafe.Pointer(&id)), module, uintptr(unsafe.Pointer(&text[0])))
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
