package profits

import (
	"context"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

func init() {
	problem.Register(problem.Kind{
		Name: "profits", Command: "pareto", Noun: "knapsack with several profits",
		Help:    "A knapsack with several profits",
		Genomes: []problem.GenomeKind{problem.Binary}, Several: true,
		Recognize: func(head []byte) bool { return token.FirstWord(head) == "profits" },
		Read:      answer.One(Read),
		Generators: []problem.Generator{{
			Name: "profits", Help: "Make a random knapsack with several profits",
			Text: "Makes a random knapsack with several profits and weights, all from 10 to 100, whose capacities are half\n" +
				"the weight of all items, for 'warbler pareto'. The same flags always give the same instance.",
			Examples: "  warbler generate profits --items 250 --profits 2 > front.txt\n" +
				"  warbler generate profits --items 30 | warbler pareto -",
			Flags: []problem.Flag{
				{Name: "items", Default: 100, Help: "the number of items"},
				{Name: "profits", Default: 2, Help: "how many profits an item has"},
				{Name: "weights", Default: 1, Help: "how many weights an item has"},
			},
			Make: func(o problem.Options) (problem.Writable, error) {
				return Generate(problem.Option[int](o, "items"), problem.Option[int](o, "profits"), problem.Option[int](o, "weights"), problem.Option[uint64](o, "seed"))
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
		Most:   q.items(),
		List:   answer.Chosen,
		Back:   func(items []int) problem.Genome { return answer.Choice(q.items(), items) },
		Values: q.check,
	}}, nil
}
