package custom

import (
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/problem"
)

// native is a fragment whose code runs in this process. It is safe for concurrent
// use; whether it is safe at all is up to the fragment.
type native struct {
	*fragment
	entries
	data  []uint64
	calls atomic.Int64
	pace  atomic.Int64
	worst atomic.Int64 // nanoseconds
}

// entries are the addresses of what entry.h exports; 0 is what a fragment has
// not.
type entries struct {
	score, repair, delta, scores, violation uintptr
}

var _ interface {
	problem.BatchEvaluator
	Pace() int
	problem.Kernelled
	subprocess.Watched
} = (*native)(nil)

// load makes a problem of a fragment that has been compiled, with the powers that its
// functions are: to have a method is to say so. One with repair has no moves for
// devices, whose twins could not change a genome as a repair does.
func (f *fragment) load() (problem.Problem, error) {
	n := &native{fragment: f}
	_, n.data = f.cpu().data()
	n.pace.Store(1)
	var err error
	if n.entries, err = load(f.Library); err != nil {
		return nil, err
	}
	repair, delta := f.has(repairName), f.has(deltaName)
	switch kind := f.Genomes.Kind; {
	case f.several() && repair:
		return &struct {
			repairing
			several
		}{repairing{n}, several{n}}, nil
	case f.several():
		return &struct {
			*native
			several
		}{n, several{n}}, nil
	case delta && repair && kind == problem.Binary:
		return &struct {
			repairing
			flipping
		}{repairing{n}, flipping{n}}, nil
	case repair:
		return repairing{n}, nil
	case delta && kind == problem.Binary:
		return &struct {
			*native
			flipping
		}{n, flipping{n}}, nil
	case delta && kind == problem.Discrete:
		return changing{n}, nil
	case delta:
		return exchanging{n}, nil
	}
	return n, nil
}

// Calls implements subprocess.Watched: the batches that have been scored.
func (n *native) Calls() int64 { return n.calls.Load() }

// Longest implements subprocess.Watched: the longest that a batch has taken.
func (n *native) Longest() time.Duration { return time.Duration(n.worst.Load()) }

// Entry implements subprocess.Watched: the address of warbler_score.
func (n *native) Entry() uint64 { return uint64(n.score) }

// row is where a genome lies.
func row(g problem.Genome) unsafe.Pointer {
	switch {
	case len(g.Bits) > 0:
		return unsafe.Pointer(&g.Bits[0])
	case len(g.Symbols) > 0:
		return unsafe.Pointer(&g.Symbols[0])
	case len(g.Order) > 0:
		return unsafe.Pointer(&g.Order[0])
	}
	return unsafe.Pointer(&g.Reals[0])
}

func (n *native) words() unsafe.Pointer {
	if len(n.data) == 0 {
		return nil
	}
	return unsafe.Pointer(&n.data[0])
}

// Evaluate calls fitness.
func (n *native) Evaluate(g problem.Genome) problem.Score {
	var score problem.Score
	began := time.Now()
	call(n.score, row(g), 0, 0, 1, unsafe.Pointer(&score), n.words())
	n.noted(time.Since(began))
	return score
}

// How long a batch should take: long enough that its call does not count, and
// short enough that a search can end between two.
const (
	batchLeast = 2 * time.Millisecond
	batchMost  = 10 * time.Millisecond
	mostRows   = 1 << 14
)

// noted counts a call.
func (n *native) noted(took time.Duration) {
	n.calls.Add(1)
	for worst := n.worst.Load(); int64(took) > worst && !n.worst.CompareAndSwap(worst, int64(took)); {
		worst = n.worst.Load()
	}
}

// Pace is how many genomes are scored in a few milliseconds.
func (n *native) Pace() int { return int(n.pace.Load()) }

// EvaluateBatch scores many genomes in one call.
func (n *native) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	if len(scores) == 0 {
		return
	}
	began := time.Now()
	call(n.score, row(g.At(0)), g.Stride(), 0, len(scores), unsafe.Pointer(&scores[0]), n.words())
	took := time.Since(began)
	n.noted(took)
	pace := n.pace.Load()
	switch {
	case took < batchLeast && int64(len(scores)) >= pace && pace < mostRows:
		n.pace.CompareAndSwap(pace, 2*pace)
	case took > batchMost && int64(len(scores)) <= pace && pace > 1:
		n.pace.CompareAndSwap(pace, pace/2)
	}
}

// repairing is a fragment with repair.
type repairing struct{ *native }

// Repair calls repair. It draws nothing.
func (r repairing) Repair(g problem.Genome, _ problem.Random) {
	call(r.repair, row(g), 0, 0, 1, nil, r.words())
}
