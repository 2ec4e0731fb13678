package head

import (
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// replica is one population, and the children of its generation.
type replica struct {
	population.Replica
	engine *engine
	now    problem.Genomes
	scores []problem.Score
	// The elites of pair p are members 2p, the best of this cycle, and 2p+1, the best
	// of the last; one that there is not yet has the worst score.
	elites      problem.Genomes
	eliteScores []problem.Score
	made        int64 // iterations of a search before this generation
	restarts    int64 // of pairs
	ended       int64 // iterations by all searches in a generation that the goal has ended

	// Of the generation that is under way: the children, and the best seen.
	next      problem.Genomes
	seen      problem.Genome
	seenScore problem.Score
	crosser   *crosser
}

func (e *engine) newReplica() *replica {
	p := &e.plan
	return &replica{
		engine: e, next: problem.NewGenomes(p.rep, p.members), seen: problem.NewGenomes(p.rep, 1).At(0), seenScore: problem.Worst,
		crosser: newCrosser(p.rep.Length, p.colors),
	}
}

// Arrays lists what the replica carries from generation to generation, and what the
// one under way has seen, if it is better.
func (h *replica) Arrays() []population.Array {
	p := &h.engine.plan
	return []population.Array{
		population.Members("genomes", p.rep, p.members, &h.now, nil), population.Scores("scores", p.members, &h.scores, nil),
		population.Members("elites", p.rep, p.members, &h.elites, nil), population.Slice("elite scores", p.members, &h.eliteScores, nil),
		population.One("made", &h.made), population.One("restarts", &h.restarts), population.One("ended", &h.ended),
		population.Genome("seen", p.rep, func() problem.Genome { return h.seen }, h.seen.Set), population.One("seen scores", &h.seenScore),
	}
}

// Check refuses numbers that no run has.
func (h *replica) Check() error {
	if h.made < 0 || h.made > 1<<55 || h.restarts < 0 || h.ended < 0 {
		return &search.CheckpointError{Reason: fmt.Sprintf("%d iterations, %d restarts and %d iterations more", h.made, h.restarts, h.ended)}
	}
	return nil
}

// Start makes the first population, at random.
func (h *replica) Start(population.ParallelFor) {
	for i := range h.eliteScores {
		h.eliteScores[i] = problem.Worst
	}
	if h.First(h.now, h.scores, 0, len(h.scores)); !h.Pool.Aborted() {
		h.finish(0)
	}
}

// mostDoubled is how often searches become twice as long.
const mostDoubled = 12

// length is the iterations of the searches of this generation.
func (h *replica) length() int {
	p := &h.engine.plan
	doubled := min(h.restarts/int64(p.members/2), mostDoubled)
	return int(min(int64(p.iterations)<<doubled, 1<<30))
}

// children makes those of a generation: of both parents in either order. Those of the
// first are the members, so that given colorings are searched as they are.
func (h *replica) children(step int64) {
	for i := range h.scores {
		child := h.next.At(i)
		if step == 1 {
			child.Set(h.now.At(i))
			continue
		}
		at := rng.Address{Seed: h.Seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Cross}
		h.crosser.cross(child.Symbols, h.now.At(i).Symbols, h.now.At(i^1).Symbols, at)
	}
}

// replace ends a generation: the children take the places of their parents, and elites
// come back (Moalic and Gondran 2018, algorithm 3).
func (h *replica) replace(step int64, fresh []problem.Score) {
	p := &h.engine.plan
	h.made += int64(h.length())
	copy(h.scores, fresh)
	for i := range h.scores {
		h.now.At(i).Set(h.next.At(i))
	}
	h.finish(step)
	for i := 0; i < p.members; i += 2 {
		better := i
		if h.scores[i+1] > h.scores[i] {
			better = i + 1
		}
		if h.scores[better] > h.eliteScores[i] {
			h.eliteScores[i] = h.scores[better]
			h.elites.At(i).Set(h.now.At(better))
		}
	}
	again := step%p.cycle == 0
	for i := 0; i < p.members; i += 2 {
		if distance(h.now.At(i).Symbols, h.now.At(i+1).Symbols, p.colors) <= p.minDistance {
			h.restart(i, step)
		} else if from := (i + 2) % p.members; again && h.eliteScores[from+1] != problem.Worst {
			h.now.At(i).Set(h.elites.At(from + 1))
			h.scores[i] = h.eliteScores[from+1]
		}
	}
	for i := 0; again && i < p.members; i += 2 {
		h.eliteScores[i+1], h.eliteScores[i] = h.eliteScores[i], problem.Worst
		h.elites.At(i + 1).Set(h.elites.At(i))
	}
}

// restart draws new colorings for the pair of member i.
func (h *replica) restart(i int, step int64) {
	h.restarts++
	for _, m := range []int{i, i + 1} {
		h.Draw(h.now.At(m), rng.Address{Seed: h.Seed, Step: uint64(step), Individual: uint32(m), Purpose: rng.Init})
		h.scores[m] = h.engine.Problem.Evaluate(h.now.At(m))
		h.eliteScores[m] = problem.Worst
	}
}

// finish judges a generation.
func (h *replica) finish(step int64) {
	best := slices.Max(h.scores)
	if h.judge(step, best) {
		h.Best.Set(h.now.At(slices.Index(h.scores, best)))
	}
	if h.seenScore <= h.State.Best { // it is no longer ahead
		h.seenScore = problem.Worst
		h.seen.Set(h.Best)
	}
}

// judge ends a generation with a best, which may be that of a child, and reports
// whether it is new.
func (h *replica) judge(step int64, best problem.Score) (improved bool) {
	mean, deviation := h.moments()
	h.All = population.Node{Best: best, Worst: slices.Min(h.scores)}
	return h.Judge(step, mean, deviation, h.spread(), h.evaluations())
}

// evaluations is how many colorings the searches have come to in whole generations, and
// in one that the goal has ended.
func (h *replica) evaluations() int64 {
	return int64(len(h.scores))*(1+h.made) + h.ended
}

// moments are the mean and the deviation of the population's scores.
func (h *replica) moments() (mean, deviation float64) {
	n := float64(len(h.scores))
	for _, s := range h.scores {
		mean += float64(s)
	}
	mean /= n
	for _, s := range h.scores {
		d := float64(s) - mean
		deviation += float64(d * d)
	}
	return mean, math.Sqrt(deviation / n)
}

// spread is the mean distance of the two of a pair, as a share of the vertices.
func (h *replica) spread() float64 {
	p := &h.engine.plan
	sum := 0
	for i := 0; i < p.members; i += 2 {
		sum += distance(h.now.At(i).Symbols, h.now.At(i+1).Symbols, p.colors)
	}
	return float64(sum) / float64(p.members/2*p.rep.Length)
}
