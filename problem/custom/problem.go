package custom

import (
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/warbler-opt/warbler/problem"
)

// Native is a fragment whose code runs in this process. It is safe for
// concurrent use; whether it is safe at all is up to the fragment.
//
// It is an interface because a fragment with repair is a problem.Repairer and
// one without must not be, and so on.
type Native interface {
	problem.Problem
	problem.Valued
	problem.BatchEvaluator
	problem.Paced
	problem.Targeted
	problem.Hashed
	problem.Kernelled
	// Calls is how many batches have been scored so far: who watches sees by it
	// that the fragment's functions return.
	Calls() int64
	// Longest is the longest that a batch has taken.
	Longest() time.Duration
	// Entry is where its code lies in memory: the address of warbler_score.
	Entry() uint64
}

// native is a fragment without repair and delta.
type native struct {
	*Fragment
	entries
	data  []uint64
	calls atomic.Int64
	pace  atomic.Int64
	worst atomic.Int64 // nanoseconds
}

// entries are the addresses of what entry.h exports; 0 is what a fragment has
// not.
type entries struct {
	score, repair, delta uintptr
}

// Open makes a problem of what Encode has written. Without a library it can be
// scored on devices only.
func Open(spec []byte) (problem.Problem, error) {
	f, library, err := Decode(spec)
	if err != nil {
		return nil, err
	}
	if library == nil {
		return f.Face(), nil
	}
	return f.Load(library)
}

// Load makes a problem of a fragment and the library that Compile made of it.
func (f *Fragment) Load(library []byte) (Native, error) {
	n := &native{Fragment: f, data: f.native().buffer()}
	n.pace.Store(1)
	var err error
	if n.entries, err = load(library); err != nil {
		return nil, err
	}
	return n.able(), nil
}

// able gives a fragment the powers that its functions are. One with repair has no
// moves for devices, whose twins could not change a genome as a repair does.
func (n *native) able() Native {
	repair, delta := n.has(repairName), n.has(deltaName)
	switch kind := n.Fragment.Representation.Kind; {
	case delta && repair && kind == problem.Binary:
		return &struct {
			*native
			repairing
			flipping
		}{n, repairing{n}, flipping{n}}
	case repair:
		return &struct {
			*native
			repairing
		}{n, repairing{n}}
	case delta && kind == problem.Binary:
		return &struct {
			*native
			flipKernelled
		}{n, flipKernelled{flipping{n}}}
	case delta && kind == problem.Discrete:
		return &struct {
			*native
			changing
		}{n, changing{n}}
	case delta:
		return &struct {
			*native
			exchanging
		}{n, exchanging{n}}
	}
	return n
}

// Name is "custom".
func (n *native) Name() string { return kindName }

// kindName is the name of all custom problems.
const kindName = "custom"

// Representation is what the header says.
func (n *native) Representation() problem.Representation { return n.Fragment.Representation }

// Bound is what the header says no score can beat.
func (n *native) Bound() (problem.Score, bool) { return n.BestScore, n.Bounded }

// Calls is how many batches have been scored.
func (n *native) Calls() int64 { return n.calls.Load() }

// Longest is the longest that a batch has taken.
func (n *native) Longest() time.Duration { return time.Duration(n.worst.Load()) }

// Entry is where the code lies in memory.
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
	call(n.score, row(g), 0, 1, unsafe.Pointer(&score), n.words())
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
	call(n.score, row(g.At(0)), g.Stride(), len(scores), unsafe.Pointer(&scores[0]), n.words())
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
type repairing struct{ of *native }

// Repair calls repair. It draws nothing.
func (r repairing) Repair(g problem.Genome, _ problem.Random) {
	call(r.of.repair, row(g), 0, 1, r.of.words(), nil)
}

// Face is the fragment as a problem whose code this process does not run: all
// but its scores.
func (f *Fragment) Face() *Face { return &Face{f} }

// Face is a fragment without its code.
type Face struct{ *Fragment }

// Name is "custom".
func (u *Face) Name() string { return kindName }

// Representation is what the header says.
func (u *Face) Representation() problem.Representation { return u.Fragment.Representation }

// Bound is what the header says no score can beat.
func (u *Face) Bound() (problem.Score, bool) { return u.BestScore, u.Bounded }

// Evaluate is the worst score: nothing here can run the fragment. Engines on a
// device do not ask.
func (u *Face) Evaluate(problem.Genome) problem.Score { return problem.Worst }
