package warbler

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Loop is a run whose genomes are scored by its caller, for those who own the
// loop: it asks for the values of a batch, and is told them. It is for one
// goroutine, and ends with Result or Close.
type Loop struct {
	run   *Run
	asked chan []Genome
	told  chan []problem.Score
	stop  context.CancelFunc
	done  chan struct{} // closed when the engine has ended
	batch []Genome      // asked for and not told
}

// NewLoop begins a loop. The problem says what genomes are like and how values
// read; its own objective, if it has one, is never called, so it may be nil:
//
//	warbler.Real[float64](lower, upper, nil, warbler.Minimize())
//
// All options but Threads and Device have their meaning. The trajectory is the
// one that Solve has with the same values.
func NewLoop(ctx context.Context, p Problem, options ...Option) *Loop {
	asked, stop := ctx, context.CancelFunc(func() {})
	if ctx != nil { // the run refuses nil
		asked, stop = context.WithCancel(ctx)
	}
	l := &Loop{asked: make(chan []Genome), told: make(chan []problem.Score), stop: stop, done: make(chan struct{})}
	// One goroutine, so that batches come in the same order each time.
	l.run = New(ctx, l.ask(asked, p), append(options[:len(options):len(options)], Threads(1), Device("cpu"))...)
	l.run.bare = true
	go func() {
		defer close(l.done)
		l.run.solve(nil)
	}()
	return l
}

// Ask gives the genomes that are to be valued next: a generation, in parts of
// up to 512, or neighbors, in parts of up to 64, or a single genome, as the
// algorithm goes. It gives none when the run is over. Asked again before Tell,
// it gives the same ones.
func (l *Loop) Ask() []Genome {
	if l.batch == nil {
		select {
		case l.batch = <-l.asked:
		case <-l.done:
		}
	}
	return l.batch
}

// Tell gives the values of the genomes that Ask gave, in their order. NaN is
// the value of what has none.
func (l *Loop) Tell(values []float64) error {
	if l.batch == nil {
		return errors.New("warbler: Tell: nothing was asked")
	}
	if len(values) != len(l.batch) {
		return fmt.Errorf("warbler: Tell: %d genomes were asked for, and %d values told", len(l.batch), len(values))
	}
	scores := make([]problem.Score, len(values))
	o := problem.ObjectiveOf(l.run.problem)
	for i, v := range values {
		var err error
		if scores[i], err = scoreOf(o, v); err != nil {
			return fmt.Errorf("warbler: Tell: genome %d: %w", i, err)
		}
	}
	l.batch = nil
	select {
	case l.told <- scores:
	case <-l.done:
	}
	return nil
}

// Result ends the loop, if it has not ended, and gives the best so far. Its
// solutions are as they were told, not verified.
func (l *Loop) Result() (*Result, error) {
	l.Close()
	r, err := l.run.Result()
	if !errors.Is(err, errClosed) {
		return r, err
	}
	if r == nil {
		return nil, errors.Join(l.run.ctx.Err(), errors.New("warbler: the loop ended before enough genomes were valued for a first solution"))
	}
	return r, nil
}

// Close ends the loop. Nothing of it is left when Close returns.
func (l *Loop) Close() {
	l.stop()
	<-l.done
	l.batch = nil
}

// errClosed is what an engine in the midst of a step ends with.
var errClosed search.StatusError = closed{}

type closed struct{}

func (closed) Error() string { return "warbler: the loop has ended" }

// Status implements search.StatusError: nothing has crashed.
func (closed) Status() search.Status { return search.Interrupted }

// asking is a problem whose scores come from Tell.
type asking struct {
	Problem
	loop *Loop
	ctx  context.Context
	mu   sync.Mutex
}

// askingRepaired is asking with repair.
type askingRepaired struct {
	*asking
	problem.Repairer
}

func (l *Loop) ask(ctx context.Context, p Problem) Problem {
	if p == nil {
		return nil
	}
	a := &asking{Problem: p, loop: l, ctx: ctx}
	if r, ok := p.(problem.Repairer); ok {
		return askingRepaired{a, r}
	}
	return a
}

// check refuses what Tell has no way to value.
func (a *asking) check() error {
	if _, several := a.Problem.(problem.MultiObjective); several {
		return errors.New("warbler: NewLoop: a loop is told one value of each genome, and the problem has several objectives; use Solve")
	}
	return nil
}

// Objective implements problem.Valued.
func (a *asking) Objective() problem.Objective { return problem.ObjectiveOf(a.Problem) }

// Bound implements problem.Targeted.
func (a *asking) Bound() (problem.Score, bool) {
	if t, ok := a.Problem.(problem.Targeted); ok {
		return t.Bound()
	}
	return 0, false
}

// Evaluate asks for one genome.
func (a *asking) Evaluate(g Genome) problem.Score { return a.tell([]Genome{g.Clone()})[0] }

// EvaluateBatch asks for many.
func (a *asking) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	batch := make([]Genome, len(scores))
	for i := range batch {
		batch[i] = g.At(i).Clone()
	}
	copy(scores, a.tell(batch))
}

// tell waits for the scores of a batch. A panic is the one way out of an engine
// that leaves its state as it was; search.Run makes an error of it.
func (a *asking) tell(batch []Genome) []problem.Score {
	a.mu.Lock()
	defer a.mu.Unlock()
	select {
	case a.loop.asked <- batch:
	case <-a.ctx.Done():
		panic(errClosed)
	}
	select {
	case scores := <-a.loop.told:
		return scores
	case <-a.ctx.Done():
		panic(errClosed)
	}
}

// scoreOf is the score of a value.
func scoreOf(o problem.Objective, value float64) (problem.Score, error) {
	if o.Float {
		if o.Minimize {
			value = -value
		}
		return problem.FromFloat(value), nil
	}
	if math.IsNaN(value) {
		return problem.Worst, nil
	}
	whole := value * math.Pow10(o.Decimals)
	if whole != math.Trunc(whole) || math.Abs(whole) > 1<<53 {
		return 0, fmt.Errorf("%v is no value of the problem, which has whole numbers up to 2^53", value)
	}
	if o.Minimize {
		return o.Total - int64(whole), nil
	}
	return int64(whole), nil
}

var (
	_ problem.BatchEvaluator = (*asking)(nil)
	_ problem.Repairer       = askingRepaired{}
)
