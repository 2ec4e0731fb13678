package quantum

import (
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// rotations are the parameters of the rotation table: the gene observed, that of
// the best, and whether the genome is at least as good, with the angles of Han
// and Kim's table 2.
var rotations = []struct{ name, angle, when string }{
	{"r00f", "0", "0 was observed, the best has 0 and is better"},
	{"r00t", "0", "0 was observed, the best has 0 and is not better"},
	{"r01f", "0", "0 was observed, the best has 1 and is better"},
	{"r01t", "-10", "0 was observed, the best has 1 and is not better"},
	{"r10f", "-2", "1 was observed, the best has 0 and is better"},
	{"r10t", "5", "1 was observed, the best has 0 and is not better"},
	{"r11f", "1", "1 was observed, the best has 1 and is better"},
	{"r11t", "5", "1 was observed, the best has 1 and is not better"},
}

// parameters lists the parameters of the quantum-inspired genetic algorithm.
var parameters = func() search.Table {
	t := search.Table{
		{Name: "population", Type: search.Int, Default: "10", Min: 1, Max: 1024,
			Help: "members, each a row of Q-bits"},
		{Name: "epsilon", Type: search.Float, Default: "0", Min: 0, Max: 0.5, Symbol: "epsilon", PerReplica: true,
			Help: "the H-epsilon gate: no gene becomes less probable than this, as 0 or as 1"},
	}
	for _, r := range rotations {
		t = append(t, search.Param{Name: r.name, Type: search.Int, Default: r.angle, Min: -ring, Max: ring, Unit: "0.005π", PerReplica: true,
			Help: "rotation toward 1 when " + r.when})
	}
	return t
}()

func init() {
	search.Register(search.Algorithm{
		Name:   "quantum",
		Help:   "quantum-inspired genetic algorithm: rows of probabilities that turn toward the best genome",
		Paper:  "Han and Kim, Genetic quantum algorithm, 2000; Nowotniak and Kucharski, GPU-based massively parallel implementation of metaheuristic algorithms, 2011",
		Kinds:  []problem.GenomeKind{problem.Binary},
		Params: parameters,
		Footprint: func(s search.Settings, r problem.Representation) (float64, []string) {
			p := plan{r, s.Int("population")}
			one := replica{plan: &p}
			return population.Footprint(one.Arrays()) + float64(2*p.members*p.room()), []string{"population"}
		},
		New: newEngine,
	})
}
