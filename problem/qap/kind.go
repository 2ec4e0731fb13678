package qap

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

func init() {
	problem.Register(problem.Kind{
		Name: "qap", Noun: "quadratic assignment problem",
		Help: "Solve quadratic assignment problems",
		Text: "Searches for a permutation p that makes the sum of a[i][j]·b[p(i)][p(j)] small. Reads\n" +
			"QAPLIB's .dat files: the size n, up to 1000, then the matrices A and B.\n\n" +
			"Prints what QAPLIB's .sln files have: 'n value' and, on the next line, the permutation,\n" +
			"counted from 1.",
		Examples: "  warbler qap examples/qap-20.dat --time 5s\n" +
			"  warbler qap --algorithm genetic -p population=1000 --generations 2000 --json examples/qap-20.dat\n" +
			"  warbler qap --time 2s examples/qap-20.dat | warbler verify examples/qap-20.dat -",
		Genomes: []problem.GenomeKind{problem.Permutation}, Endless: true,
		Extensions: []string{".dat"}, Recognize: recognize,
		Read: func(r io.Reader, name string) ([]problem.Instance, error) {
			inst, err := Read(r, name)
			return []problem.Instance{inst}, err
		},
		Usage: map[string]string{"target": "stop at this value, or a lower one; a `number`"},
		Generators: []problem.Generator{{
			Name: "qap", Help: "Make a random quadratic assignment problem", Extension: "dat",
			Text: "Makes a random quadratic assignment problem after Taillard, as a .dat file: uniform, as\n" +
				"tai20a to tai100a of QAPLIB, or structured, in the manner of tai20b to tai150b: clusters of\n" +
				"locations, and flows of very different sizes. The same flags always give the same instance.",
			Examples: "  warbler generate qap --kind structured --size 30 --seed 7 > structured.dat\n" +
				"  warbler generate qap --size 12 | warbler qap --time 2s -",
			Flags: []problem.Flag{
				{Name: "kind", Default: uniform, Choices: []string{uniform, structured}, Help: "the family: uniform, structured"},
				{Name: "size", Default: 30, Least: 2, Most: maxSize, Help: "the number of facilities, and of locations"},
			},
			Make: func(o problem.Options) (problem.Writable, error) {
				return Generate(problem.Option[string](o, "kind"), problem.Option[int](o, "size"), problem.Option[uint64](o, "seed"))
			},
			Campaign: &problem.Campaign{
				Flags: []problem.Flag{
					{Name: "kind", Default: uniform, Choices: []string{uniform, structured}}, {Name: "size", Default: 30, Least: 2, Most: maxSize},
				},
				Name: func(o problem.Options) string {
					return fmt.Sprintf("qap-%s-%d", problem.Option[string](o, "kind"), problem.Option[int](o, "size"))
				},
				Size: func(o problem.Options) int64 {
					n := int64(problem.Option[int](o, "size"))
					return n * n
				},
				Most: 1 << 24, Unit: "flows",
			},
		}},
		Sample: func() (problem.Problem, error) {
			inst, _ := Generate(uniform, 20, 1) // which is right
			return New(inst)
		},
	})
}

// recognize tells these problems from knapsacks by the first two lines: the size alone
// on the one and as many numbers on the other, of which no knapsack has more than
// three.
func recognize(head []byte) bool {
	first, rest, _ := strings.Cut(strings.TrimSpace(string(head)), "\n")
	row, _, whole := strings.Cut(strings.TrimSpace(rest), "\n")
	size, err := strconv.Atoi(strings.TrimSpace(first))
	return whole && err == nil && size > 3 && len(strings.Fields(row)) == size
}

// Task implements problem.Instance.
func (q *Instance) Task(context.Context, problem.Options) (*problem.Task, error) {
	p, err := New(q)
	if err != nil {
		return nil, err
	}
	return &problem.Task{Instance: q.Name, Problem: p, Form: q.form()}, nil
}

// Verify implements problem.Verifier.
func (q *Instance) Verify(_ context.Context, r io.Reader, name string) (string, error) {
	return answer.Verify(r, name, q.readAnswer, func(a claim) (string, error) {
		inverted, err := q.verify(a)
		if inverted {
			return fmt.Sprintf("%d (for the inverse permutation: the file has the facility of each location)", a.value), err
		}
		return fmt.Sprint(a.value), err
	})
}
