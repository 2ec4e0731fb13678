package differential

import (
	"embed"

	"github.com/warbler-opt/warbler/internal/population"
)

//go:embed *.cl
var files embed.FS

// kernels are those of trial.cl. Strategy and adaptation are data, so that few
// programs are compiled.
func (p *plan) kernels(d *population.Device, list []params) population.Kernels {
	return &population.MemberKernels{
		Device:  d,
		Folder:  "search/differential",
		Files:   files,
		Names:   []string{"trial.cl"},
		Params:  p.words(),
		Replica: func(r int) []population.Word { return list[r].words() },
		Define: func(s *population.Program) {
			s.Defines.Add("CONTROL_WORDS", 2)
			s.Defines.Number("ROLE_", "SELF", "BEST", "DONOR")
			s.Defines.Add("MOST_DONORS", mostDonors)
			s.Defines.Add("LEAST_WEIGHT", leastWeight)
			s.Defines.Add("WEIGHT_RANGE", weightRange)
		},
	}
}

// words is the plan as kernels have it.
func (p *plan) words() []population.Word {
	first, second := p.strategy.pairs[0], [2]int{}
	if len(p.strategy.pairs) > 1 {
		second = p.strategy.pairs[1]
	}
	return []population.Word{
		population.Int("BASE", p.strategy.base),
		population.Int("PLUS", first[0]), population.Int("MINUS", first[1]),
		population.Int("PLUS2", second[0]), population.Int("MINUS2", second[1]),
		population.Int("PAIRS", len(p.strategy.pairs)),
		population.Int("DONORS", p.donors),
		population.Flag("ADAPTIVE", p.adaptive),
	}
}

// words is a replica's parameters as kernels have them.
func (r *params) words() []population.Word {
	return []population.Word{
		{Name: "SEED", Value: r.seed}, population.Real("F", r.start.f), {Name: "CR", Value: r.start.cr},
		{Name: "TAU", Value: r.tau}, population.Real("DITHER", r.dither),
	}
}
