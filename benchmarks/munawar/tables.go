package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/report"
	"github.com/warbler-opt/warbler/search"
)

// likePaper ends a run as section 6.2 does: all clauses satisfied, or no better
// for five generations.
var likePaper = search.Stop{Stagnation: 5}

// byInstance is tables 3, 4 and 5, and figure 11.
func (b *measurer) byInstance(ctx context.Context) error {
	fmt.Println("\n### Tables 3, 4 and 5 and figure 11: the ten instances")
	bench.Head("instance", "one run, ms", fmt.Sprintf("%d runs, ms", b.replicas), "the paper's GPU, one run, ms", "ratio", "generations", "the paper's",
		"satisfied", "literal feedback", "the paper's", "of")
	speedups := make([]report.Line, len(machines))
	for _, row := range instances {
		p, err := b.problem(row.file)
		if err != nil {
			return err
		}
		one, err := b.median(ctx, p, nil, 1, likePaper)
		if err != nil {
			return err
		}
		all, err := b.median(ctx, p, nil, b.replicas, likePaper)
		if err != nil {
			return err
		}
		literal, err := b.batch(ctx, p, search.Values{"feedback": "literal"}, b.replicas, likePaper, nil)
		if err != nil {
			return err
		}
		gpu := row.seconds[len(machines)-1]
		fmt.Printf("| %s | %.3g | %.3g | %.4g | 1 / %.0f | %v | %v | %v | %v | %v | %d |\n", filepath.Base(row.file), 1000*one.seconds, 1000*all.seconds,
			1000*gpu, gpu/one.seconds, all.generations, row.generations, all.satisfied, literal.satisfied, row.satisfied, row.clauses)
		for k, s := range row.seconds {
			speedups[k].Name = machines[k]
			speedups[k].Add(float64(p.Representation().Length), s/one.seconds)
		}
	}
	if b.figures == "" {
		return nil
	}
	return plot.Save(report.Chart{
		Title: "One run here against one run on the paper's machines", X: "variables", Y: "times as fast", Lines: speedups,
	}.Picture(), filepath.Join(b.figures, "figure11.svg"))
}

// columns are the operators of table 1 and the kernels that make them up.
var columns = []struct {
	name    string
	kernels []string
}{
	{"local search", []string{"step_climb"}},
	{"mutation", []string{"step_mutate"}},
	{"recombination", []string{"step_cross"}},
	{"selection", []string{"step_mate"}},
	{"migration", []string{"step_find", "step_move", "step_measure"}},
	{"others", []string{"step_replace", "finish"}},
}

// byOperator is table 1: exactly 20 generations, operator after operator
// exchanged.
func (b *measurer) byOperator(ctx context.Context) error {
	if b.Device == nil {
		fmt.Println("\nTable 1 takes the times of kernels, and the CPU has none.")
		return nil
	}
	p, err := b.problem("uf250-1065/uf250-01")
	if err != nil {
		return err
	}
	fmt.Printf("\n### Table 1: uf250-01, 20 generations, µs of a run in a batch of %d (the paper's in brackets, s)\n", b.replicas)
	head := []string{""}
	for _, c := range columns {
		head = append(head, c.name)
	}
	bench.Head(append(head, "satisfied")...)
	v := search.Values{"feedback": "none", "mutation": "one", "crossover": "two-point", "selection": "tournament", "migration": "best"}
	for _, row := range stages {
		if row.parameter != "" {
			v[row.parameter] = row.value
		}
		times := map[string]time.Duration{}
		o, err := b.batch(ctx, p, v, b.replicas, search.Stop{Steps: 20}, times)
		if err != nil {
			return err
		}
		fmt.Printf("| %s", row.name)
		for i, c := range columns {
			var t time.Duration
			for _, k := range c.kernels {
				t += times[k]
			}
			fmt.Printf(" | %.4g (%g)", t.Seconds()*1e6/float64(b.replicas), row.seconds[i])
		}
		fmt.Printf(" | %v |\n", o.satisfied)
		if o.generations.mean < 20 { // a run that satisfies all clauses has no more to do
			fmt.Fprintf(os.Stderr, "munawar: %s: some runs ended early, after %v generations\n", row.name, o.generations)
		}
	}
	return nil
}

// often is the mean of many runs of the hardest instance.
func (b *measurer) often(ctx context.Context) error {
	row := instances[len(instances)-1]
	p, err := b.problem(row.file)
	if err != nil {
		return err
	}
	o, err := b.batch(ctx, p, nil, b.many, likePaper, nil)
	if err != nil {
		return err
	}
	fmt.Printf("\n%s over %d runs: %v satisfied of %d in %v generations, %.0f ms in all (the paper: %v).\n",
		filepath.Base(row.file), b.many, o.satisfied, row.clauses, o.generations, 1000*o.seconds, row.satisfied)
	return nil
}
