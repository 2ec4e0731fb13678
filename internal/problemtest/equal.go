package problemtest

import (
	"context"
	_ "embed"
	"fmt"
	"math"
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
		onDevice.Copy(i, g, i)
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
	r := p.Representation()
	flag := map[bool]int{true: 1}
	src := kernel.Source{Name: "problemtest/" + p.Name()}
	src.Defines = append([]kernel.Define{
		{Name: "KIND", Value: int(r.Kind)}, {Name: "LEN", Value: r.Length}, {Name: "WORDS", Value: r.Words()},
		{Name: "STRIDE", Value: r.Stride()}, {Name: "TEAM", Value: team}, {Name: "CACHED", Value: flag[cached]},
		{Name: "CACHE", Value: k.Cache}, {Name: "REPAIR", Value: flag[k.Repair]},
	}, k.Defines...)
	src.Parts = append([]kernel.Part{kernel.Philox, {Name: "problemtest/harness.cl", Text: harnessText}}, k.Parts...)
	src.Parts = append(src.Parts, kernel.Part{Name: "problemtest/launch.cl", Text: launchText})
	ctx := context.Background()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	program, err := d.Compile(ctx, src)
	check(err)
	defer program.Close()
	entry, err := program.Kernel("judge")
	check(err)
	q, err := d.NewQueue()
	check(err)
	defer q.Close()
	data := k.Data
	if len(data) == 0 {
		data = make([]uint64, 1)
	}
	buffer := func(b []byte) device.Buffer {
		t.Helper()
		mem, err := d.Alloc(len(b))
		check(err)
		check(q.Write(mem, 0, b))
		return mem
	}
	scores := make([]problem.Score, g.Len())
	rows := buffer(rowBytes(g))
	defer rows.Close()
	instance := buffer(bytesOf(data))
	defer instance.Close()
	out := buffer(bytesOf(scores))
	defer out.Close()
	shape := device.Shape{Groups: (g.Len() + 63) / 64, Group: 64, Local: team * 8}
	if team > 1 {
		shape.Groups, shape.Group = g.Len(), team
	}
	if cached {
		shape.Local += k.Cache * 8
	}
	check(q.Launch(entry, shape, rows, instance, out, seed, step, uint32(g.Len())))
	check(q.Read(bytesOf(scores), out, 0))
	check(q.Read(rowBytes(g), rows, 0))
	check(q.Wait(ctx))
	return scores
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

func same(a, b problem.Genome) bool {
	for w := range a.Bits {
		if a.Bits[w] != b.Bits[w] {
			return false
		}
	}
	for j := range a.Symbols {
		if a.Symbols[j] != b.Symbols[j] {
			return false
		}
	}
	for j := range a.Order {
		if a.Order[j] != b.Order[j] {
			return false
		}
	}
	for j := range a.Reals {
		if math.Float64bits(a.Reals[j]) != math.Float64bits(b.Reals[j]) {
			return false
		}
	}
	return true
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
