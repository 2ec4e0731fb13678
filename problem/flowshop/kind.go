package flowshop

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

var objectiveFlag = problem.Flag{
	Name: "objective", Default: "makespan", Choices: objectiveNames[:], Label: true,
	Help: "what is minimized: makespan (when the last job is done) or flowtime (the sum over all jobs)",
}

func init() {
	problem.Register(problem.Kind{
		Name: "flowshop", Noun: "flow shop",
		Help: "Schedule jobs that go through machines in one order",
		Text: "Searches for an order of jobs that all go through the machines one after the other, and\n" +
			"overtake nowhere, such that the last is done early or, with --objective flowtime, all are.\n" +
			"Reads the files of Taillard's benchmarks: the numbers of jobs and machines, the seed, an upper\n" +
			"and a lower bound, then the times, machine by machine. A file may have several instances.\n\n" +
			"Prints the value and, on the next line, the jobs, counted from 1; --chart draws the schedule.",
		Examples: "  warbler flowshop examples/flowshop-20x5.txt --time 5s --chart schedule.svg\n" +
			"  warbler flowshop --objective flowtime --time 5s --json examples/flowshop-20x5.txt\n" +
			"  warbler flowshop --time 2s examples/flowshop-20x5.txt | warbler verify examples/flowshop-20x5.txt -",
		Genomes: []problem.GenomeKind{problem.Permutation}, Endless: true,
		Recognize: recognize, Extensions: []string{".fsp"}, Shared: []string{".txt"}, Many: true,
		Read:  answer.Many(Read),
		Flags: []problem.Flag{objectiveFlag, {Name: "chart", Default: "", File: ".svg", Command: true, Help: "a .svg `FILE` for a Gantt chart of the schedule"}},
		Usage: map[string]string{"target": "stop at this makespan or flow time, or a shorter one; a `number`"},
		Generators: []problem.Generator{{
			Name: "flowshop", Help: "Make a random flow shop after Taillard", Extension: "fsp",
			Text: "Makes a random flow shop with Taillard's generator: times from 1 to 99. His sizes and seeds give\n" +
				"his instances: 20 jobs, 5 machines and seed 873654221 is ta001. Upper and lower bound in the\n" +
				"file are what is quickly found.",
			Examples: "  warbler generate flowshop --jobs 20 --machines 5 --seed 873654221 > ta001.txt\n" +
				"  warbler generate flowshop --jobs 50 --machines 10 | warbler flowshop --time 2s -",
			Flags: sizeFlags,
			Make: func(o problem.Options) (problem.Writable, error) {
				return Generate(problem.Option[int](o, "jobs"), problem.Option[int](o, "machines"), problem.Option[uint64](o, "seed"))
			},
			Campaign: &problem.Campaign{
				Flags: append(sizeFlags[:len(sizeFlags):len(sizeFlags)], objectiveFlag),
				Name: func(o problem.Options) string {
					return fmt.Sprintf("flowshop-%dx%d", problem.Option[int](o, "jobs"), problem.Option[int](o, "machines"))
				},
				Size: func(o problem.Options) int64 {
					return int64(problem.Option[int](o, "jobs")) * int64(problem.Option[int](o, "machines"))
				},
				Most: 1 << 22, Unit: "times",
			},
		}},
		Sample: func() (problem.Problem, error) {
			inst, _ := Generate(20, 5, 1) // which is right
			return New(inst, "makespan")
		},
	})
}

var sizeFlags = []problem.Flag{
	{Name: "jobs", Default: 20, Least: 1, Most: maxJobs, Help: "the number of jobs"},
	{Name: "machines", Default: 5, Least: 1, Most: maxMachines, Help: "the number of machines"},
}

// Prefers implements problem.Advised. Of iterated, annealing, tabu and memetic these did
// best in two seconds on 20 to 200 jobs.
func (p *schedule) Prefers(bool) string {
	if p.objective == flowTime && p.instance.Jobs > 50 {
		return "annealing" // every look at all insertions takes too long
	}
	return "iterated"
}

// Task implements problem.Instance.
func (q *Instance) Task(_ context.Context, o problem.Options) (*problem.Task, error) {
	p, err := newSchedule(q, cmp.Or(problem.Option[string](o, objectiveFlag.Name), makespan.String()))
	if err != nil {
		return nil, err
	}
	t := &problem.Task{Instance: q.Name, Problem: p, Form: q.form(p.objective), Options: map[string]any{objectiveFlag.Name: p.objective.String()}}
	if p.objective == makespan && q.Upper > 0 && q.Upper == q.Lower {
		score := -q.Upper
		t.Optimum = &score
	}
	if path := problem.Option[string](o, "chart"); path != "" {
		t.Picture, t.Draw = path, q.WriteChart
	}
	return t, nil
}

// Verify implements problem.Verifier.
func (q *Instance) Verify(_ context.Context, r io.Reader, name string) (string, error) {
	return answer.Verify(r, name, q.readAnswer, func(a claim) (string, error) {
		o, err := q.verify(a)
		return fmt.Sprintf("%s %d", o, a.value), err
	})
}
