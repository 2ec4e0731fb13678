package local

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// chains are the chains of a replica that anneals vectors, in Go. vectors.cl is the twin.
type chains struct {
	population.Replica
	plan *vectorPlan

	now, next          problem.Genomes // where the chains are, and room for where they go
	scores, nextScores []problem.Score
	losses, nextLosses []float64 // means of the logarithms of what changes for the worse cost
	counts, nextCounts []float64 // how many they were
}

// Arrays lists what the replica carries from step to step.
func (c *chains) Arrays() []population.Array {
	n := c.plan.chains
	return []population.Array{
		population.Members("genomes", c.plan.operators.Rep, n, &c.now, &c.next).Alternating(),
		population.Scores("scores", n, &c.scores, &c.nextScores).Alternating(),
		population.Slice("losses", n, &c.losses, &c.nextLosses),
		population.Slice("counts", n, &c.counts, &c.nextCounts),
		c.BestMember(),
	}
}

// Start makes and scores the first vectors.
func (c *chains) Start(parallel population.ParallelFor) {
	c.Blocks(parallel, func(_, lo, hi int) population.Node {
		c.First(c.now, c.scores, lo, hi)
		return c.Summary(c.now, c.scores, lo, hi)
	})
}

// Generation is a trial of every chain.
func (c *chains) Generation(step int64, parallel population.ParallelFor) bool {
	done, length := c.plan.cooling(step)
	again, l := done == 0 && step > 1, level(done, length)
	return c.Blocks(parallel, func(_, lo, hi int) population.Node {
		c.propose(lo, hi, step, again, c.plan.sigmas[l])
		c.Score(c.next, c.nextScores, lo, hi, step, 0)
		for i := lo; i < hi; i++ {
			c.nextLosses[i], c.nextCounts[i] = c.losses[i], c.counts[i]
			if again {
				c.nextLosses[i], c.nextCounts[i] = 0, 0
			}
			if !(again && i%2 == 0) && !c.accepts(i, step, c.plan.temperatures[l]) {
				c.next.At(i).Set(c.now.At(i))
				c.nextScores[i] = c.scores[i]
			}
		}
		return c.Summary(c.next, c.nextScores, lo, hi)
	})
}

// propose makes the vectors that the chains lo to hi-1 try: what they have with one
// gene changed or, of every other chain when a cooling begins again, a random one.
func (c *chains) propose(lo, hi int, step int64, again bool, sigma float64) {
	operators := c.plan.operators
	operators.Sigma = sigma
	breeder := variation.Breeder{Operators: &operators}
	at := rng.Address{Seed: c.Seed, Step: uint64(step)}
	for i := lo; i < hi; i++ {
		to := c.next.At(i)
		at.Individual = uint32(i)
		if again && i%2 == 0 {
			at.Purpose = rng.Init
			c.Draw(to, at)
			continue
		}
		at.Purpose = rng.Mutate
		to.Set(c.now.At(i))
		breeder.Mutate(to, at, always, nil)
	}
}

// accepts reports whether chain i takes what it tried, and counts what that costs. What
// is not finite is never accepted as a loss.
func (c *chains) accepts(i int, step int64, temperature float64) bool {
	if c.nextScores[i] >= c.scores[i] {
		return true
	}
	loss := c.plan.objective.Number(c.scores[i]) - c.plan.objective.Number(c.nextScores[i])
	if !(loss > 0 && loss <= math.MaxFloat64) {
		return loss == 0
	}
	c.nextCounts[i]++
	c.nextLosses[i] += float64((elementary.Log(loss) - c.nextLosses[i]) / c.nextCounts[i])
	if !c.plan.absolute {
		temperature = float64(temperature * elementary.Exp(c.nextLosses[i]))
	}
	x := rng.Address{Seed: c.Seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Walk}.Word(0)
	return -loss >= float64(temperature*elementary.Log((float64(x)+1)*(1.0/(1<<32))))
}

// Check refuses means that no run has.
func (c *chains) Check() error {
	for i, n := range c.counts {
		if !(math.Abs(c.losses[i]) <= 1000 && n >= 0 && n <= 1<<56 && n == math.Trunc(n)) { // logarithms of finite numbers
			return &search.CheckpointError{Reason: fmt.Sprintf("section losses, member %d: no mean of a loss", c.Index*c.plan.chains+i)}
		}
	}
	return nil
}
