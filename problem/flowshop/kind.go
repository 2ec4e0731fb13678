package flowshop

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

var objectiveFlag = problem.Flag{
	Name: "objective", Default: "makespan", Choices: objectiveNames, Label: true,
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
			"Prints the value and, on the next line, the jobs, counted from 1; --chart draws the schedule.\n" +
			"Without a limit a search goes on until a bound proves its answer optimal, or is interrupted.",
		Examples: "  warbler flowshop examples/flowshop-20x5.txt --time 5s --chart schedule.svg\n" +
			"  warbler flowshop --objective flowtime --time 5s --json examples/flowshop-20x5.txt\n" +
			"  warbler flowshop --time 2s examples/flowshop-20x5.txt | warbler verify examples/flowshop-20x5.txt -",
		Genomes: []problem.GenomeKind{problem.Permutation}, Endless: true,
		Recognize: recognize, Extensions: []string{".fsp"}, Many: true,
		Read: func(r io.Reader, name string) ([]problem.Instance, error) {
			list, err := Read(r, name)
			all := make([]problem.Instance, len(list))
			for i, inst := range list {
				all[i] = inst
			}
			return all, err
		},
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
			inst, err := Generate(20, 5, 1)
			if err != nil {
				return nil, err
			}
			return New(inst, Makespan)
		},
	})
}

var sizeFlags = []problem.Flag{
	{Name: "jobs", Default: 20, Least: 1, Most: MaxJobs, Help: "the number of jobs"},
	{Name: "machines", Default: 5, Least: 1, Most: MaxMachines, Help: "the number of machines"},
}

// Prefers implements problem.Advised. Of iterated, annealing, tabu and memetic these did
// best in two seconds on 20 to 200 jobs.
func (p *Problem) Prefers(bool) string {
	if p.objective == FlowTime && p.instance.Jobs > 50 {
		return "annealing" // every look at all insertions takes too long
	}
	return "iterated"
}

// Task implements problem.Instance.
func (q *Instance) Task(_ context.Context, o problem.Options) (*problem.Task, error) {
	objective, err := ParseObjective(problem.Option[string](o, objectiveFlag.Name))
	if err != nil {
		return nil, err
	}
	p, err := New(q, objective)
	if err != nil {
		return nil, err
	}
	f := form{p}
	t := &problem.Task{Instance: q.Name, Problem: p, Form: f, Options: map[string]any{objectiveFlag.Name: objective.String()}}
	if objective == Makespan && q.Upper > 0 && q.Upper == q.Lower {
		score := -q.Upper
		t.Optimum = &score
	}
	if path := problem.Option[string](o, "chart"); path != "" {
		t.Picture = &problem.Picture{Path: path, Draw: f.draw}
	}
	return t, nil
}

// Verify implements problem.Verifier.
func (q *Instance) Verify(_ context.Context, r io.Reader, name string) (string, error) {
	answer, err := q.readAnswer(r, name)
	if err != nil {
		return "", err
	}
	objective, err := answer.Verify(q)
	if err != nil {
		return "", &problem.WrongError{Err: err}
	}
	return fmt.Sprintf("%s %d", objective, answer.Value), nil
}

// readAnswer reads an answer as text, or what --json printed.
func (q *Instance) readAnswer(r io.Reader, name string) (Answer, error) {
	text, err := answer.Text(r, name, func(object answer.List) string {
		objective := ""
		_ = json.Unmarshal(object.Options[objectiveFlag.Name], &objective) // else it does not say
		words := []string{objective, object.Cost.String()}
		for _, job := range object.Solution {
			words = append(words, job.String())
		}
		return strings.Join(words, " ")
	})
	if err != nil {
		return Answer{}, err
	}
	return ReadAnswer(text, name, q)
}

// form is how schedules are written.
type form struct{ problem *Problem }

// Check implements problem.Form.
func (f form) Check(g problem.Genome, s problem.Score) error {
	values, err := Check(f.problem.instance, g.List())
	if o := f.problem.objective; err == nil && values[o] != -s {
		err = fmt.Errorf("the order has %s %d, not %d", o, values[o], -s)
	}
	return err
}

// Write implements problem.Form.
func (f form) Write(w io.Writer, g problem.Genome, _ problem.Score) error {
	answer, err := NewAnswer(f.problem.instance, f.problem.objective, g.List())
	if err != nil {
		return err
	}
	return answer.Write(w)
}

// Show implements problem.Form.
func (f form) Show(g problem.Genome, _ problem.Score) any {
	jobs := g.List()
	for k := range jobs {
		jobs[k]++
	}
	return jobs
}

// Read implements problem.Form.
func (f form) Read(r io.Reader, name string) (problem.Genome, error) {
	answer, err := f.problem.instance.readAnswer(r, name)
	return problem.Ordered(answer.Order), err
}

// draw draws a schedule; the file's name stands for the instance's.
func (f form) draw(w io.Writer, g problem.Genome) error {
	inst := *f.problem.instance
	inst.Name = filepath.Base(inst.Name)
	return Answer{Order: g.List()}.WriteChart(w, &inst)
}
