package search_test

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// counter is an engine whose score is its step: each takes pause, and it ends
// by itself after last steps or when the target is reached.
type counter struct {
	replicas int
	pause    time.Duration
	last     int64
	target   int64
	burst    int           // steps per call at most; 0: as asked
	deaf     time.Duration // goes on for this long after its context ended
	failAt   int64
	ctxErr   bool // report the context's end as an error

	step  int64
	calls int
	saves int
	asked []int
}

var _ search.Engine = (*counter)(nil)

func (c *counter) Replicas() int { return max(1, c.replicas) }

func (c *counter) Step(ctx context.Context, atMost int) (search.Progress, error) {
	c.calls++
	c.asked = append(c.asked, atMost)
	if c.burst > 0 {
		atMost = min(atMost, c.burst)
	}
	for i := 0; i < atMost && !c.finished(); i++ {
		if ctx.Err() != nil {
			time.Sleep(c.deaf)
			if c.ctxErr {
				return search.Progress{}, fmt.Errorf("counter: %w", ctx.Err())
			}
			break
		}
		time.Sleep(c.pause)
		if c.step++; c.step == c.failAt {
			return search.Progress{}, errBroken
		}
	}
	p := search.Progress{Steps: c.step, Evaluations: 10 * c.step, Best: c.step}
	if !c.finished() {
		p.Running = c.Replicas()
	}
	return p, nil
}

func (c *counter) finished() bool {
	return c.last > 0 && c.step >= c.last || c.target > 0 && c.step >= c.target
}

func (c *counter) Best(replica int) (search.Solution, error) {
	s := search.Solution{
		Genome: problem.Genome{Bits: []uint64{uint64(c.step)}},
		Score:  c.step - int64(replica)%3, Seed: uint64(replica), Steps: c.step,
	}
	switch {
	case c.target > 0 && c.step >= c.target:
		s.Status = search.Reached
	case c.finished():
		s.Status = search.Exhausted
	}
	return s, nil
}

func (c *counter) Save(w io.Writer) error {
	c.saves++
	_, err := fmt.Fprintf(w, "step %d\n", c.step)
	return err
}

func (c *counter) Close() error { return nil }

func newCounter(context.Context, search.Config) (search.Engine, error) { return &counter{}, nil }
