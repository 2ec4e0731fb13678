package cellular

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// sack is a knapsack problem.
func sack(t *testing.T, items int) problem.Problem {
	t.Helper()
	inst, err := knapsack.Generate("uncorrelated", items, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	p, err := knapsack.New(inst, "penalty")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// extended is a random formula with more clauses, which weigh so much.
func extended(t *testing.T, r sat.Random, weight int64, clauses ...[]int32) problem.Problem {
	t.Helper()
	f, err := sat.Generate(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range clauses {
		f.Add(weight, c...)
	}
	p, err := sat.New(f)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// mixed is a formula with hard and weighted clauses, among them some that are
// always or never satisfied.
func mixed(t *testing.T) problem.Problem {
	return extended(t, sat.Random{Width: 3, Vars: 60, Clauses: 400, Seed: 3, MaxWeight: 9, Hard: 0.3}, 7, []int32{}, []int32{3, -3}, []int32{1}, []int32{-1, 2, -3, 4, 5})
}

// long has a clause whose true literals a byte cannot count.
func long(t *testing.T) problem.Problem {
	var clause []int32
	for x := int32(1); x <= 300; x++ {
		clause = append(clause, x)
	}
	return extended(t, sat.Random{Width: 3, Vars: 300, Clauses: 900, Seed: 3, MaxWeight: 1 << 40}, 1<<41, clause)
}

// force cuts climbs into launches of so much work, with so many bytes of memory.
func force(t *testing.T, w work, scratch int) {
	before := forced
	forced.work, forced.scratch = w, scratch
	t.Cleanup(func() { forced = before })
}

// TestClimbsInPartsAgreeEverywhere, however they are cut.
func TestClimbsInPartsAgreeEverywhere(t *testing.T) {
	for _, c := range []struct {
		name    string
		problem problem.Problem
		values  search.Values
		lead    int // of the climb that a device should choose
		scratch int // bytes for one group, or two
	}{
		{"alike", formula(t, sat.Random{Width: 3, Vars: 70, Clauses: 350, Seed: 3}), search.Values{"passes": "3"}, 0, 0},
		{"weighted", long(t), search.Values{"passes": "3"}, 1, 300_000},
		{"partial", formula(t, sat.Random{Width: 3, Vars: 70, Clauses: 350, Seed: 3, Hard: 0.5}), search.Values{"passes": "6", "feedback": "literal"}, 1, 50_000},
		{"weighted partial", mixed(t), search.Values{"passes": "20"}, 1, 60_000},
		{"weighted partial, no pass", mixed(t), search.Values{"passes": "0"}, 1, 60_000},
		{"knapsack, no pass", sack(t, 70), search.Values{"passes": "0"}, 0, 0},
		{"knapsack", sack(t, 70), search.Values{"passes": "3", "migration": "best"}, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := search.Config{Problem: c.problem, Values: small(c.values), Replicas: search.Seeds(2, 2)}
			want := searchtest.Everywhere(t, algorithm(t), config, 3, 1)
			for _, cut := range []struct {
				work    work
				scratch int
			}{
				{1 << 40, 0}, // whole climbs
				{1, 0},       // a group and a place at a time
				{4 * 17, 0},  // parts of passes
				{4 * 101, 0}, // some end in the next pass
				{50, c.scratch},
			} {
				force(t, cut.work, cut.scratch)
				for _, d := range devicetest.All(t) {
					config.Device = d
					e, lead := openWithLead(t, config)
					if lead != c.lead {
						t.Errorf("the climb has lead %d, want %d", lead, c.lead)
					}
					searchtest.Same(t, fmt.Sprintf("%s, cut into %v", searchtest.Name(d), cut), want, searchtest.Follow(t, e, 2, 3, 1))
				}
			}
		})
	}
}

// openWithLead makes an engine on a device, and has the lead of its climb.
func openWithLead(t *testing.T, c search.Config) (e search.Engine, lead int) {
	t.Helper()
	var opened *kernels
	a := algorithm(t)
	a.New = func(ctx context.Context, c search.Config) (search.Engine, error) {
		own, err := newAlgorithm(c)
		if err != nil {
			return nil, err
		}
		create := own.Kernels
		own.Kernels = func(d *population.Device) population.Kernels {
			opened = create(d).(*kernels)
			return opened
		}
		return population.New(ctx, c, own)
	}
	e = searchtest.Open(t, a, c)
	return e, opened.climbs.Lead
}

// Where counts find no room, formulas are scored as a whole.
func TestClimbsWithoutRoomAgreeEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("a program of its own; run without -short")
	}
	force(t, 50, 1000)
	c := search.Config{Problem: mixed(t), Values: small(search.Values{"passes": "3"}), Replicas: search.Seeds(2, 2)}
	searchtest.Everywhere(t, algorithm(t), c, 3, 1)
}

func TestClimbsInPartsResumedAndAlone(t *testing.T) {
	c := search.Config{Problem: mixed(t), Values: small(search.Values{"passes": "20"}), Replicas: search.Seeds(9, 6)}
	c.Replicas[3].Values = search.Values{"pc": "0.5"}
	force(t, 100, 0)
	where := searchtest.Where(t)
	for k, d := range where {
		c.Device = d
		searchtest.Alone(t, algorithm(t), c, 3, 2, 2)
		searchtest.Resumed(t, algorithm(t), c, d, where[(k+1)%len(where)], 2)
	}
}

// countdown is a context that ends after it was looked at so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A step that is given up leaves no trace: neither here nor in a checkpoint.
func TestStepsGivenUpLeaveNoTrace(t *testing.T) {
	c := search.Config{Problem: mixed(t), Values: small(search.Values{"passes": "20", "migration": "best", "pd": "0.7"}), Replicas: search.Seeds(4, 2)}
	const steps = 4
	want := searchtest.History(t, algorithm(t), c, steps, 1)
	force(t, 40, 0)
	for _, d := range devicetest.All(t) {
		c.Device = d
		e := searchtest.Begin(t, searchtest.Open(t, algorithm(t), c))
		before := searchtest.Save(t, e)
		for k := range steps {
			for _, looks := range []int{2, 3, 7, 20} {
				p, err := e.Step(&countdown{context.Background(), looks}, 1)
				if err != nil {
					t.Fatal(err)
				}
				if p.Steps != int64(k) || k > 0 && len(p.Samples) > 0 {
					t.Fatalf("%d looks: step %d with %d samples", looks, p.Steps, len(p.Samples))
				}
				if !bytes.Equal(before, searchtest.Save(t, e)) {
					t.Fatalf("step %d, given up after %d looks, has changed the state", k+1, looks)
				}
			}
			if k == 1 { // the checkpoint of a step that was given up
				on := c
				on.Resume = bytes.NewReader(searchtest.Save(t, e))
				searchtest.Same(t, "resumed", want[k:], searchtest.Follow(t, searchtest.Open(t, algorithm(t), on), 2, steps-k, 1))
			}
			m := searchtest.Follow(t, e, 2, 1, 1)
			if k == 0 { // the first report is past
				m[0].Samples = want[0].Samples
			}
			searchtest.Same(t, fmt.Sprintf("step %d on %s", k+1, searchtest.Name(d)), want[k:k+1], m)
			before = m[0].Saved
		}
	}
}

// canceled is how long after the end of its context Step returns.
func canceled(t *testing.T, e search.Engine) time.Duration {
	const given = 100 * time.Millisecond
	ctx, cancel := context.WithTimeout(context.Background(), given)
	defer cancel()
	begin := time.Now()
	if _, err := e.Step(ctx, 100); err != nil {
		t.Fatal(err)
	}
	return time.Since(begin) - given
}

// Climbs on large problems are broken off on devices, too.
func TestCancellationOnDevices(t *testing.T) {
	list := map[string]problem.Problem{
		"counted": formula(t, sat.Random{Width: 3, Vars: 20_000, Clauses: 86_000, Seed: 3, MaxWeight: 9}),
		"plain":   sack(t, 3000),
	}
	if !testing.Short() { // a program more
		list["sliced"] = formula(t, sat.Random{Width: 3, Vars: 20_000, Clauses: 86_000, Seed: 3})
	}
	for name, p := range list {
		for _, d := range devicetest.All(t) {
			e := searchtest.Open(t, algorithm(t), search.Config{Device: d, Problem: p, Replicas: search.Seeds(1, 1),
				// Operators that take little time.
				Values: search.Values{"crossover": "two-point", "mutation": "one", "width": "32", "height": "32", "across": "2", "down": "1"}})
			before := searchtest.Save(t, searchtest.Begin(t, e))
			canceled(t, e) // some drivers compile kernels when they are first launched
			searchtest.Punctual(t, name+" on "+searchtest.Name(d), func() time.Duration { return canceled(t, e) })
			s, err := e.Best(0)
			if err != nil {
				t.Fatal(err)
			}
			if s.Steps == 0 && !bytes.Equal(before, searchtest.Save(t, e)) {
				t.Errorf("%s on %s: a step that was given up has changed the state", name, searchtest.Name(d))
			}
		}
	}
}

func TestWorkOfLaunches(t *testing.T) {
	for _, c := range []struct {
		now, made work
		took      time.Duration
		want      work
	}{
		{100, 100, 20 * time.Millisecond, 100},
		{100, 100, 40 * time.Millisecond, 50},
		{100, 100, 10 * time.Second, 25}, // perhaps by accident
		{100, 100, time.Millisecond, 200},
		{100, 10, time.Millisecond, 100}, // the end of a climb
		{1, 1, time.Second, 1},
		{3, 3, time.Second, 1},
	} {
		if got := c.now.next(c.made, c.took); got != c.want {
			t.Errorf("after %d of %d in %v: %d, want %d", c.made, c.now, c.took, got, c.want)
		}
	}
	for _, info := range []device.Info{{ComputeUnits: 1}, {ComputeUnits: 100, GPU: true}} {
		for _, reads := range []int{1, 100, 1 << 30} {
			if s := firstWork(info, reads, group, 24); s < 1 || int64(s) > 24<<14 {
				t.Errorf("%+v: the first work for places with %d words is %d", info, reads, s)
			}
		}
	}
}
