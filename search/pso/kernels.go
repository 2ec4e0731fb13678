package pso

import (
	"embed"

	"github.com/warbler-opt/warbler/internal/population"
)

//go:embed *.cl
var files embed.FS

// kernels are those of move.cl. Topology and bounds are data, so that few
// programs are compiled.
func (p *plan) kernels(d *population.Device, list []params) population.Kernels {
	return &population.MemberKernels{
		Device: d,
		Folder: "search/pso",
		Files:  files,
		Names:  []string{"move.cl"},
		Params: []population.Word{
			population.Flag("RING", p.ring), population.Int("NEIGHBORS", p.neighbors), population.Flag("REFLECT", p.reflect),
		},
		Replica: func(r int) []population.Word {
			one := list[r]
			return []population.Word{
				{Name: "SEED", Value: one.seed}, population.Real("W", one.w),
				population.Real("C1", one.c1), population.Real("C2", one.c2), population.Real("VMAX", one.vmax),
			}
		},
		Define: func(*population.Program) {},
	}
}
