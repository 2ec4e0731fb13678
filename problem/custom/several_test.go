package custom

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"

	_ "github.com/warbler-opt/warbler/search/nsga2"
)

// limited is a fragment with constraints, about half of whose genomes keep them.
const limited = `/* warbler
genome = "binary"
length = 30
objective = "minimize"
*/
score fitness(genome g, data d)
{
    score value = 0;
    for (int i = 0; i < LENGTH; i++)
        value += gene(g, i) * (i * 7 % 11 + 1);
    return value - 60;
}
double violation(genome g, data d)
{
    double load = 0;
    for (int i = 0; i < LENGTH; i++)
        load += gene(g, i) * (i * 5 % 13);
    return (load - 90) / 3;
}
`

// both is a fragment with two objectives and constraints.
const both = `/* warbler
genome = "real"
length = 6
lower = -1
upper = [1, 1, 2, 2, 3, 3]
score = "real"
objectives = ["far", "high"]
objective = ["minimize", "maximize"]
reference = [30, -6]
*/
void scores(genome g, data d, score *to)
{
    for (int i = 0; i < LENGTH; i++) {
        to[0] += gene(g, i) * gene(g, i);
        to[1] += sin(gene(g, i));
    }
}
score violation(genome g, data d) { return gene(g, 0) + gene(g, 1); }
`

// TestLimitsAreTheSameOnDevices: scores with violations are those of
// problem.Objective.
func TestLimitsAreTheSameOnDevices(t *testing.T) {
	real := strings.Replace(limited, "objective", "score = \"real\"\nobjective", 1)
	for _, text := range []string{limited, real} {
		p := compiled(t, text)
		problemtest.Equal(t, p, 5)
		o, g := problem.ObjectiveOf(p), problemtest.RandomGenomes(p.Representation(), 40, 3)
		kept := 0
		for i := range 40 {
			value, load := 0.0, 0.0
			for j := range 30 {
				if g.At(i).Bits[0]>>j&1 == 1 {
					value, load = value+float64(j*7%11+1), load+float64(j*5%13)
				}
			}
			score := problem.Score(60 - value)
			if o.Float {
				score = problem.FromFloat(60 - value)
			}
			want := o.WithViolation(score, (load-90)/3)
			if got := p.Evaluate(g.At(i)); got != want {
				t.Errorf("genome %d: %d (%s), want %d (%s)", i, got, o.Format(got), want, o.Format(want))
			}
			if o.Feasible(want) {
				kept++
			}
		}
		if kept == 0 || kept == 40 {
			t.Errorf("%d of 40 genomes keep the constraint", kept)
		}
	}
}

func TestScoresAreTheSameOnDevices(t *testing.T) {
	problemtest.EqualScores(t, compiled(t, both).(problem.MultiObjective), 4)
}

// TestFronts: what a child finds is what an engine in this process does, and it judges
// as that does.
func TestFronts(t *testing.T) {
	here := compiled(t, both).(problem.MultiObjective)
	p, err := Read(t.Context(), strings.NewReader(both), "both.c", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	front := func(of problem.Problem) []search.Member {
		e, err := algorithm(t, "nsga2").Engine(t.Context(), search.Config{Problem: of, Replicas: search.Seeds(3, 1), Values: search.Values{"population": "20"}, Stop: search.Stop{Steps: 8}})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		if _, err := search.Run(t.Context(), e, search.Stop{Steps: 8}); err != nil {
			t.Fatal(err)
		}
		list, err := e.(search.Fronted).Front(0)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	want, got := front(here), front(p)
	if len(got) != len(want) || len(got) < 3 {
		t.Fatalf("%d members, want %d", len(got), len(want))
	}
	scores, there := make([]problem.Score, 2), p.(problem.MultiObjective)
	for i, m := range got {
		there.Scores(m.Genome, scores)
		if !m.Genome.Equal(want[i].Genome) || m.Violation != 0 || m.Scores[0] != scores[0] || m.Scores[1] != scores[1] ||
			there.(problem.Constrained).Violation(m.Genome) != 0 {
			t.Errorf("member %d: %+v, want %+v, judged %v", i, m, want[i], scores)
		}
	}
}

// TestSeveralRefused: what does not go together is told, with its line.
func TestSeveralRefused(t *testing.T) {
	const scores, fitness = "void scores(genome g, data d, score *to) { to[0] = 1; to[1] = gene(g, 0); }\n", "score fitness(genome g, data d) { return gene(g, 0); }\n"
	for _, c := range []struct{ header, body, want string }{
		{"objectives = [\"a\", \"b\"]", fitness, "my.c:1: there is no function scores"},
		{"", scores, "my.c:6: scores is for several objectives, and the header names none"},
		{"objectives = [\"a\", \"b\"]", scores + fitness, "my.c:7: fitness is for one objective, and scores for several"},
		{"objectives = [\"a\"]", scores, "my.c:4: objectives: it is a list of 2 to 8 names"},
		{"objectives = [\"a\", \"a\"]", scores, "my.c:4: objectives: \"a\": names differ"},
		{"objectives = [\"a\", \"b\"]\nobjective = [\"minimize\"]\nbound = 3", scores, "bound: it is for one objective"},
		{"objectives = [\"a\", \"b\", \"c\"]\nobjective = [\"minimize\", \"maximize\"]", scores, "objective: it has 2 words for 3 objectives"},
		{"objectives = [\"a\", \"b\"]\nreference = [1]", scores, "reference: it is a list with a value of each"},
		{"objectives = [\"a\", \"b\"]\nobjective = \"least\"", scores, "objective: \"least\": it is maximize, minimize, or a list"},
		{"", fitness + "score violation(genome g, data d) { return 0; }\nscore delta(genome g, data d, int i) { return 0; }\n", "my.c:8: delta says what a move adds to fitness, and not to violation"},
		{"", fitness + "int violation(genome g, data d) { return 0; }\n", "it is score violation(genome g, data d)"},
		{"objectives = [\"a\", \"b\"]", "void scores(genome g, data d, score *to)\n{\n    to[gene(g, 0) + 2] = 1;\n}\n", "my.c:8: "},
	} {
		if _, err := tried(t, c.header, c.body); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
