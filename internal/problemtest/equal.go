package problemtest

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed harness.cl
var harnessText string

//go:embed launch.cl
var launchText string

var launchPart = kernel.Part{Name: "problemtest/launch.cl", Text: launchText}

// smallChip is how much on-chip memory every device has.
const smallChip = 16 << 10

// Equal compares a problem's kernel with its Go code on every device, on
// genomes that it makes from the seed: TEAM 1 with the cache and without, and
// teams of 64 unless the kernel is serial.
func Equal(t *testing.T, p problem.Problem, seed uint64) {
	t.Helper()
	k := p.(problem.Kernelled).Kernel()
	devicetest.Each(t, func(t *testing.T, d device.Device) {
		for _, team := range []int{1, 64} {
			if team > 1 && k.Serial {
				continue
			}
			cached := k.Cache > 0 && k.Cache*8+team*8 <= smallChip
			compare(t, d, p, seed, team, cached)
			if cached && team == 1 {
				compare(t, d, p, seed, team, false)
			}
		}
	})
}

func compare(t *testing.T, d device.Device, p problem.Problem, seed uint64, team int, cached bool) {
	t.Helper()
	const count = 40
	what := fmt.Sprintf("team of %d, cached %v", team, cached)
	g := RandomGenomes(p.Representation(), count, seed)
	onDevice := problem.NewGenomes(g.Representation, count)
	for i := range count {
		onDevice.At(i).Set(g.At(i))
	}
	const step = 1<<40 + 7
	scores := judge(t, d, p, onDevice, seed, step, team, cached)
	for i := range count {
		genome := g.At(i)
		if r, ok := p.(problem.Repairer); ok {
			r.Repair(genome, rng.Address{Seed: seed, Step: step, Individual: uint32(i), Purpose: rng.Repair})
		}
		if !same(genome, onDevice.At(i)) {
			t.Fatalf("%s: genome %d is repaired to %v, in Go to %v", what, i, onDevice.At(i), genome)
		}
		if want := p.Evaluate(genome); scores[i] != want {
			t.Fatalf("%s: genome %d scores %d, in Go %d", what, i, scores[i], want)
		}
	}
}

// judge repairs and scores genomes on a device.
func judge(t *testing.T, d device.Device, p problem.Problem, g problem.Genomes, seed, step uint64, team int, cached bool) []problem.Score {
	t.Helper()
	k := p.(problem.Kernelled).Kernel()
	scores := make([]problem.Score, g.Len())
	shape := device.Shape{Groups: (g.Len() + 63) / 64, Group: 64, Local: team * 8}
	if team > 1 {
		shape.Groups, shape.Group = g.Len(), team
	}
	var defines kernel.Defines
	defines.Add("TEAM", team)
	defines.Add("CACHED", cached)
	defines.Add("CACHE", k.Cache)
	defines.Add("REPAIR", k.Repair)
	if cached {
		shape.Local += k.Cache * 8
	}
	launch(t, d, p, k, append(defines, k.Defines...), "judge", launchPart, shape, g, scores, seed, step, uint32(g.Len()))
	return scores
}

// launch compiles a problem's kernel with one of this package's and runs it over genomes,
// which it may change, and scores.
func launch(t *testing.T, d device.Device, p problem.Problem, k problem.Kernel, own kernel.Defines, name string, part kernel.Part,
	shape device.Shape, g problem.Genomes, scores []problem.Score, more ...any) {
	t.Helper()
	r := p.Representation()
	var defines kernel.Defines
	defines.Add("KIND", int(r.Kind))
	defines.Add("LEN", r.Length)
	defines.Add("WORDS", r.Words())
	defines.Add("STRIDE", r.Stride())
	parts := append([]kernel.Part{kernel.Philox, {Name: "problemtest/harness.cl", Text: harnessText}}, k.Parts...)
	ctx := context.Background()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	program, err := d.Compile(ctx, kernel.Source{Name: "problemtest/" + p.Name(), Defines: append(defines, own...), Parts: append(parts, part)})
	check(err)
	defer program.Close()
	entry, err := program.Kernel(name)
	check(err)
	q, err := d.NewQueue()
	check(err)
	defer q.Close()
	data := k.Data
	if len(data) == 0 {
		data = make([]uint64, 1)
	}
	var buffers []any
	for _, b := range [][]byte{rowBytes(g), bytesOf(data), bytesOf(scores)} {
		mem, err := d.Alloc(len(b))
		check(err)
		defer mem.Close()
		check(q.Write(mem, 0, b))
		buffers = append(buffers, mem)
	}
	check(q.Launch(entry, shape, append(buffers, more...)...))
	check(q.Read(rowBytes(g), buffers[0].(device.Buffer), 0))
	check(q.Read(bytesOf(scores), buffers[2].(device.Buffer), 0))
	check(q.Wait(ctx))
}

// RandomGenomes makes genomes that cover their space: bits of all densities,
// symbols, orders and reals drawn uniformly, and the extremes first.
func RandomGenomes(r problem.Representation, count int, seed uint64) problem.Genomes {
	g := problem.NewGenomes(r, count)
	for i := range count {
		at := rng.Address{Seed: seed, Individual: uint32(i), Purpose: rng.Init}
		genome := g.At(i)
		for w := range genome.Bits {
			genome.Bits[w] = at.Mask64(uint32(w), uint64(i%9)<<29)
		}
		if rest := r.Length & 63; rest != 0 && r.Kind == problem.Binary {
			genome.Bits[len(genome.Bits)-1] &= 1<<rest - 1
		}
		for j := range genome.Symbols {
			genome.Symbols[j] = uint8(at.Bounded(at.Word(uint32(j)), uint32(j), uint32(r.Alphabet)))
		}
		if len(genome.Order) > 0 {
			at.Permutation(genome.Order)
			if i == 0 {
				for j := range genome.Order {
					genome.Order[j] = uint16(j)
				}
			}
		}
		for j := range genome.Reals {
			u := rng.Unit(at.Word(uint32(2*j)), at.Word(uint32(2*j+1)))
			switch i {
			case 0:
				u = 0
			case 1:
				u = 1
			case 2:
				u = 0.5
			}
			genome.Reals[j] = r.Lower[j] + float64(u*(r.Upper[j]-r.Lower[j]))
		}
	}
	return g
}

// same compares genomes bit by bit: zeros have signs.
func same(a, b problem.Genome) bool {
	bits := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
	return a.Equal(b) && slices.EqualFunc(a.Reals, b.Reals, bits)
}

// rowBytes is the memory of a table of genomes.
func rowBytes(g problem.Genomes) []byte {
	switch g.Kind {
	case problem.Binary:
		return bytesOf(g.Bits)
	case problem.Discrete:
		return g.Symbs
	case problem.Permutation:
		return bytesOf(g.Orders)
	default:
		return bytesOf(g.Reals)
	}
}

func bytesOf[T uint64 | int64 | uint16 | float64](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(values[0])))
}
