package walk

import (
	"context"
	"embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/parallel"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed *.cl
var files embed.FS

// gpuLanes is how many work-items make the flips of a walk on a GPU. A device
// that is a CPU gains nothing from more than one.
const gpuLanes = 32

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	lanes  int
	onChip bool
}

// mostSamples bounds the bytes of samples on a device.
const mostSamples = 64 << 20

// kernels are the walks on a device, a group of work-items for each.
type kernels struct {
	*population.Device
	*plan
	programs []program // of the ways to walk
	room     int       // samples of a replica
	samples  device.Buffer
}

// program is the kernel of a way to walk.
type program struct {
	kernel       string
	lanes, local int
}

// Open compiles a program for each way to walk.
func (k *kernels) Open(ctx context.Context) error {
	f := k.formula
	log := 64 + (f.vars+63)/64
	if k.every > 0 {
		k.room = max(1, min(1024, mostSamples/(k.Replicas*8*len(sampleNames))))
	}
	samples := 1 + k.room*len(sampleNames)
	params := []population.Word{
		population.Flag("ALL_HARD", f.hard == 0 && f.Hard > 0), population.Int("VIOLATED", f.Violated), population.Int("TOP", int(f.Soft+f.Always)),
		population.Int("ROW", k.Frame.Rep.Stride()), population.Int("LOG", log), population.Int("SAMPLES", samples),
	}
	par := population.Values(nil, params)
	for i, y := range k.ways {
		lanes, onChip := k.layout(y.words)
		x := program{"walk_run", lanes, parallel.GroupScratch(lanes)}
		if onChip {
			x.local += 8 * y.words
		}
		source, err := k.source(y, params, lanes, onChip), error(nil)
		if i == 0 {
			err = k.Compile(ctx, source)
		} else {
			x.kernel = fmt.Sprintf("walk_run %d", i)
			err = k.Add(ctx, source.Source, "walk_run", x.kernel)
		}
		if err != nil {
			return err
		}
		if k.programs = append(k.programs, x); y.name == "probing" {
			par = append(par, f.odds()...)
		}
	}
	k.samples = k.Scratch(8 * k.Replicas * samples)
	k.Arguments(k.Constant(population.Bytes(k.Frame.Seeds)), k.Constant(population.Bytes(f.words())), k.Constant(population.Bytes(slices.Concat(f.weight, f.scaled))),
		k.Constant(population.Bytes(par)), k.Rules, k.Bests, k.Scratch(4*k.Replicas*log), k.samples)
	return nil
}

// source assembles the kernel of a way to walk, for groups of so many work-items.
func (k *kernels) source(y way, params []population.Word, lanes int, onChip bool) *population.Source {
	s := &population.Source{Source: kernel.Source{Name: "walk", Defines: population.Defines(false)}}
	s.Words("PAR_", params)
	d := &s.Defines
	d.Number("FORMULA_", append(formulaNames, "WORDS")...)
	d.Number("WALK_", append(walkNames, "WORDS")...)
	d.Number("SAMPLE_", append(sampleNames, "WORDS")...)
	d.Add("GROUP_WORKERS", lanes)
	d.Add("ON_CHIP", onChip)
	d.Add("PARTIAL", k.formula.hard > 0)
	d.Add("ALIKE", k.formula.alike)
	for _, name := range []string{"weighting", "tabu", "probing"} {
		d.Add(strings.ToUpper(name), name == y.name)
	}
	s.Defines = append(s.Defines, constants...)
	d.Add("PERIOD", k.formula.period())
	s.Add(kernel.Philox, kernel.Group, population.Part)
	s.Files("search/walk", files, "assignment.cl", y.name+".cl", "walk.cl")
	return s
}

// layout is how many work-items a walk has, and whether its words lie on chip:
// on a GPU if all replicas fit there at once, or four on each of its units.
func (k *kernels) layout(words int) (lanes int, onChip bool) {
	lanes = 1
	if k.Info.GPU && k.Info.MaxGroup >= gpuLanes {
		lanes = gpuLanes
	}
	if forced.lanes > 0 {
		lanes = forced.lanes
	}
	fit := k.Info.LocalMemory / (8*words + parallel.GroupScratch(lanes))
	if forced.onChip {
		return lanes, fit > 0
	}
	return lanes, k.Info.GPU && (fit >= 4 || fit > 0 && fit*k.Info.ComputeUnits >= k.Replicas)
}

// FirstSize guesses how many flips fit into a launch.
func (k *kernels) FirstSize() population.LaunchSize { return 64 }

// Advance makes flips after flip from: in a launch one way to walk, and as many as
// there is room for the samples.
func (k *kernels) Advance(ctx context.Context, from int64, flips int) {
	for end := from + int64(flips); from < end && ctx.Err() == nil && k.Err == nil; {
		until := min(end, (from>>turn+1)<<turn)
		if k.every > 0 {
			until = min(until, from+max(1, int64(k.room-1)*k.every))
		}
		at := k.walkerAt(from + 1)
		x, y := k.programs[at], k.ways[at]
		k.Launch(x.kernel, device.Shape{Groups: k.Replicas, Group: x.lanes, Local: x.local},
			uint64(k.stride), uint64(y.offset), uint32(y.words), uint64(until), uint64(k.every))
		k.fetchSamples(ctx)
		from = until
	}
}

// fetchSamples fetches the samples of a launch.
func (k *kernels) fetchSamples(ctx context.Context) {
	if k.every == 0 {
		return
	}
	size := 1 + k.room*len(sampleNames)
	words := make([]uint64, size*k.Replicas)
	k.Read(population.Bytes(words), k.samples)
	if k.Wait(ctx); k.Err != nil {
		return
	}
	for r := range k.Replicas {
		mine := words[r*size : (r+1)*size]
		for i := range int(mine[0]) {
			x := mine[1+i*len(sampleNames):]
			s := sampleOf(r, int64(x[0]), problem.Score(x[1]), problem.Score(x[2]), math.Float64frombits(x[3]), math.Float64frombits(x[4]))
			k.Frame.Samples = append(k.Frame.Samples, s)
		}
	}
}
