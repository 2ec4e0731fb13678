package searchtest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/search"
)

// Moment is what can be seen of an engine between two calls of Step.
type Moment struct {
	Samples []search.Sample
	Saved   []byte            // a checkpoint: everything that the engine goes on with
	Best    []search.Solution // by replica
}

// Lookup finds an algorithm.
func Lookup(t testing.TB, name string) search.Algorithm {
	t.Helper()
	a, err := search.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Small are values that make a few steps of an algorithm quick.
func Small(a search.Algorithm) search.Values {
	values := search.Values{}
	for _, p := range a.Params {
		switch p.Name {
		case "population":
			values[p.Name] = "8"
		case "width", "height", "children", "iterations":
			values[p.Name] = "4"
		case "across", "down", "passes":
			values[p.Name] = "1"
		}
	}
	return values
}

// Open makes an engine with a trace, and closes it with the test.
func Open(t *testing.T, a search.Algorithm, c search.Config) search.Engine {
	t.Helper()
	c.Trace = true
	e, err := a.Engine(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// Begin has an engine make its first population, and no step after it.
func Begin(t *testing.T, e search.Engine) search.Engine {
	t.Helper()
	if p, err := e.Step(context.Background(), 0); err != nil || p.Steps > 0 {
		t.Fatal(p, err)
	}
	return e
}

// Follow asks for so many steps at a time, whatever an engine makes of it.
func Follow(t *testing.T, e search.Engine, replicas, calls, steps int) []Moment {
	t.Helper()
	var list []Moment
	reached := int64(0)
	for r := range replicas {
		reached = max(reached, best(t, e, r).Steps)
	}
	for range calls {
		m := Moment{}
		if steps == 0 {
			Begin(t, e)
		}
		for to := reached + int64(steps); reached < to; {
			p, err := e.Step(context.Background(), int(to-reached))
			if err != nil {
				t.Fatal(err)
			}
			m.Samples = append(m.Samples, p.Samples...)
			reached = p.Steps
			if p.Running == 0 {
				break
			}
		}
		m.Saved = Save(t, e)
		for r := range replicas {
			m.Best = append(m.Best, best(t, e, r))
		}
		list = append(list, m)
	}
	return list
}

// History is Follow from the start.
func History(t *testing.T, a search.Algorithm, c search.Config, calls, steps int) []Moment {
	t.Helper()
	return Follow(t, Open(t, a, c), len(c.Replicas), calls, steps)
}

// Save is an engine's checkpoint.
func Save(t *testing.T, e search.Engine) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := e.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func best(t *testing.T, e search.Engine, r int) search.Solution {
	t.Helper()
	s, err := e.Best(r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func describe(s search.Sample) string {
	b := math.Float64bits
	return fmt.Sprintf("replica %d step %d evaluations %d so far %d best %d worst %d mean %v (%x) deviation %x diversity %x online %x offline %x front %d of %x",
		s.Replica, s.Step, s.Evaluations, s.BestSoFar, s.Best, s.Worst, s.Mean, b(s.Mean), b(s.Deviation), b(s.Diversity), b(s.Online), b(s.Offline), s.Front, b(s.Hypervolume))
}

// Same fails at the first difference between two histories.
func Same(t *testing.T, what string, want, got []Moment) {
	t.Helper()
	if len(want) != len(got) {
		t.Fatalf("%s: %d moments, want %d", what, len(got), len(want))
	}
	for i := range want {
		w, g := want[i], got[i]
		if len(w.Samples) != len(g.Samples) {
			t.Fatalf("%s: call %d: %d samples, want %d", what, i, len(g.Samples), len(w.Samples))
		}
		for k := range w.Samples {
			if x, y := describe(w.Samples[k]), describe(g.Samples[k]); x != y {
				t.Fatalf("%s: call %d:\n got %s\nwant %s", what, i, y, x)
			}
		}
		for r := range w.Best {
			if x, y := fmt.Sprint(w.Best[r]), fmt.Sprint(g.Best[r]); x != y {
				t.Fatalf("%s: call %d: replica %d has found\n%s, want\n%s", what, i, r, y, x)
			}
		}
		if !bytes.Equal(w.Saved, g.Saved) {
			t.Fatalf("%s: call %d: the checkpoints differ", what, i)
		}
	}
}

// Where lists the CPU, as nil, and every device.
func Where(t *testing.T) []device.Device {
	return append([]device.Device{nil}, devicetest.All(t)...)
}

// Name is a device's name, or "cpu".
func Name(d device.Device) string {
	if d == nil {
		return "cpu"
	}
	return d.Info().ID()
}

// Everywhere compares a configuration on the CPU with one and two goroutines
// and on every device. It returns the history that all have, for layouts that
// only some devices are to be compared in.
func Everywhere(t *testing.T, a search.Algorithm, c search.Config, calls, steps int) []Moment {
	t.Helper()
	c.Threads, c.Device = 1, nil
	want := History(t, a, c, calls, steps)
	c.Threads = 2 // before the devices, without which the test is skipped
	Same(t, "cpu with two goroutines", want, History(t, a, c, calls, steps))
	for _, d := range devicetest.All(t) {
		c.Device = d
		Same(t, Name(d), want, History(t, a, c, calls, steps))
	}
	return want
}

// Resumed saves a run after some steps on one device and continues it on
// another; it must equal the run left alone.
func Resumed(t *testing.T, a search.Algorithm, c search.Config, from, to device.Device, steps int) {
	t.Helper()
	c.Device = from
	whole := History(t, a, c, 2, steps)
	part := History(t, a, c, 1, steps)
	c.Device, c.Resume = to, bytes.NewReader(part[0].Saved)
	Same(t, Name(from)+" to "+Name(to), whole[1:], Follow(t, Open(t, a, c), len(c.Replicas), 1, steps))
}

// Alone checks that a replica among others equals the run alone.
func Alone(t *testing.T, a search.Algorithm, c search.Config, replica, calls, steps int) {
	t.Helper()
	all := History(t, a, c, calls, steps)
	c.Replicas = c.Replicas[replica : replica+1]
	alone := History(t, a, c, calls, steps)
	for i := range all {
		var mine []search.Sample
		for _, s := range all[i].Samples {
			if s.Replica == replica {
				s.Replica = 0
				mine = append(mine, s)
			}
		}
		all[i] = Moment{mine, share(t, all[i].Saved, replica), all[i].Best[replica : replica+1]}
		alone[i].Saved = share(t, alone[i].Saved, 0)
	}
	Same(t, fmt.Sprintf("replica %d of many on %s", replica, Name(c.Device)), all, alone)
}

// Unequal is a checkpoint whose replicas have made so many steps each, as when
// goroutines are stopped.
func Unequal(t *testing.T, a search.Algorithm, c search.Config, steps ...int) []byte {
	t.Helper()
	var all *search.Checkpoint
	for r, n := range steps {
		one, err := search.ReadCheckpoint(bytes.NewReader(History(t, a, c, 1, n)[0].Saved))
		if err != nil {
			t.Fatal(err)
		}
		if all == nil {
			all = one
		}
		all.Header.Steps = max(all.Header.Steps, one.Header.Steps)
		for name, b := range one.Sections {
			each := len(b) / len(steps)
			copy(all.Sections[name][r*each:], b[r*each:(r+1)*each])
		}
	}
	var saved bytes.Buffer
	if err := all.Write(&saved); err != nil {
		t.Fatal(err)
	}
	return saved.Bytes()
}

// share is what a checkpoint holds of one replica: every section goes replica
// after replica.
func share(t *testing.T, saved []byte, replica int) []byte {
	t.Helper()
	c, err := search.ReadCheckpoint(bytes.NewReader(saved))
	if err != nil {
		t.Fatal(err)
	}
	var mine []byte
	for _, name := range slices.Sorted(maps.Keys(c.Sections)) {
		b := c.Sections[name]
		n := len(b) / len(c.Header.Replicas)
		mine = append(mine, b[replica*n:(replica+1)*n]...)
	}
	return mine
}
