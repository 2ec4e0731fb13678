package itinerary

import (
	"context"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

func init() {
	problem.Register(problem.Kind{
		Name: "itinerary", Command: "pareto", Noun: "round trip with several costs",
		Help:    "A round trip with several costs",
		Genomes: []problem.GenomeKind{problem.Permutation}, Several: true,
		Recognize: func(head []byte) bool { return token.FirstWord(head) == "itinerary" },
		Read:      answer.One(Read),
		Generators: []problem.Generator{{
			Name: "itinerary", Help: "Make a random round trip with several costs",
			Text: "Scatters places over a square once for each cost, for 'warbler pareto': a cost is the distance on its\n" +
				"own map. The same flags always give the same instance.",
			Examples: "  warbler generate itinerary --places 50 --costs 2 > trip.txt\n" +
				"  warbler generate itinerary --places 20 | warbler pareto -",
			Flags: []problem.Flag{
				{Name: "places", Default: 50, Help: "the number of places"},
				{Name: "costs", Default: 2, Help: "how many costs a way has"},
			},
			Make: func(o problem.Options) (problem.Writable, error) {
				return Generate(problem.Option[int](o, "places"), problem.Option[int](o, "costs"), problem.Option[uint64](o, "seed"))
			},
		}},
	})
}

// Task implements problem.Instance.
func (q *Instance) Task(context.Context, problem.Options) (*problem.Task, error) {
	p, err := New(q)
	if err != nil {
		return nil, err
	}
	return &problem.Task{Instance: q.Name, Problem: p, Front: answer.ListFront{
		Most:   q.places(),
		List:   problem.Genome.List,
		Back:   answer.Ordered,
		Values: q.check,
	}}, nil
}
