package search_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

var errBroken = errors.New("broken")

// watcher counts what an observer is told.
type watcher struct {
	finished int
	seen     []int64
	result   search.Result
	fail     error
	then     func()
}

func (w *watcher) Observe(p search.Progress, elapsed time.Duration) error {
	w.seen = append(w.seen, p.Steps)
	if w.then != nil {
		w.then()
	}
	return w.fail
}

func (w *watcher) Finish(r search.Result) error { w.finished++; w.result = r; return nil }

func TestShortRunIsOneStep(t *testing.T) {
	for _, watched := range []bool{false, true} {
		e := &counter{last: 100, replicas: 5}
		var watch []search.Observer
		if watched {
			watch = append(watch, &watcher{})
		}
		r, err := search.Run(context.Background(), e, search.Stop{Steps: 100}, watch...)
		if err != nil || e.calls != 1 {
			t.Fatalf("watched %v: %d calls, error %v", watched, e.calls, err)
		}
		if r.Status != search.Exhausted || r.Steps != 100 || r.Evaluations != 1000 || len(r.Runs) != 5 || r.Best != 0 {
			t.Errorf("watched %v: result %+v", watched, r)
		}
	}
}

func TestSlicesFollowTheSpeed(t *testing.T) {
	e := &counter{last: 1_000_000, burst: 1_000_000}
	w := &watcher{}
	if _, err := search.Run(context.Background(), e, search.Stop{}, w); err != nil {
		t.Fatal(err)
	}
	// 1024, then eight times as many each time: the million is done in five,
	// or some more on a busy machine.
	if e.calls > 12 {
		t.Errorf("a fast run took %d calls: %v", e.calls, e.asked)
	}

	e = &counter{pause: time.Millisecond, burst: 100}
	ctx, cancel := context.WithTimeout(context.Background(), 1200*time.Millisecond)
	defer cancel()
	w = &watcher{}
	if _, err := search.Run(ctx, e, search.Stop{}, w); err != nil {
		t.Fatal(err)
	}
	if last := e.asked[len(e.asked)-1]; last > 400 {
		t.Errorf("at about 1 ms a step, %d steps were asked for", last)
	}
	if w.finished != 1 || len(w.seen) != e.calls {
		t.Errorf("finished %d times, seen %d of %d calls", w.finished, len(w.seen), e.calls)
	}
}

func TestDeadline(t *testing.T) {
	for name, e := range map[string]*counter{
		"stops at once":    {pause: time.Millisecond},
		"stops a bit late": {pause: time.Millisecond, deaf: 40 * time.Millisecond},
		"reports an error": {pause: time.Millisecond, ctxErr: true},
		"returns often":    {pause: time.Millisecond, burst: 3},
	} {
		var r search.Result
		var err error
		searchtest.Punctual(t, name, func() time.Duration {
			const given = 150 * time.Millisecond
			began := time.Now()
			r, err = search.Run(context.Background(), e, search.Stop{Time: given}, &watcher{})
			return time.Since(began) - given
		})
		if err != nil || r.Status != search.TimedOut {
			t.Errorf("%s: status %v, error %v", name, r.Status, err)
		}
		if len(r.Runs) != 1 || r.Solution().Score == 0 || r.Solution().Status != search.TimedOut {
			t.Errorf("%s: solutions %+v", name, r.Runs)
		}
	}
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	e := &counter{pause: time.Millisecond, burst: 10}
	w := &watcher{}
	w.then = func() {
		if len(w.seen) == 3 {
			cancel()
		}
	}
	r, err := search.Run(ctx, e, search.Stop{Time: time.Hour}, w)
	if err != nil || r.Status != search.Interrupted || r.Steps != 30 || r.Solution().Score != 30 {
		t.Errorf("result %+v, error %v", r, err)
	}

	// A context that is over before the run still gets an answer.
	r, err = search.Run(ctx, &counter{}, search.Stop{})
	if err != nil || r.Status != search.Interrupted || len(r.Runs) != 1 {
		t.Errorf("result %+v, error %v", r, err)
	}
}

func TestTargetStandsAgainstTheClock(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	w := &watcher{then: cancel}
	r, err := search.Run(ctx, &counter{target: 7}, search.Stop{}, w)
	if err != nil || r.Status != search.Reached || r.Steps != 7 {
		t.Errorf("result %+v, error %v", r, err)
	}
}

func TestErrorsEndARun(t *testing.T) {
	w := &watcher{}
	r, err := search.Run(context.Background(), &counter{failAt: 5}, search.Stop{}, w)
	if !errors.Is(err, errBroken) || len(r.Runs) != 0 || w.finished != 1 {
		t.Errorf("engine: result %+v, finished %d, error %v", r, w.finished, err)
	}
	w = &watcher{fail: errBroken}
	other := &watcher{}
	r, err = search.Run(context.Background(), &counter{}, search.Stop{}, w, other)
	if !errors.Is(err, errBroken) || w.finished != 1 || len(w.seen) != 1 || len(other.seen) != 1 {
		t.Errorf("observer: finished %d, seen %v and %v, error %v", w.finished, w.seen, other.seen, err)
	}
	// What was found until then is kept.
	if len(r.Runs) != 1 || r.Status != search.Interrupted || r.Solution().Score != r.Steps || len(w.result.Runs) != 1 {
		t.Errorf("observer: result %+v, told %+v", r, w.result)
	}
}

// ones counts set bits.
type ones int

func (ones) Name() string { return "ones" }
func (n ones) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Binary, Length: int(n)}
}
func (n ones) Evaluate(g problem.Genome) (s problem.Score) {
	for i := range int(n) {
		if g.Bit(i) {
			s++
		}
	}
	return s
}

func TestVerify(t *testing.T) {
	p := ones(5)
	good := search.Solution{Genome: problem.Genome{Bits: []uint64{0b10110}}, Score: 3}
	if err := search.Verify(p, good); err != nil {
		t.Error(err)
	}
	for _, bad := range []search.Solution{
		{Genome: good.Genome, Score: 4},
		{Genome: problem.Genome{}, Score: 0},
		{Genome: problem.Genome{Bits: []uint64{0b110110}}, Score: 3},
	} {
		var wrong *search.VerifyError
		if err := search.Verify(p, bad); !errors.As(err, &wrong) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}
