package sat

import (
	"context"
	"fmt"
	"slices"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem"
)

const (
	// quickWork is how many clauses --algorithm auto looks at to try all
	// assignments, 64 at a time: about a second's work at most.
	quickWork int64 = 1 << 31
	// mostFree is the largest number of variables that can be tried at all.
	mostFree = 40
	// triedAtOnce is how many assignments are scored together.
	triedAtOnce = 1 << 10
)

// prove implements problem.Task.Prove: it follows what the hard clauses imply by unit
// propagation, and then tries all assignments of the variables that are still free.
func (w *form) prove(ctx context.Context, quick bool) (problem.Outcome, error) {
	p := w.problem
	made := func(a cnf.Assignment, optimal, none bool) (problem.Outcome, error) {
		g := a.Genome()
		return problem.Outcome{Best: []problem.Found{{Genome: g, Score: p.Evaluate(g)}}, Optimal: optimal, None: none}, nil
	}
	none := func() (problem.Outcome, error) { return made(make(cnf.Assignment, w.formula.Vars), true, true) }
	if w.hopeless() {
		return none()
	}
	forced, ok := propagate(p.Table())
	if !ok {
		return none()
	}
	rest, names := reduce(p.Table(), forced)
	switch {
	case quick && (rest == nil || int64(rest.Clauses()) > quickWork>>rest.Vars):
		return problem.Outcome{}, nil
	case rest == nil:
		return problem.Outcome{}, fmt.Errorf("%s: the exact method tries all assignments; more than %d variables are free here, which is too many, so use another algorithm",
			w.formula.Name, mostFree)
	}
	bits, feasible, all, err := tryAll(ctx, rest)
	switch {
	case err != nil:
		return problem.Outcome{}, err
	case all && !feasible:
		return none()
	}
	for i, v := range names {
		forced[v] = int8(bits>>i&1)*2 - 1
	}
	return made(forced, all, false)
}

// propagate gives variables the values that the hard clauses force on them, one
// clause at a time. false: two of these contradict each other, so no assignment
// satisfies all hard clauses.
func propagate(t *cnf.Table) (values cnf.Assignment, ok bool) {
	values = make(cnf.Assignment, t.Vars)
	var queue []uint32 // literals that are true, with consequences to follow
	force := func(l uint32) bool {
		v, value := l>>1, 1-2*int8(l&1)
		if values[v] == 0 {
			values[v] = value
			queue = append(queue, l)
		}
		return values[v] == value
	}
	open := make([]int, t.Hard) // literals that are not known to be false
	for c := range open {
		clause := t.Clause(c)
		if open[c] = len(clause); open[c] == 1 && !force(clause[0]) {
			return nil, false
		}
	}
	for len(queue) > 0 {
		l := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, c := range t.Occurrences(l ^ 1) {
			if int(c) >= t.Hard {
				break // soft clauses come last
			}
			if open[c]--; open[c] != 1 {
				continue
			}
			// The last literal is true that is not false. There may be none, when the queue
			// still has what makes it false.
			clause := t.Clause(int(c))
			last := slices.IndexFunc(clause, func(l uint32) bool { return values[l>>1] != 2*int8(l&1)-1 })
			if last < 0 || !force(clause[last]) {
				return nil, false
			}
		}
	}
	return values, true
}

// reduce is what remains of the clauses when some variables have values. names
// has, for each variable that remains, the one it was, from 0. nil: more than
// mostFree remain.
func reduce(t *cnf.Table, values cnf.Assignment) (rest *Formula, names []int) {
	rest = &Formula{Name: "rest", Weights: []int64{}}
	number := make([]int32, t.Vars) // from 1
	var clause []int32
	for c := range t.Clauses() {
		if slices.ContainsFunc(t.Clause(c), func(l uint32) bool { return values[l>>1] == 1-2*int8(l&1) }) {
			continue // it is satisfied
		}
		clause = clause[:0]
		for _, l := range t.Clause(c) {
			v := l >> 1
			if values[v] != 0 {
				continue
			}
			if number[v] == 0 {
				if len(names) == mostFree {
					return nil, nil
				}
				names = append(names, int(v))
				number[v] = int32(len(names))
			}
			clause = append(clause, (1-2*int32(l&1))*number[v])
		}
		weight := Hard
		if c >= t.Hard {
			weight = t.SoftWeight(c)
		}
		rest.Add(weight, clause...)
	}
	return rest, names
}

// tryAll finds a best assignment of a formula: bit i is variable i+1. all is
// false where the context ended before everything was tried; then it is the best
// so far.
func tryAll(ctx context.Context, f *Formula) (best uint64, feasible, all bool, err error) {
	p, err := newProblem(f)
	if err != nil {
		return 0, false, false, err
	}
	count := uint64(1) << f.Vars
	g := problem.NewGenomes(p.Representation(), int(min(count, triedAtOnce)))
	scores := make([]problem.Score, g.Len())
	top := problem.Worst
	bound, _ := p.Bound()
	for lo := uint64(0); lo < count && top < bound; lo += triedAtOnce {
		if lo > 0 && ctx.Err() != nil {
			return best, top >= 0, false, nil
		}
		for i := range scores {
			g.At(i).Bits[0] = lo + uint64(i)
		}
		p.EvaluateBatch(g, scores)
		for i, s := range scores {
			if s > top {
				top, best = s, lo+uint64(i)
			}
		}
	}
	return best, top >= 0, true, nil
}
