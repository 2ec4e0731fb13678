package warbler_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/pattern"
	_ "github.com/warbler-opt/warbler/internal/problems"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

// squares are the problems of the matrix: one of each kind with one objective, those
// for tests, and Go functions of each kind of genome.
func squares(t *testing.T) map[string]warbler.Problem {
	sphere := must(function.New("sphere", 3))
	list := map[string]warbler.Problem{
		"onemax":       must(onemax.New(40)),
		"coded sphere": must(problem.NewCoded(sphere, 8, true)),
		"symbols":      must(pattern.NewSymbols(20, 4)),
		"sorting":      must(pattern.NewSorting(20)),
	}
	for _, k := range problem.Kinds() {
		switch {
		case k.Several, k.Name != k.Command: // that of another kind, or of no sample
		case k.Sample == nil:
			t.Errorf("%s has no sample", k.Name)
		default:
			list[k.Name] = must(k.Sample())
		}
	}
	for name, p := range spaces() {
		list["function of "+name] = p
	}
	return list
}

// takes reports whether an algorithm takes a problem; where only Suits says no,
// why is a part of the reason.
func takes(t *testing.T, a search.Algorithm, p warbler.Problem) (ok bool, why string) {
	t.Helper()
	if !slices.Contains(a.Kinds, p.Representation().Kind) {
		return false, ""
	}
	switch {
	case a.Name == "walk" && p.Name() != "maxsat":
		why = "it walks on formulas"
	case a.Name == "lin-kernighan" && p.Name() != "tour":
		why = "it is for round trips"
	case (a.Name == "head" || a.Name == "hea") && p.Name() != "coloring":
		why = "it colors graphs"
	case a.Name == "annealing" && problem.ObjectiveOf(p).Float && p.Representation().Kind != problem.Real:
		why = "must be whole numbers"
	case a.Name == "eax" && p.Name() != "tour":
		why = "it is for tours through cities"
	}
	suits := a.Suits == nil || a.Suits(p)
	if suits && why != "" {
		t.Errorf("%s takes %s", a.Name, p.Name())
	}
	return suits, why
}

// Every algorithm runs on every problem whose genomes it takes, on every
// device, to the same bits; what does not fit is refused, with what does. Kernels take
// long to compile: in short tests every algorithm, and every problem, is on devices once.
func TestMatrix(t *testing.T) {
	refused, ran, onDevices := 0, 0, 0
	tried := map[string]bool{} // on devices, algorithms and problems
	problems := squares(t)
	for _, name := range slices.Sorted(maps.Keys(problems)) {
		p := problems[name]
		kind := p.Representation().Kind
		for _, a := range search.Algorithms() {
			c := search.Config{Problem: p, Values: searchtest.Small(a), Replicas: search.Seeds(5, 2), Threads: 1, Trace: true}
			t.Run(a.Name+"/"+name, func(t *testing.T) {
				ok, why := takes(t, a, p)
				if !slices.Contains(a.Kinds, kind) {
					refused++
					refuse(t, a, p)
					return
				}
				if !ok {
					var unsuited *search.UnsuitedError
					if _, err := a.Engine(background, c); !errors.As(err, &unsuited) || !strings.Contains(err.Error(), why) {
						t.Fatalf("%v, want %q", err, why)
					} else {
						listed(t, err, p)
					}
					return
				}
				ran++
				want := searchtest.History(t, a, c, 2, 3)
				c.Threads = 2
				searchtest.Same(t, "two goroutines", want, searchtest.History(t, a, c, 2, 3))
				for _, moment := range want {
					for _, s := range moment.Best {
						if err := search.Verify(p, s); err != nil {
							t.Error(err)
						}
					}
				}
				_, kernelled := p.(problem.Kernelled)
				switch a.Name {
				case "memetic": // its kernels are those of moves
					_, kernelled = p.(problem.Exchanger)
				case "eax", "impasse", "lin-kernighan": // which have none
					kernelled = false
				}
				if testing.Short() && kernelled && tried["by "+a.Name] && tried["on "+name] {
					return
				}
				tried["by "+a.Name], tried["on "+name] = true, true
				for _, d := range devicetest.All(t) {
					if c.Device = d; !kernelled {
						onlyOnCPU(t, a, c, d)
						continue
					}
					onDevices++
					if a.Name == "genetic" || !testing.Short() && onDevices%2 == 0 {
						c.Device = devicetest.Split(d) // kernel by kernel, as on CUDA
					}
					searchtest.Same(t, d.Info().ID(), want, searchtest.History(t, a, c, 2, 3))
				}
			})
		}
	}
	t.Logf("%d pairs ran, %d of them on devices, and %d were refused", ran, onDevices, refused)
	if ran < 60 || refused < 60 {
		t.Errorf("%d pairs ran and %d were refused", ran, refused)
	}
}

// refuse checks that an algorithm that does not fit says what fits.
func refuse(t *testing.T, a search.Algorithm, p warbler.Problem) {
	t.Helper()
	var unfit *search.UnsuitedError
	_, err := warbler.Solve(background, p, warbler.Algorithm(a.Name))
	if !errors.As(err, &unfit) {
		t.Fatal(err)
	}
	listed(t, err, p)
}

// listed checks that an error lists exactly the algorithms that take a problem.
func listed(t *testing.T, err error, p warbler.Problem) {
	t.Helper()
	_, list, _ := strings.Cut(err.Error(), "; these work: ")
	for _, a := range search.Algorithms() {
		if ok, _ := takes(t, a, p); slices.Contains(strings.Split(list, ", "), a.Name) != ok {
			t.Errorf("%v: %s", err, a.Name)
		}
	}
}

// onlyOnCPU checks that a problem without a kernel is refused on a device.
func onlyOnCPU(t *testing.T, a search.Algorithm, c search.Config, d device.Device) {
	t.Helper()
	var unsuited *search.UnsuitedError
	if e, err := a.Engine(background, c); !errors.As(err, &unsuited) {
		t.Errorf("%v, %v on %s", e, err, d.Info().ID())
	}
}

// The defaults of every table are such as it allows.
func TestDefaults(t *testing.T) {
	for _, a := range search.Algorithms() {
		if _, err := a.Params.Settings(nil); err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
	}
}
