package tune

import (
	"context"
	"math"

	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/statistics"
)

// Comparison is the best candidate beside the baseline on the instances that
// were held out. The value of an instance is the mean over its seeds.
type Comparison struct {
	Minimize  bool
	Instances []string
	Seeds     int
	// Best and Baseline are the values by instance; without a feasible answer they
	// are infinite.
	Best, Baseline []float64
	// Improvement is the mean difference, positive where the best is better, and
	// Interval is where it lies with 95 % confidence (bootstrap).
	Improvement float64
	Interval    statistics.Interval
	// Wilcoxon compares the instances pair by pair.
	Wilcoxon statistics.Test
	// A12 is the probability that the best is better on one instance than the
	// baseline on another, equal ones counted half.
	A12 float64
	// Better, Equal and Worse count instances.
	Better, Equal, Worse int
}

// compare runs two candidates on all instances that were held out.
func (f *field) compare(ctx context.Context, best, baseline *Candidate) (*Comparison, error) {
	p := f.plan
	var tasks []experiment.Task
	for _, on := range p.HeldOut {
		for s := range p.Seeds {
			for _, c := range []*Candidate{best, baseline} {
				tasks = append(tasks, experiment.Task{Case: on, Values: c.Values, Seed: p.First + uint64(s)})
			}
		}
	}
	runs, err := f.perform(ctx, tasks)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Minimize: p.HeldOut[0].Objective.Minimize, Seeds: p.Seeds}
	for i, on := range p.HeldOut {
		sums := [2]float64{}
		for j := range 2 * p.Seeds {
			sums[j%2] += valueOf(runs[2*i*p.Seeds+j], c.Minimize)
		}
		c.Instances = append(c.Instances, on.Name)
		c.Best = append(c.Best, sums[0]/float64(p.Seeds))
		c.Baseline = append(c.Baseline, sums[1]/float64(p.Seeds))
	}
	c.test()
	return c, nil
}

// test computes all that follows from the values.
func (c *Comparison) test() {
	gains := make([]float64, len(c.Best))
	c.Better, c.Equal, c.Worse = 0, 0, 0
	for i, x := range c.Best {
		y := c.Baseline[i]
		if x == y { // two infinities differ by no number
			c.Equal++
			continue
		}
		if gains[i] = x - y; c.Minimize {
			gains[i] = y - x
		}
		if gains[i] > 0 {
			c.Better++
		} else {
			c.Worse++
		}
	}
	c.Wilcoxon = statistics.Wilcoxon(gains)
	c.Improvement, c.Interval = math.NaN(), statistics.Interval{Low: math.NaN(), High: math.NaN()}
	if m := statistics.Mean(gains); !math.IsInf(m, 0) {
		c.Improvement = m
		c.Interval = statistics.Bootstrap(gains, 1000)
	}
	if c.A12 = statistics.A12(c.Best, c.Baseline); c.Minimize {
		c.A12 = 1 - c.A12
	}
}
