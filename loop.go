package warbler

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

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
// one that Solve has with the same values. Constraints are functions as ever: with one
// objective, genomes that violate them are not asked for.
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
// the value of what has none. With several objectives use TellValues.
func (l *Loop) Tell(values []float64) error {
	rows := make([][]float64, len(values))
	for i := range values {
		rows[i] = values[i : i+1]
	}
	return l.tell("Tell", rows)
}

// TellValues is Tell for several objectives: each genome has a value by each of them,
// in their order. nil is for a genome that has none, because its evaluation failed.
func (l *Loop) TellValues(values [][]float64) error { return l.tell("TellValues", values) }

func (l *Loop) tell(method string, values [][]float64) error {
	if l.batch == nil {
		return fmt.Errorf("warbler: %s: nothing was asked", method)
	}
	if len(values) != len(l.batch) {
		return fmt.Errorf("warbler: %s: %d genomes were asked for, and %d values told", method, len(l.batch), len(values))
	}
	objectives := objectivesOf(l.run.problem)
	scores := make([]problem.Score, 0, len(values)*len(objectives))
	for i, list := range values {
		if list == nil {
			list = slices.Repeat([]float64{math.NaN()}, len(objectives))
		}
		if len(list) != len(objectives) {
			return fmt.Errorf("warbler: %s: genome %d: %d values, and the problem has %d objectives", method, i, len(list), len(objectives))
		}
		for m, v := range list {
			score, err := scoreOf(objectives[m], v)
			if err != nil {
				return fmt.Errorf("warbler: %s: genome %d: %w", method, i, err)
			}
			scores = append(scores, score)
		}
	}
	l.batch = nil
	select {
	case l.told <- scores:
	case <-l.done:
	}
	return nil
}

// objectivesOf are the objectives of a problem.
func objectivesOf(p Problem) []problem.Objective {
	several, ok := p.(problem.MultiObjective)
	if !ok {
		return []problem.Objective{problem.ObjectiveOf(p)}
	}
	var list []problem.Objective
	for _, c := range several.Criteria() {
		list = append(list, c.Objective)
	}
	return list
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
