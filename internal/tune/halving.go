package tune

import (
	"context"
	"fmt"
	"math/bits"
)

// rounds is how often n candidates are halved until one is left.
func rounds(n int) int { return bits.Len(uint(n - 1)) }

// halvingSize is how many candidates a budget allows: the most for which the
// first round has a first test.
func halvingSize(budget, first int) int {
	n := 2
	for next := n + 1; next <= maxCandidates && budget/(rounds(next)*next) >= first; next++ {
		n = next
	}
	return n
}

// halve is successive halving (Jamieson and Talwalkar, 2016): every round has an
// equal share of the budget, and its better half goes on. Later rounds count
// the trials of earlier ones too.
func (f *field) halve(ctx context.Context, l *pool) ([]Standing, error) {
	p := f.plan
	size := p.Candidates
	if size == 0 {
		size = halvingSize(p.Budget, min(p.FirstTest, p.trials()))
	}
	fresh, err := l.draw(ctx, size-1, source{iteration: 1})
	alive := append([]*Candidate{l.all[0]}, fresh...)
	standing := f.standings(alive, 0)
	trials := 0
	for round := 1; err == nil && len(alive) > 1; round++ {
		f.progress.Stage, f.progress.Alive = fmt.Sprintf("round %d", round), len(alive)
		share := (p.Budget - f.spent) / rounds(len(alive))
		more := min(share/len(alive), p.trials()-trials)
		if more < 1 { // no budget is left, or no trial
			break
		}
		if err = f.run(ctx, alive, trials, trials+more); err != nil {
			trials = f.common(alive) // what is known by now
			standing = f.standings(alive, trials)
			break
		}
		trials += more
		standing = f.standings(alive, trials)
		before := len(alive)
		alive = candidatesOf(standing)[:(before+1)/2]
		f.compared(round, trials, before, standing[:len(alive)])
	}
	return f.standings(candidatesOf(standing), trials), err
}
