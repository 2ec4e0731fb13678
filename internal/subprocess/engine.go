package subprocess

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/search"
)

// engine is an engine in a child. It knows the best solutions that the child has
// told, also when the child is no more.
type engine struct {
	link  *link
	bests []search.Solution
	known []bool
	fresh bool // bests are as of the last step
	lost  error
}

var _ search.Ranked = (*engine)(nil)

// crashed is an error after which the child's engine has no state any more: a device
// failed.
type crashed struct{ error }

func (c crashed) Unwrap() error { return c.error }

// Status implements search.StatusError.
func (crashed) Status() search.Status { return search.Crashed }

// learn notes what the child has found.
func (e *engine) learn(list []best) {
	for _, b := range list {
		if b.Replica >= 0 && b.Replica < len(e.bests) {
			e.bests[b.Replica], e.known[b.Replica] = b.Solution, true
		}
	}
}

// ask is an exchange with the child, after whose end there are no others.
func (e *engine) ask(ctx context.Context, q request) (reply, error) {
	if e.lost != nil {
		return reply{}, e.lost
	}
	r, err := e.link.ask(ctx, q, 0)
	if errors.As(err, new(*LostError)) {
		e.lost = err
	}
	e.learn(r.Bests)
	return r, err
}

// Step advances the child's engine.
func (e *engine) Step(ctx context.Context, atMost int) (search.Progress, error) {
	e.fresh = false
	r, err := e.ask(ctx, request{What: askStep, Count: atMost})
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return r.Progress, ctx.Err()
	}
	if err != nil && !errors.As(err, new(search.StatusError)) {
		err = crashed{err}
	}
	e.lost = err
	return r.Progress, err
}

// Best is the best solution of a replica, or the last that was told of.
func (e *engine) Best(replica int) (search.Solution, error) {
	if replica < 0 || replica >= len(e.bests) {
		return search.Solution{}, fmt.Errorf("subprocess: there is no replica %d among %d", replica, len(e.bests))
	}
	if !e.fresh && e.lost == nil {
		_, err := e.ask(context.Background(), request{What: askBest})
		if err != nil && !e.known[replica] {
			return search.Solution{}, err
		}
		e.fresh = err == nil
	}
	if !e.known[replica] {
		return search.Solution{}, errors.New("subprocess: nothing had been found")
	}
	s := e.bests[replica]
	s.Genome = s.Genome.Clone()
	return s, nil
}

// Top is that of the child's engine, if it has one.
func (e *engine) Top(count int) ([]search.Solution, error) {
	if e.lost != nil {
		return nil, nil
	}
	r, err := e.ask(context.Background(), request{What: askTop, Count: count})
	return r.Solutions, err
}

// fronted is an engine for problems with several objectives.
type fronted struct{ *engine }

var _ search.Fronted = fronted{}

// Front is that of the child's engine, while there is one.
func (f fronted) Front(replica int) ([]search.Member, error) {
	if f.lost != nil {
		return nil, nil
	}
	r, err := f.ask(context.Background(), request{What: askFront, Count: replica})
	return r.Front, err
}

// Save writes the checkpoint that the child makes.
func (e *engine) Save(w io.Writer) error {
	r, err := e.ask(context.Background(), request{What: askSave})
	if err == nil {
		_, err = w.Write(r.Bytes)
	}
	return err
}

// Replicas is how many there are.
func (e *engine) Replicas() int { return len(e.bests) }

// Close ends the child.
func (e *engine) Close() error {
	e.link.close()
	return nil
}
