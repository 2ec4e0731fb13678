package pipeline

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
)

//go:embed pipeline.cl
var pipelineText string

//go:embed paths.cl
var pathsText string

//go:embed formulas.cl
var formulasText string

// stateNames are the words of a search's state on a device, STATE_… in the dialect.
var stateNames = []string{
	"HEAD", "SIZE", "SWAPPED", // of the ring, see ring
	"TAKE", "ENDED", "MODEL", "STEPS", "TAKEN", "BASE", "FIRST", "SECOND", "THIRD",
	// What stays as it is:
	"CAPACITY", "ROOM", "RESERVE", "BATCH", "BRANCH", "LAST", "SHORTEST", "WORDS", "CLAUSES",
	"STARTS", "OTHERS", "OFTEN", "TABLE", "BITS", "FROM",
}

// The places of stateNames that Go reads.
const (
	stateHead = iota
	stateSize
	stateSwapped
	stateTake
	stateEnded
	stateModel
	stateSteps
)

// source is the program for one way to keep formulas and one size of groups.
type source struct {
	formulas bool
	group    int
	onChip   bool // the table of paths lies there
}

func (s source) kernels() kernel.Source {
	store, text := "paths", pathsText
	if s.formulas {
		store, text = "formulas", formulasText
	}
	k := kernel.Source{Name: "pipeline/" + store, Parts: []kernel.Part{kernel.Group,
		{Name: "search/lookahead/pipeline/pipeline.cl", Text: pipelineText}, {Name: "search/lookahead/pipeline/" + store + ".cl", Text: text}}}
	k.Defines.Number("STATE_", stateNames...)
	k.Defines.Add("GROUP_WORKERS", fmt.Sprintf("%du", s.group))
	k.Defines.Add("TABLE_ON_CHIP", s.onChip)
	k.Defines.Add("MOST_STEPS", fmt.Sprintf("%du", mostSteps))
	return k
}

// workspace is what a part needs on a device, kept from formula to formula.
type workspace struct {
	device   device.Device
	queue    device.Queue
	programs map[source]device.Program
	buffers  map[string]device.Buffer
	window   device.HostBuffer
	half     uint64        // half of what was free at first
	compiled time.Duration // what compilers took
	watch    population.Stopwatch
}

// mostSteps is how many steps are queued at once, at most; a power of two.
const mostSteps = 256

func newWorkspace(d device.Device, times map[string]time.Duration) (p *workspace, err error) {
	d = driver.Hinted(d, "lower the parameter batch or Options.Memory")
	p = &workspace{device: d, programs: map[source]device.Program{}, buffers: map[string]device.Buffer{}, watch: population.Stopwatch{Times: times}}
	if p.queue, err = d.NewQueue(); err != nil {
		return nil, err
	}
	if p.window, err = d.AllocHost(4 * (len(stateNames) + mostSteps)); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

// fit makes a buffer as large as so many bytes at least; its content is undefined.
func (p *workspace) fit(name string, size int) error {
	if b := p.buffers[name]; b != nil {
		if b.Size() >= size {
			return nil
		}
		delete(p.buffers, name)
		if err := b.Close(); err != nil {
			return err
		}
	}
	b, err := p.device.Alloc(max(16, size))
	if err == nil {
		p.buffers[name] = b
	}
	return err
}

func (p *workspace) kernel(ctx context.Context, s source, name string) (device.Kernel, error) {
	program := p.programs[s]
	if program == nil {
		var err error
		began := time.Now()
		defer func() { p.compiled += time.Since(began) }()
		if program, err = p.device.Compile(ctx, s.kernels()); err != nil {
			return nil, err
		}
		p.programs[s] = program
	}
	return program.Kernel(name)
}

// launch queues a prepared launch, and measures it if asked to.
func (p *workspace) launch(name string, l device.Launcher) error {
	return p.watch.Launch(p.queue, name, l.Launch)
}

// wait waits for the queue. Launches are short, so it does even when a context has
// ended.
func (p *workspace) wait() error {
	if err := p.queue.Wait(context.Background()); err != nil {
		return err
	}
	return p.watch.Add()
}

// close releases everything.
func (p *workspace) close() error {
	errs := []error{p.queue.Wait(context.Background())}
	for _, b := range p.buffers {
		errs = append(errs, b.Close())
	}
	for _, x := range p.programs {
		errs = append(errs, x.Close())
	}
	if p.window != nil {
		errs = append(errs, p.window.Close())
	}
	return errors.Join(append(errs, p.queue.Close())...)
}
