// Package bench is what the benchmarks have in common: where they run, how a run is
// made and checked, and how its times are drawn.
package bench

import (
	"cmp"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/device"
	_ "github.com/warbler-opt/warbler/device/cuda"   // registers the driver
	_ "github.com/warbler-opt/warbler/device/opencl" // registers the driver
	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// Main runs a benchmark until it ends, fails or is interrupted.
func Main(name string, run func(ctx context.Context) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		os.Exit(1)
	}
}

// Data is the folder with instances: $WARBLER_DATA, or where it usually is.
func Data() string {
	return cmp.Or(os.Getenv("WARBLER_DATA"), filepath.Join("..", "shared", "data"))
}

// Read reads a file.
func Read[T any](path string, read func(r io.Reader, name string) (T, error)) (found T, err error) {
	r, err := input.Open(path)
	if err != nil {
		return found, err
	}
	defer r.Close()
	return read(r, filepath.Base(path))
}

// Formula reads a formula.
func Formula(path string) (*sat.Formula, error) { return Read(path, sat.Read) }

// Problem is what is made of a formula.
func Problem(f *sat.Formula, err error) (problem.Problem, error) {
	if err != nil {
		return nil, err
	}
	return sat.New(f)
}

// Place is where runs are made.
type Place struct {
	Device  device.Device // nil: the CPU
	ID      string        // CPU, cuda:0, …
	Name    string        // for sentences
	Threads int
}

// Flags are -threads and -device, with what it is where it is not given; the place is
// there after Open.
func (p *Place) Flags(otherwise string) (where *string) {
	flag.IntVar(&p.Threads, "threads", 0, "CPU threads; 0: all")
	return flag.String("device", otherwise, "where to run: "+device.Names)
}

// Open opens the device that a flag asks for. Close ends its use.
func (p *Place) Open(ctx context.Context, where string) error {
	p.ID, p.Name = "CPU", "the CPU"
	infos, _, err := device.Select(ctx, where)
	if err != nil || len(infos) == 0 {
		return err
	}
	p.ID = infos[0].ID()
	p.Name = fmt.Sprintf("%s (%s, driver %s)", infos[0].Name, p.ID, infos[0].Version)
	p.Device, err = device.Open(ctx, infos[0].ID())
	return err
}

// Close ends the use of the device.
func (p *Place) Close() error {
	if p.Device == nil {
		return nil
	}
	return p.Device.Close()
}

// Parts are what a benchmark can measure, by the words of -only.
type Parts map[string]func(context.Context) error

// Measure measures parts in the order in which -only names them.
func (p Parts) Measure(ctx context.Context, only string) error {
	names := strings.Split(only, ",")
	if slices.ContainsFunc(names, func(name string) bool { return p[name] == nil }) {
		return fmt.Errorf("-only %s: there are %s", only, strings.Join(slices.Sorted(maps.Keys(p)), ", "))
	}
	for _, name := range names {
		if err := p[name](ctx); err != nil {
			return err
		}
	}
	return nil
}

// Head prints the head of a table.
func Head(cells ...string) {
	fmt.Printf("\n| %s |\n|%s\n", strings.Join(cells, " | "), strings.Repeat("---|", len(cells)))
}

// Table reads a CSV file: its rows by the names of its columns.
func Table(path string) (rows []map[string]string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, cells := range all[min(1, len(all)):] {
		row := map[string]string{}
		for i, name := range all[0] {
			row[name] = cells[i]
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Run makes a run of an algorithm by the rules of its configuration. Elapsed and
// KernelTimes begin after the first population. An independent judge looks at the
// solutions of the first hundred replicas.
func Run(ctx context.Context, algorithm string, c search.Config, watch ...search.Observer) (r search.Result, err error) {
	a, err := search.Lookup(algorithm)
	if err != nil {
		return r, err
	}
	e, err := a.Engine(ctx, c)
	if err != nil {
		return r, err
	}
	defer e.Close()
	if err := begin(ctx, e); err != nil {
		return r, err
	}
	clear(c.KernelTimes)
	if r, err = search.Run(ctx, e, c.Stop, watch...); err != nil {
		return r, err
	}
	for _, s := range r.Runs[:min(100, len(r.Runs))] {
		if err := search.Verify(c.Problem, s); err != nil {
			return r, err
		}
	}
	return r, ctx.Err()
}

// begin makes the first population, so that the steps alone are timed.
func begin(ctx context.Context, e search.Engine) error {
	for made := int64(-1); ; {
		p, err := e.Step(ctx, 0)
		if err != nil || p.Evaluations == made {
			return err
		}
		made = p.Evaluations
	}
}

// Median is the middle of some numbers.
func Median(x []float64) float64 { return slices.Sorted(slices.Values(x))[len(x)/2] }

// Repeat does something so many times, after some to warm up, and gives what took the
// median time.
func Repeat[T any](warm, times int, seconds func(T) float64, do func() (T, error)) (T, error) {
	var all []T
	for k := range warm + max(1, times) {
		one, err := do()
		if err != nil {
			return one, err
		}
		if k >= warm {
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b T) int { return cmp.Compare(seconds(a), seconds(b)) })
	return all[len(all)/2], nil
}
