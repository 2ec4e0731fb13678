package population

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

const (
	// slowScore is an evaluation that is worth a turn of a goroutine.
	slowScore = 20 * time.Microsecond
	// someScores is how many quick evaluations lie between two looks at the clock,
	// which cost as much as some of them.
	someScores = 64
	// batchTime is about how long those take that goroutines score at a time where a
	// problem scores many together.
	batchTime = time.Millisecond
)

// Slow reports whether evaluations take so long that goroutines share them.
func (p *Pool) Slow() bool { return p.cost.Load() >= int64(slowScore) }

// Took tells how long some evaluations took.
func (p *Pool) Took(evaluations int, d time.Duration) {
	p.cost.Store(max(1, int64(d)/int64(evaluations)))
}

// Share makes slow evaluations 0 to n-1, some at a time, in as many goroutines as the
// pool has, whatever else these do. When the pool is aborted, those that have not begun
// are left out. An evaluation may be many, as a climb is.
func (p *Pool) Share(n, some int, evaluate func(lo, hi int)) {
	var next, made, spent atomic.Int64
	one := func(lo, hi int) {
		p.seats <- struct{}{}
		defer func() { <-p.seats }()
		if p.Aborted() {
			return
		}
		began := time.Now()
		evaluate(lo, hi)
		made.Add(int64(hi - lo))
		spent.Add(int64(time.Since(began)))
	}
	work := func() {
		defer p.catch()
		for lo := int(next.Add(int64(some))) - some; lo < n && !p.Aborted(); lo = int(next.Add(int64(some))) - some {
			one(lo, min(lo+some, n))
		}
	}
	var done sync.WaitGroup
	for range min(p.Threads, (n+some-1)/some) - 1 {
		done.Go(work)
	}
	work()
	done.Wait()
	if made.Load() > 0 {
		p.Took(int(made.Load()), time.Duration(spent.Load()))
	}
	p.raise()
}

// Lead tells of a solution that a step has scored, should it be left.
func (r *Replica) Lead(g problem.Genome, score problem.Score) {
	w := &r.pending
	w.Lock()
	defer w.Unlock()
	if l := (lead{score: score, found: true}); l.leads(w.lead) {
		l.genome = g.Clone()
		w.lead = l
	}
}

// Made counts evaluations of the step under way.
func (r *Replica) Made(evaluations int) { r.pending.made.Add(int64(evaluations)) }

// known is what a step that was left has scored of a row.
type known struct {
	score  problem.Score
	genome problem.Genome // where it was repaired
}

// lead is the best that the step under way has scored so far.
type lead struct {
	genome           problem.Genome
	score, violation problem.Score
	found            bool
}

// pending is what is known of the step that is under way: one that was left begins
// anew, with the same genomes, and scores only those that it had not.
type pending struct {
	sync.Mutex
	made  atomic.Int64  // evaluations
	known map[int]known // by row, where evaluations are slow
	lead  lead
	done  []bool // by task
	again bool   // the step was left
}

// whole forgets a step that is complete, or what was left of one.
func (w *pending) whole() {
	if w.made.Load() > 0 || w.lead.found {
		w.made.Store(0)
		clear(w.known)
		w.lead.found, w.again = false, false
	}
}

// Score repairs and evaluates rows lo to hi-1 of a table in a step; row i is
// individual i+shift. Goroutines share slow evaluations. It breaks off when the pool is
// aborted.
func (r *Replica) Score(g problem.Genomes, scores []problem.Score, lo, hi int, step int64, shift int) {
	s := scoring{Replica: r, genomes: g, scores: scores, step: step, shift: shift}
	s.score(lo, hi)
}

// ScoreBy is Score where a function scores row i and keeps what it finds; found is then
// the score that a solution is reported by, and by how much it violates constraints.
func (r *Replica) ScoreBy(g problem.Genomes, lo, hi int, step int64, shift int, score func(i int), found func(i int) (score, violation problem.Score)) {
	s := scoring{Replica: r, genomes: g, step: step, shift: shift, one: score, found: found}
	s.score(lo, hi)
}

// scoring is a call of Score.
type scoring struct {
	*Replica
	genomes problem.Genomes
	scores  []problem.Score
	step    int64
	shift   int
	one     func(i int) // unless nil: see ScoreBy
	found   func(i int) (score, violation problem.Score)
}

func (s *scoring) score(lo, hi int) {
	p := s.Pool
	begun := lo
	if s.step > 0 && !s.pending.again {
		for lo < hi && !p.Slow() && !p.Aborted() {
			lo = s.quickly(lo, hi)
		}
		s.pending.made.Add(int64(lo - begun))
	}
	if lo < hi && !p.Aborted() {
		s.carefully(lo, hi)
	}
	if lo > begun && p.Aborted() { // the run may be over
		s.keepLead(begun, lo)
	}
}

// quickly scores some rows, of which it expects that they are quick, and returns up to
// which.
func (s *scoring) quickly(lo, hi int) int {
	end := hi
	if s.Batch == nil || s.one != nil {
		end = min(hi, lo+someScores)
	} else if paced, ok := s.Batch.(interface{ Pace() int }); ok {
		end = min(hi, lo+paced.Pace())
	}
	if end-lo < someScores {
		return s.rows(lo, end)
	}
	began := time.Now()
	lo, begun := s.rows(lo, end), lo
	if lo > begun {
		s.Pool.Took(lo-begun, time.Since(began))
	}
	return lo
}

// rows repairs and evaluates rows, and returns up to which.
func (s *scoring) rows(lo, hi int) int {
	p := s.Pool
	if s.Repairer != nil {
		at := rng.Address{Seed: s.Seed, Step: uint64(s.step), Purpose: rng.Repair}
		for i := lo; i < hi; i++ {
			if i > lo && p.Aborted() {
				return lo
			}
			at.Individual = uint32(i + s.shift)
			s.Repairer.Repair(s.genomes.At(i), at)
		}
	}
	switch {
	case s.one != nil:
		for lo < hi {
			s.one(lo)
			if score, _ := s.found(lo); p.Cut(score) {
				break
			}
			if lo++; p.Aborted() {
				break
			}
		}
	case s.Batch != nil:
		s.Batch.EvaluateBatch(s.genomes.Slice(lo, hi), s.scores[lo:hi])
		lo = hi
	default:
		for lo < hi {
			s.scores[lo] = s.Problem.Evaluate(s.genomes.At(lo))
			if p.Cut(s.scores[lo]) {
				break
			}
			if lo++; p.Aborted() {
				break
			}
		}
	}
	return lo
}

// carefully scores rows whose cost is not known or large, or some of which are known.
func (s scoring) carefully(lo, hi int) {
	p := s.Pool
	for _, run := range s.unknown(lo, hi) {
		lo, hi := run[0], run[1]
		for lo < hi && !p.Aborted() {
			batch := s.Batch != nil && s.one == nil
			switch cost := time.Duration(p.cost.Load()); {
			case batch && p.Threads == 1: // who scores batches gets whole ones
				lo = s.piece(lo, s.paced(lo, hi))
			case cost == 0:
				lo = s.piece(lo, lo+1)
			case cost < slowScore:
				lo = s.piece(lo, min(lo+someScores, hi))
			default:
				some := 1
				if batch {
					some = int(max(1, batchTime/cost))
				}
				first := lo
				p.Share(hi-lo, some, func(from, to int) {
					end := s.rows(first+from, first+to)
					s.remember(first+from, end)
					s.keep(first+from, end)
					p.Pause(time.Now())
				})
				run[0], lo = hi, hi
			}
		}
		if p.Aborted() { // the step may go on
			s.remember(run[0], lo)
		}
	}
}

// paced is the end of a batch that begins with lo.
func (s *scoring) paced(lo, hi int) int {
	if paced, ok := s.Batch.(interface{ Pace() int }); ok {
		return min(hi, lo+paced.Pace())
	}
	return hi
}

// piece scores rows in this goroutine.
func (s *scoring) piece(lo, hi int) int {
	began := time.Now()
	end := s.rows(lo, hi)
	now := time.Now()
	if end > lo {
		s.Pool.Took(end-lo, now.Sub(began))
	}
	s.keep(lo, end)
	s.Pool.Pause(now)
	return end
}

// unknown are the stretches of rows that are not known. Those that are get their
// scores.
func (s *scoring) unknown(lo, hi int) (runs [][2]int) {
	w := &s.pending
	if !w.again {
		return [][2]int{{lo, hi}}
	}
	w.Lock()
	defer w.Unlock()
	from := lo
	for i := lo; i < hi; i++ {
		k, ok := w.known[i]
		if !ok {
			continue
		}
		if s.Repairer != nil {
			s.genomes.At(i).Set(k.genome)
		}
		if s.one == nil {
			s.scores[i] = k.score
		}
		if from < i {
			runs = append(runs, [2]int{from, i})
		}
		from = i + 1
	}
	if from < hi {
		runs = append(runs, [2]int{from, hi})
	}
	return runs
}

// remember makes rows known to the step, should it be left.
func (s *scoring) remember(lo, hi int) {
	w := &s.pending
	w.Lock()
	defer w.Unlock()
	if w.known == nil {
		w.known = map[int]known{}
	}
	for i := lo; i < hi; i++ {
		var k known
		if s.one == nil {
			k.score = s.scores[i]
		}
		if s.Repairer != nil {
			k.genome = s.genomes.At(i).Clone()
		}
		w.known[i] = k
	}
}

// keep counts rows that have been scored, and keeps the best of them.
func (s *scoring) keep(lo, hi int) {
	if lo == hi {
		return
	}
	s.pending.made.Add(int64(hi - lo))
	s.keepLead(lo, hi)
	s.Pool.Scored()
}

// keepLead remembers the best of rows that have been scored.
func (s *scoring) keepLead(lo, hi int) {
	best := lead{}
	at := lo
	for i := lo; i < hi; i++ {
		x := lead{found: true}
		if s.one != nil {
			x.score, x.violation = s.found(i)
		} else {
			x.score = s.scores[i]
		}
		if x.leads(best) {
			best, at = x, i
		}
	}
	w := &s.pending
	w.Lock()
	defer w.Unlock()
	if best.leads(w.lead) {
		best.genome = s.genomes.At(at).Clone()
		w.lead = best
	}
}

// leads reports whether one solution is better than another, if there is one.
func (a lead) leads(b lead) bool {
	return a.found && (!b.found || a.violation < b.violation || a.violation == b.violation && a.score > b.score)
}
