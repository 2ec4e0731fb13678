package decide

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/search/lookahead"
	"github.com/warbler-opt/warbler/search/lookahead/pipeline"
)

// openPipeline makes the pipeline ready on what --device asks for; all devices
// that it names take part.
func (a *family) openPipeline(ctx context.Context, f *satFlags) error {
	if a.solver != nil {
		return nil
	}
	began := time.Now()
	defer func() { a.Devices.Seconds = time.Since(began).Seconds() }()
	values, err := f.Values()
	if err != nil {
		return err
	}
	cpu := false
	if a.devices, cpu, err = a.OpenPlaces(ctx, f.Device, false); err != nil {
		return err
	}
	if len(a.devices) > 0 && cpu {
		a.Note("the devices do the work; the CPU that --device %s names is left out", f.Device)
	}
	a.solver, err = pipeline.New(pipeline.Options{Values: values, Devices: a.devices, Threads: f.Threads, Memory: f.bytes})
	return err
}

// byBatches decides the formula with the pipeline.
func (d *decision) byBatches(ctx context.Context) error {
	told := func(r pipeline.Result) lookahead.Result {
		return lookahead.Result{Status: r.Status, Values: r.Values, Nodes: r.Formulas, Closed: r.Closed, Elapsed: r.Elapsed}
	}
	s := d.family.solver
	s.Watch = func(r pipeline.Result) { d.options.Watch(told(r)) }
	r, err := s.Solve(ctx, d.formula, d.options.Assume)
	if limit := (*cnf.LimitError)(nil); errors.As(err, &limit) && limit.Needed > 0 {
		err = fmt.Errorf("%s: %w", d.formula.Name, err)
	}
	d.result = told(r)
	return err
}

// bytesOf reads a size such as 512M, 1.5G or 2GiB; units are powers of 1024, and
// nothing is 0.
func bytesOf(text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	number := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	unit := 1.0
	if at := strings.IndexAny("KMGT", number[max(0, len(number)-1):]); at >= 0 && number != "" {
		unit = math.Pow(1024, float64(at+1))
		number = number[:len(number)-1]
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !(x*unit >= 1 && x*unit < 1<<62) {
		return 0, fmt.Errorf("%s: write it as 512M, 1.5G or a number of bytes", text)
	}
	return uint64(x * unit), nil
}
