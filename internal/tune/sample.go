package tune

import (
	"context"
	"maps"
	"slices"

	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/search"
)

// Candidate is a set of parameters.
type Candidate struct {
	Number    int           // from 0, which is the baseline
	Values    search.Values // complete
	Iteration int           // that it was drawn for, from 1; 0 for the baseline
	Parent    int           // the number of the candidate that it was drawn around, or -1
}

const (
	// attempts bounds how often a candidate is drawn again because there is one
	// like it, or the algorithm refuses it.
	attempts = 100
	// tails bounds how often a deviate is drawn again because it is outside.
	tails = 14
	// blocks are those of one parameter.
	blocks = 2 + tails
)

// pool is all candidates so far.
type pool struct {
	plan    *Plan
	all     []*Candidate
	known   map[string]bool // their values
	refused map[string]bool // by what the engine, not the replica, has
	refusal error           // the first
}

func newPool(p *Plan) *pool {
	l := &pool{plan: p, known: map[string]bool{}, refused: map[string]bool{}}
	l.add(&Candidate{Values: p.Baseline, Parent: -1})
	return l
}

func (l *pool) add(c *Candidate) *Candidate {
	c.Number = len(l.all)
	l.all = append(l.all, c)
	l.known[c.Values.String()] = true
	return c
}

// source says how candidates are drawn.
type source struct {
	iteration int
	parents   []*Candidate // the best first; none: all of the space is alike
	spread    float64      // the deviation around a parent, as a share of a range
	keep      float64      // the probability that a choice stays its parent's
}

// draw adds up to count new candidates; a space that is small may have fewer.
func (l *pool) draw(ctx context.Context, count int, from source) (fresh []*Candidate, err error) {
	for a := 0; len(fresh) < count && a < attempts; a++ { // where so many find nothing new, there is nothing left
		at := rng.Address{
			Seed: l.plan.Seed, Step: uint64(from.iteration)<<16 | uint64(a), Individual: uint32(len(fresh)), Purpose: rng.Tune,
		}
		c := l.plan.sample(at, from)
		taken, err := l.taken(ctx, c)
		if err != nil {
			return nil, err
		}
		if taken {
			fresh, a = append(fresh, l.add(c)), -1
		}
	}
	return fresh, nil
}

// taken reports whether a candidate is new, and the algorithm accepts its values, on
// the first instance.
func (l *pool) taken(ctx context.Context, c *Candidate) (bool, error) {
	if err := ctx.Err(); err != nil || l.known[c.Values.String()] {
		return false, err
	}
	shared, _ := experiment.Split(l.plan.Algorithm.Params, c.Values)
	key := shared.String()
	if _, tried := l.refused[key]; !tried {
		err := l.plan.Training[0].Try(ctx, c.Values)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		l.refused[key] = err != nil
		if l.refusal == nil {
			l.refusal = err
		}
	}
	return !l.refused[key], nil
}

// sample draws one candidate.
func (p *Plan) sample(at rng.Address, from source) *Candidate {
	c := &Candidate{Iteration: from.iteration, Parent: -1}
	values := maps.Clone(p.Fixed)
	var parent *Candidate
	if len(from.parents) > 0 {
		parent = from.parents[weighted(at, len(from.parents))]
		c.Parent = parent.Number
	}
	for i := range p.Space {
		r, first := &p.Space[i], uint32(1+i*blocks)
		if parent == nil {
			values[r.Param.Name] = r.uniform(at, first)
		} else {
			values[r.Param.Name] = r.around(at, first, parent.Values[r.Param.Name], from)
		}
	}
	c.Values = p.Algorithm.Params.Fill(values)
	return c
}

// weighted draws one of n, the first n times as likely as the last.
func weighted(at rng.Address, n int) int {
	x0, _, _, _ := at.Block(0)
	left := int(at.Bounded(x0, 0, uint32(n*(n+1)/2)))
	for i := range n {
		if left -= n - i; left < 0 {
			return i
		}
	}
	return n - 1
}

// uniform draws from all of the range.
func (r *Range) uniform(at rng.Address, block uint32) string {
	x0, x1, _, _ := at.Block(block)
	if len(r.Choices) > 0 {
		return r.Choices[at.Bounded(x0, 4*block, uint32(len(r.Choices)))]
	}
	return r.at(rng.Unit(x0, x1))
}

// around draws near a parent's value: a normal deviate within the range, or with
// some probability the same choice.
func (r *Range) around(at rng.Address, block uint32, parent string, from source) string {
	if len(r.Choices) > 0 {
		_, x1, _, _ := at.Block(block)
		if rng.Bernoulli(x1, rng.Threshold(from.keep)) && slices.Contains(r.Choices, parent) {
			return parent
		}
		return r.uniform(at, block)
	}
	mean, ok := r.place(parent)
	if !ok {
		return r.uniform(at, block)
	}
	for k := range uint32(tails) {
		place := mean + float64(from.spread*rng.Gaussian(at.Block(block+1+k)))
		if place >= 0 && place <= 1 {
			return r.at(place)
		}
	}
	return r.at(mean)
}
