package pipeline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/problem/sat"
)

// each runs a test on every device, with optimized kernels: there are few of them,
// and without they take six times as long.
func each(t *testing.T, f func(t *testing.T, d device.Device)) {
	t.Helper()
	devicetest.Optimized(t)
	devicetest.Each(t, f)
}

// history is a run: its result, and the formulas of every step of every part.
type history struct {
	Result
	counts [][]uint32
}

func recordWith(t *testing.T, s *Solver, f *sat.Formula) history {
	t.Helper()
	h := history{counts: make([][]uint32, s.set.parts)}
	s.observe = func(part int, counts []uint32) { h.counts[part] = append(h.counts[part], counts...) }
	h.Result = decide(t, s, f)
	return h
}

// same compares two runs; where a model ends a search of parts, some may have gone
// further than others.
func same(a, b history) error {
	if a.Status != b.Status || a.Formulas != b.Formulas || a.Steps != b.Steps || !slices.Equal(a.Values, b.Values) {
		return fmt.Errorf("%v, %d formulas, %d steps, %v; and %v, %d formulas, %d steps, %v",
			a.Status, a.Formulas, a.Steps, a.Values, b.Status, b.Formulas, b.Steps, b.Values)
	}
	for k := range a.counts {
		n := min(len(a.counts[k]), len(b.counts[k]))
		if n < min(len(a.counts[k]), int(a.Steps)) || !slices.Equal(a.counts[k][:n], b.counts[k][:n]) {
			return fmt.Errorf("part %d has %v and %v formulas", k, a.counts[k], b.counts[k])
		}
	}
	return nil
}

// variants are parameters in which all choices occur.
var variants = [][]string{
	{"batch=1000"},
	{"batch=4096", "swap=last", "clause=shortest"},
	{"batch=400", "arrange=branch", "order=file"},
	{"batch=137", "arrange=branch", "swap=last"},
	{"batch=500", "parts=3"},
}

// The kernels and the engine in Go agree in the formulas of every step, the number
// of steps and the model, whatever the store, also when they swap.
func TestDevices(t *testing.T) {
	each(t, func(t *testing.T, d device.Device) {
		defer func() { forced.ring, forced.group, forced.onChip, forced.slice = 0, 0, false, 0 }()
		formulas, _ := satlib(t, 2, "uf20", "uf50", "uuf50")
		r := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			formulas = append(formulas, random(r, 1+r.IntN(40)))
		}
		swapped := int64(0)
		for k, v := range variants {
			for i, store := range []string{"store=paths", "store=formulas"} {
				if testing.Short() && i != k/2%2 {
					continue // PoCL compiles each
				}
				forced.ring, forced.group, forced.onChip, forced.slice = leastRing, 16+48*(k%2), k%2 == 0, 5*(k%2)
				p := values(t, append(v, store)...)
				goes, there := open(t, Options{Values: p, Threads: 1 + k%2}), open(t, Options{Values: p, Devices: []device.Device{d}})
				for _, f := range formulas {
					want, got := recordWith(t, goes, f), recordWith(t, there, f)
					if err := same(want, got); err != nil {
						t.Fatalf("%s, %v %s: %v", f.Name, v, store, err)
					}
					swapped += got.Swapped
				}
			}
		}
		if swapped == 0 {
			t.Error("nothing was swapped")
		}
	})
}

// Verdicts of SATLIB on devices, one after the other on the same buffers.
func TestDevicesOnSatlib(t *testing.T) {
	each(t, func(t *testing.T, d device.Device) {
		formulas, want := satlib(t, 1000, "uf20", "uf50", "uuf50")
		if d.Info().GPU && !testing.Short() {
			onGPU(t, d)
		}
		hard, wanted := satlib(t, 3, "uf75")
		formulas, want = append(formulas, hard...), append(want, wanted...)
		for _, v := range [][]string{{}, {"store=formulas", "batch=1000"}} {
			here, there := open(t, Options{Values: values(t, v...)}), open(t, Options{Values: values(t, v...), Devices: []device.Device{d}})
			for i, f := range formulas {
				if len(v) > 0 && (f.Vars > 50 || testing.Short()) {
					continue
				}
				a, b := recordWith(t, here, f), recordWith(t, there, f)
				if err := same(a, b); err != nil || (b.Status == sat.Satisfiable) != want[i] {
					t.Errorf("%s, %v: %v, %v", f.Name, v, b.Status, err)
				}
			}
		}
	})
}

// onGPU demands the verdicts of all formulas of 75 variables, which take the CPU too long.
func onGPU(t *testing.T, d device.Device) {
	there := open(t, Options{Devices: []device.Device{d}})
	formulas, want := satlib(t, 1000, "uf75", "uuf75")
	for i, f := range formulas {
		if r := decide(t, there, f); (r.Status == sat.Satisfiable) != want[i] || r.Status == sat.Unknown {
			t.Errorf("%s: %v", f.Name, r.Status)
		}
	}
}

// Several devices split the first batch; the parts of one device are the same parts.
func TestSeveralDevices(t *testing.T) {
	each(t, func(t *testing.T, d device.Device) {
		objects, _ := devicetest.Held(t, d)
		t.Cleanup(func() { // after the solvers are closed
			if now, _ := devicetest.Held(t, d); now != objects {
				t.Errorf("%d objects were made and not closed", now-objects)
			}
		})
		formulas, _ := satlib(t, 3, "uf50", "uuf50", "uf75")
		here := open(t, Options{Values: values(t, "batch=3000", "parts=2")})
		there := open(t, Options{Values: values(t, "batch=3000"), Devices: []device.Device{d, d}, KernelTimes: map[string]time.Duration{}})
		for _, f := range formulas {
			a, b := recordWith(t, here, f), recordWith(t, there, f)
			if err := same(a, b); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
		if there.KernelTimes["expand"] == 0 || there.KernelTimes["spread"] == 0 {
			t.Errorf("the kernels took %v", there.KernelTimes)
		}
	})
}

// With little memory it swaps, stays under the limit and ends rightly.
func TestDevicesSwap(t *testing.T) {
	each(t, func(t *testing.T, d device.Device) {
		formulas, _ := satlib(t, 1, "uf75", "uuf75")
		defer func() { forced.ring = 0 }()
		forced.ring = leastRing
		for _, f := range formulas {
			const memory = 1 << 20
			v := values(t, "batch=1000")
			here, there := open(t, Options{Values: v, Memory: memory}), open(t, Options{Values: v, Devices: []device.Device{d}, Memory: memory})
			a, b := recordWith(t, here, f), recordWith(t, there, f)
			if err := same(a, b); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
			held := 0
			for _, b := range there.workspaces[0].buffers {
				held += b.Size()
			}
			if held > memory {
				t.Errorf("%s: %d bytes of %d", f.Name, held, memory)
			}
			if b.Swapped == 0 {
				t.Errorf("%s: nothing was swapped, %+v", f.Name, b.Result)
			}
		}
	})
}

// What is open of a search is the same here and there, and what the stack says.
func TestDevicesOpen(t *testing.T) {
	each(t, func(t *testing.T, d device.Device) {
		defer func() { forced.ring = 0 }()
		forced.ring = leastRing
		formulas, _ := satlib(t, 1, "uuf75")
		for _, v := range [][]string{{"batch=500"}, {"batch=500", "store=formulas"}} {
			set, err := parse(values(t, v...))
			if err != nil {
				t.Fatal(err)
			}
			set.parts = 1
			p, err := newInstance(formulas[0], nil, true)
			if err != nil {
				t.Fatal(err)
			}
			q, err := newPlan(set, p, 0, 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			at, err := newWorkspace(d, nil)
			if err != nil {
				t.Fatal(err)
			}
			there, err := newOnDevice(context.Background(), at, q, 0, 1)
			if err != nil {
				t.Fatal(err)
			}
			here := newOnCPU(q, 1)
			for _, x := range []part{here, there} {
				if err := errors.Join(x.begin(context.Background()), x.advance(context.Background(), 60)); err != nil {
					t.Fatal(err)
				}
			}
			sum := 0.0
			for i := range here.stack.count {
				sum += math.Ldexp(1, -assigned(here.stack.at(i)[:here.words]))
			}
			got, err := there.open()
			want, _ := here.open()
			if err != nil || math.Abs(got-sum) > 1e-12 || math.Abs(want-sum) > 1e-12 || sum == 0 || there.result().swapped == 0 {
				t.Errorf("%v: %g there, %g here, %g in all, %v", v, got, want, sum, err)
			}
			if err := errors.Join(there.close(), at.close()); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestDevicesCancel(t *testing.T) {
	if testing.Short() {
		t.Skip("long: PoCL optimizes kernels for half a minute")
	}
	each(t, func(t *testing.T, d device.Device) {
		for _, v := range [][]string{{}, {"store=formulas"}, {"batch=262144"}, {"batch=1000", "parts=2"}} {
			canceled(t, Options{Values: values(t, v...), Devices: []device.Device{d}}, 500*time.Millisecond)
			canceled(t, Options{Values: values(t, v...), Devices: []device.Device{d}}, 20*time.Millisecond)
		}
	})
}
