package random

import (
	"context"
	"embed"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// name is the algorithm's.
const name = "random"

var table = search.Table{
	{Name: "population", Type: search.Int, Default: "100", Min: 1, Max: 1 << 24,
		Help: "genomes that a step draws"},
}

func init() {
	search.Register(search.Algorithm{
		Name:   name,
		Help:   "random search: genomes drawn one as likely as another; what others are compared with",
		Kinds:  []problem.GenomeKind{problem.Binary, problem.Discrete, problem.Permutation, problem.Real},
		Params: table,
		Begins: true,
		Footprint: func(s search.Settings, r problem.Representation) (float64, []string) {
			one := replica{rep: r, members: s.Int("population")}
			return population.Footprint(one.Arrays()), []string{"population"}
		},
		New: newEngine,
	})
}

//go:embed *.cl
var files embed.FS

// newEngine makes a random search, on the CPU or on a device.
func newEngine(ctx context.Context, c search.Config) (search.Engine, error) {
	s, rep, err := population.Settings(table, c)
	if err != nil {
		return nil, err
	}
	if c.Stop.Converged {
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "what it draws never converges; leave convergence out", Rule: "convergence"}
	}
	seeds, err := population.Params(name, table, c, func(_ search.Settings, seed uint64) uint64 { return seed })
	if err != nil {
		return nil, err
	}
	return population.New(ctx, c, population.Algorithm{
		Name:    name,
		Params:  table,
		Members: s.Int("population"),
		Block:   population.BlockOf(rep.Length),
		Replica: func(int) population.Evolver { return &replica{rep: rep, members: s.Int("population")} },
		Kernels: func(d *population.Device) population.Kernels {
			return &population.MemberKernels{
				Device: d, Folder: "search/random", Files: files, Names: []string{"draw.cl"},
				Replica: func(r int) []population.Word { return []population.Word{{Name: "SEED", Value: seeds[r]}} },
				Define:  func(*population.Program) {},
			}
		},
	})
}

// replica is one search in Go.
type replica struct {
	population.Replica
	rep     problem.Representation
	members int

	now, next          problem.Genomes // what the last step drew, and room for the next
	scores, nextScores []problem.Score
}

// Arrays lists what the replica carries from step to step.
func (r *replica) Arrays() []population.Array {
	return []population.Array{
		population.Members("genomes", r.rep, r.members, &r.now, &r.next).Alternating(),
		population.Scores("scores", r.members, &r.scores, &r.nextScores).Alternating(),
		r.BestMember(),
	}
}

// Start draws and scores the genomes of step 0, after those that are given.
func (r *replica) Start(parallel population.ParallelFor) {
	r.Blocks(parallel, func(_, lo, hi int) population.Node {
		r.First(r.now, r.scores, lo, hi)
		return r.Summary(r.now, r.scores, lo, hi)
	})
}

// Generation draws and scores those of a step.
func (r *replica) Generation(step int64, parallel population.ParallelFor) bool {
	return r.Blocks(parallel, func(_, lo, hi int) population.Node {
		at := rng.Address{Seed: r.Seed, Step: uint64(step), Purpose: rng.Init}
		for i := lo; i < hi; i++ {
			at.Individual = uint32(i)
			r.Draw(r.next.At(i), at)
		}
		r.Score(r.next, r.nextScores, lo, hi, step, 0)
		return r.Summary(r.next, r.nextScores, lo, hi)
	})
}
