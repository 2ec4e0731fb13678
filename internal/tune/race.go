package tune

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/statistics"
)

// iterations is how many a race has at least, and also how many candidates
// survive an iteration: more where there are more parameters (irace's rule).
func iterations(parameters int) int { return 1 + bits.Len(uint(parameters)) }

// raceSize is how many candidates an iteration has: fewer in later ones, whose
// candidates are more alike and take more trials to tell apart (irace's rule).
func raceSize(budget, first, iteration int) int { return budget / (first + min(5, iteration)) }

// race is an iterated race (López-Ibáñez and others, 2016). Each iteration has
// an equal share of what is left of the budget. Its candidates are the survivors
// of the last one, the elites, and new ones around them; they go through the
// trials together, and after each from the first test on those that a test finds
// worse are dropped. An elite cannot be dropped, nor be outranked in the end, by
// one that has been in fewer trials than it had before.
func (f *field) race(ctx context.Context, l *pool) ([]Standing, error) {
	p := f.plan
	planned := iterations(len(p.Space))
	first := min(p.FirstTest, p.trials())
	elites := f.standings(l.all, 0)
	spread := 0.5
	for i := 1; ; i++ {
		share := (p.Budget - f.spent) / max(1, planned-i+1)
		size := raceSize(share, first, i)
		from := source{iteration: i}
		if i > 1 {
			from.parents, from.keep = candidatesOf(elites), float64(i-1)/float64(max(planned, i))
			spread = float64(spread * shrink(size-len(elites), len(p.Space)))
			from.spread = spread
		} else if p.Candidates > 0 {
			size = p.Candidates
		} else {
			size = max(size, 2)
		}
		if size <= len(elites) {
			return elites, nil
		}
		fresh, err := l.draw(ctx, size-len(elites), from)
		if err != nil || len(fresh) == 0 {
			return elites, err
		}
		f.progress.Stage = fmt.Sprintf("iteration %d", i)
		left, err := f.iterate(ctx, i, append(candidatesOf(elites), fresh...), first, f.spent+share)
		if len(left) > 0 {
			elites = left[:min(len(left), planned)]
		}
		if err != nil {
			return elites, err
		}
	}
}

// shrink is the factor by which the spread of new candidates falls from one
// iteration to the next: so many cover all of a space of so many parameters.
func shrink(candidates, parameters int) float64 {
	return elementary.Pow(1/float64(max(candidates, 1)), 1/float64(parameters))
}

// iterate is one iteration of a race; limit is what may be spent when it ends. The
// standings are those of the last comparison.
func (f *field) iterate(ctx context.Context, iteration int, alive []*Candidate, first, limit int) (left []Standing, err error) {
	p := f.plan
	seen := map[*Candidate]int{}
	longest := 0
	for _, c := range alive {
		seen[c] = f.seen(c)
		longest = max(longest, seen[c])
	}
	f.progress.Alive = len(alive)
	fewest := iterations(len(p.Space))
	trials := 0
	for trials < p.trials() {
		next := max(trials+1, first)
		// The first test is paid for whatever it costs: the size of the iteration
		// allows for it. Then survivors that few need no more tests.
		reserve := fewest * max(0, longest-next)
		if trials > 0 && (f.spent+len(f.lacking(alive, trials, next))+reserve > limit || len(alive) <= fewest && trials >= longest) {
			break
		}
		if err = f.run(ctx, alive, trials, next); err != nil {
			left = f.standings(alive, f.common(alive)) // what is known by now
			break
		}
		trials = next
		before := len(alive)
		alive = f.survivors(alive, trials, seen)
		left = f.standings(alive, trials)
		alive = candidatesOf(left)
		f.compared(iteration, trials, before, left)
	}
	if err == nil {
		err = f.finish(ctx, alive[:min(len(alive), fewest)], trials, longest, limit)
	}
	return f.byExperience(left, longest), err
}

// finish lets the first of the survivors catch up with the trials of the elites,
// as far as the limit allows; else none of them could replace one.
func (f *field) finish(ctx context.Context, lead []*Candidate, trials, longest, limit int) error {
	for ; trials < longest && f.spent+len(f.lacking(lead, trials, trials+1)) <= limit; trials++ {
		if err := f.run(ctx, lead, trials, trials+1); err != nil {
			return err
		}
	}
	return nil
}

// survivors are the candidates that no test finds worse than the best, and those
// that have been in more trials before.
func (f *field) survivors(alive []*Candidate, trials int, seen map[*Candidate]int) (left []*Candidate) {
	worse := eliminate(f.costs(alive, trials), 1-f.plan.Confidence)
	for i, c := range alive {
		if !worse[i] || seen[c] > trials {
			left = append(left, c)
		}
	}
	return left
}

// byExperience puts candidates that have been in all trials of the elites before
// the others: a lead in a few trials may be luck. Each lot stands by all trials
// that it has in common.
func (f *field) byExperience(list []Standing, longest int) []Standing {
	var old, young []*Candidate
	for _, s := range list {
		if f.seen(s.Candidate) >= longest {
			old = append(old, s.Candidate)
		} else {
			young = append(young, s.Candidate)
		}
	}
	return append(f.standings(old, f.common(old)), f.standings(young, f.common(young))...)
}

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

// eliminate tells which candidates are worse than the best, with costs in a row
// for each trial. Three and more are compared by Friedman's test and, if that
// finds any difference, each with the best by Conover's; two by Wilcoxon's.
func eliminate(costs [][]float64, level float64) []bool {
	worse, least := make([]bool, len(costs[0])), 0.0
	test, means := statistics.Friedman(costs)
	if len(worse) == 2 {
		differences := make([]float64, len(costs))
		for t, row := range costs {
			if row[0] != row[1] { // two infinities differ by no number
				differences[t] = row[0] - row[1]
			}
		}
		test = statistics.Wilcoxon(differences)
	} else {
		least = statistics.RankDifference(costs, level)
	}
	if test.P < level {
		best := slices.Min(means)
		for i, m := range means {
			worse[i] = m-best > least
		}
	}
	return worse
}
