package swarm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/searchtest"
)

// random is a formula at random, and its clauses.
func random(t *testing.T, vars, clauses int, seed uint64) (*Formula, [][]uint32) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	var two [][2]uint32
	var three [][3]uint32
	var all [][]uint32
	for i := range clauses {
		p := r.Perm(vars)
		var c []uint32
		for k := range 3 {
			c = append(c, uint32(2*p[k]+r.IntN(2)))
		}
		if i%5 == 0 {
			c = c[:2]
			two = append(two, [2]uint32(c))
		} else {
			three = append(three, [3]uint32(c))
		}
		all = append(all, c)
	}
	f, err := New(vars, two, three)
	if err != nil {
		t.Fatal(err)
	}
	return f, all
}

// satisfiable tries all assignments.
func satisfiable(vars int, clauses [][]uint32) bool {
next:
	for a := range uint32(1) << vars {
		for _, c := range clauses {
			ok := false
			for _, l := range c {
				ok = ok || a>>(l>>1)&1 != l&1
			}
			if !ok {
				continue next
			}
		}
		return true
	}
	return false
}

func check(t *testing.T, clauses [][]uint32, model []uint32) {
	t.Helper()
	is := map[uint32]bool{}
	for _, l := range model {
		if is[l^1] {
			t.Fatalf("both %d and its opposite are true", l)
		}
		is[l] = true
	}
	for _, c := range clauses {
		ok := false
		for _, l := range c {
			ok = ok || is[l]
		}
		if !ok {
			t.Fatalf("clause %v is false", c)
		}
	}
}

func TestDecideIsRight(t *testing.T) {
	verdicts := map[bool]int{}
	for seed := range uint64(400) {
		vars := 5 + int(seed%10)
		f, clauses := random(t, vars, vars*int(2+seed%5)*2/3, seed)
		want := satisfiable(vars, clauses)
		verdicts[want]++
		model, p, err := Decide(context.Background(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		if (model != nil) != want {
			t.Fatalf("seed %d: satisfiable %v, want %v", seed, model != nil, want)
		}
		if model != nil {
			check(t, clauses, model)
		}
		if p.Nodes == 0 {
			t.Errorf("seed %d: no node", seed)
		}
	}
	if verdicts[true] < 50 || verdicts[false] < 50 {
		t.Errorf("%v: too much of one kind to tell", verdicts)
	}
}

func random3(t *testing.T, vars, clauses int, seed uint64) (*Formula, [][]uint32) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	var three [][3]uint32
	var all [][]uint32
	for range clauses {
		p := r.Perm(vars)
		c := [3]uint32{}
		for k := range 3 {
			c[k] = uint32(2*p[k] + r.IntN(2))
		}
		three = append(three, c)
		all = append(all, c[:])
	}
	f, err := New(vars, nil, three)
	if err != nil {
		t.Fatal(err)
	}
	return f, all
}

// TestDevicesAgree demands of devices the verdicts and, of formulas that cannot be
// satisfied, the nodes of the search in Go.
func TestDevicesAgree(t *testing.T) {
	for _, l := range []struct {
		workers, slots, budget int
		waiting                bool
	}{{}, {0, 7, 1, false}, {0, 1, 1000, false}, {0, 6, 9, true}, {0, 40, 2, true}, {0, 1, 3, true}, {32, 5, 3, false}, {8, 3, 2, true}, {2, 1, 1, false}} {
		t.Run(fmt.Sprintf("%+v", l), func(t *testing.T) {
			if l.workers > 1 && testing.Short() {
				t.Skip("PoCL takes long to compile groups of several work-items")
			}
			before := forced
			forced.workers, forced.slots, forced.budget, forced.waiting = l.workers, l.slots, l.budget, l.waiting
			t.Cleanup(func() { forced = before })
			for _, c := range []struct {
				vars, clauses int
				seed          uint64
				mixed         bool
			}{{8, 30, 1, true}, {12, 20, 2, true}, {31, 200, 7, true}, {40, 170, 3, false}, {75, 325, 4, false}, {75, 330, 5, false}, {100, 440, 6, false}} {
				if testing.Short() && l.budget > 0 && c.vars > 75 || l.workers > 1 && c.vars > 31 {
					continue // they take PoCL long to compile
				}
				make := random3
				if c.mixed {
					make = random
				}
				f, clauses := make(t, c.vars, c.clauses, c.seed)
				want, whole, err := Decide(context.Background(), f, nil)
				if err != nil {
					t.Fatal(err)
				}
				if want == nil && math.Abs(whole.Closed-1) > 1e-9 {
					t.Errorf("%v: %v of the tree closed", c, whole.Closed)
				}
				for _, d := range devicetest.All(t) {
					got, p, err := On(context.Background(), d, f, Options{})
					if err != nil {
						t.Fatal(err)
					}
					if (got != nil) != (want != nil) {
						t.Errorf("%v: satisfiable %v, want %v", c, got != nil, want != nil)
					}
					if got != nil {
						check(t, clauses, got)
						continue
					}
					if p.Nodes != whole.Nodes {
						t.Errorf("%v: %d nodes, want %d", c, p.Nodes, whole.Nodes)
					}
					if math.Abs(p.Closed-1) > 1e-6 {
						t.Errorf("%v: %v of the tree closed", c, p.Closed)
					}
				}
			}
		})
	}
}

// TestDeterministic demands of devices the model and the nodes of the search in Go,
// however the tree is divided.
func TestDeterministic(t *testing.T) {
	for _, l := range []struct {
		slots, budget int
		waiting       bool
	}{{1, 3, false}, {4, 1, false}, {9, 2, false}, {40, 1, false}, {9, 5, true}, {60, 3, true}} {
		before := forced
		forced.slots, forced.budget, forced.waiting = l.slots, l.budget, l.waiting
		t.Cleanup(func() { forced = before })
		models := 0
		for seed := range uint64(24) {
			vars := 40 + int(seed%3)*10
			f, clauses := random3(t, vars, vars*4, seed)
			want, whole, err := Decide(context.Background(), f, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range devicetest.All(t) {
				got, p, err := On(context.Background(), d, f, Options{Deterministic: true})
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got, want) || p.Nodes != whole.Nodes {
					t.Errorf("%+v, seed %d: model %v after %d nodes, want %v after %d", l, seed, got, p.Nodes, want, whole.Nodes)
				}
				if got != nil {
					models++
					check(t, clauses, got)
				}
			}
		}
		if models < 5 {
			t.Errorf("%d models are too few to tell", models)
		}
	}
}

// TestCanceled demands that a search on a device ends soon when it is told to.
func TestCanceled(t *testing.T) {
	for _, d := range devicetest.All(t) {
		f, _ := random3(t, 350, 1500, 1)
		if d.Info().GPU { // for which that is a matter of milliseconds
			f, _ = random3(t, 700, 3000, 1)
		}
		searchtest.Punctual(t, d.Info().Name, func() time.Duration {
			ctx, cancel := context.WithCancel(context.Background())
			var began, told time.Time
			_, p, err := On(ctx, d, f, Options{Watch: func(Progress) {
				if began.IsZero() {
					began = time.Now()
				}
				if time.Since(began) > 300*time.Millisecond && told.IsZero() {
					told = time.Now()
					cancel()
				}
			}})
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%v", err)
			}
			if p.Nodes == 0 {
				t.Error("no node")
			}
			return time.Since(told)
		})
	}
}

func TestSteer(t *testing.T) {
	for _, c := range []struct {
		launchSize population.LaunchSize
		took       time.Duration
		want       population.LaunchSize
	}{{64, 25 * time.Millisecond, 128}, {64, 5 * time.Millisecond, 128}, {64, 100 * time.Millisecond, 32}, {64, 0, 128}, {1, time.Second, 1}, {40, launchTime, 40}} {
		if got := steer(c.launchSize, c.took); got != c.want {
			t.Errorf("%d nodes in %v: %d are next, want %d", c.launchSize, c.took, got, c.want)
		}
	}
}

func TestWorth(t *testing.T) {
	for _, c := range []struct {
		nodes  int64
		closed float64
		want   int
	}{{0, 0, 0}, {1000, 1, 0}, {6400, 0.5, 100}, {6400, 0.1, 900}, {1 << 40, 0, math.MaxInt32}} {
		if got := (Progress{Nodes: c.nodes, Closed: c.closed}).worth(); got != c.want {
			t.Errorf("%d nodes, %v of the tree: work for %d, want %d", c.nodes, c.closed, got, c.want)
		}
	}
}

// TestStarved: where a device has too little memory, one sentence says what to do.
func TestStarved(t *testing.T) {
	f, _ := random3(t, 20, 90, 1)
	failures := devicetest.Starve(t, func(d device.Device) error {
		_, _, err := On(context.Background(), d, f, Options{})
		return err
	})
	if len(failures) == 0 {
		t.Error("nothing was allocated")
	}
	for _, err := range failures {
		if text := err.Error(); !strings.HasSuffix(text, " asked, 1 B free; lower Options.Memory, or use the CPU") || strings.Contains(text, "\n") {
			t.Error(err)
		}
	}
}

// A formula that the allowed memory of a device has no room for is refused before
// anything is taken.
func TestTooLittleMemory(t *testing.T) {
	f, _ := random3(t, 40, 160, 1)
	for _, d := range devicetest.All(t) {
		var none *cnf.LimitError
		if _, _, err := On(context.Background(), d, f, Options{Memory: 1024}); !errors.As(err, &none) || none.Needed <= 1024 || !strings.HasSuffix(err.Error(), ", and may use 1.0 KiB of the device") {
			t.Errorf("%s: %v", d.Info().ID(), err)
		}
	}
}

// turns counts how often a device is taken and given back.
type turns struct{ taken, given int }

func (t *turns) Lock()   { t.taken++ }
func (t *turns) Unlock() { t.given++ }

// A device that something else works on is taken for each launch, and free between
// them.
func TestTurns(t *testing.T) {
	before := forced
	forced.budget = 2
	t.Cleanup(func() { forced = before })
	f, _ := random3(t, 60, 270, 1)
	for _, d := range devicetest.All(t) {
		var turn turns
		if _, _, err := On(context.Background(), d, f, Options{Turn: &turn}); err != nil {
			t.Fatal(err)
		}
		if turn.taken < 2 || turn.given != turn.taken {
			t.Errorf("taken %d times and given back %d", turn.taken, turn.given)
		}
	}
}
