package experiment

import (
	"context"
	"database/sql"
	"errors"

	"github.com/warbler-opt/warbler/search"
)

// Failure is a run that has no result, because what scores its genomes crashed,
// hung or contradicted itself: the code is a user's. It would do so again, so that
// nobody tries. Of crashes and hangs on a device the CPU has made sure, if it can run
// the code.
type Failure struct {
	Number  int
	Cell    int
	Seed    uint64
	Status  string // crashed, hung or wrong
	Message string
	Device  string
}

// wrongAnswer is the status of a run whose answer has another score when it is
// scored again.
const wrongAnswer = "wrong"

// brokenError is the end of an engine whose runs a user's code broke off.
type brokenError struct {
	error
	status string
}

func (e *brokenError) Unwrap() error { return e.error }

// blame makes a brokenError of an error that is the fault of a subject's code, as
// far as this can be said: of what ends with ctx, or lacked memory, it cannot.
func (s *subject) blame(ctx context.Context, e search.Engine, err error) error {
	var ended search.StatusError
	if err == nil || ctx.Err() != nil || shortage(err) {
		return err
	}
	if errors.As(err, &ended) {
		return &brokenError{ended, ended.Status().String()}
	}
	if s.remote() && errors.As(err, new(*search.VerifyError)) {
		return &brokenError{err, wrongAnswer}
	}
	return err
}

// remote reports whether a child does the runs, which opens its device itself.
func (s *subject) remote() bool {
	_, remote := s.problem.(search.Opener)
	return remote
}

// shortage reports whether a child's end may be that of the machine's memory, which
// another time has more of, or fewer runs need less.
func shortage(err error) bool {
	var lost interface{ Shortage() bool }
	return errors.As(err, &lost) && lost.Shortage()
}

// doubtful reports whether a run that was broken off may be the fault of its device,
// whose driver may crash, and which others may keep waiting. The CPU can tell, if it
// can run the code at all.
func (q *queue) doubtful(w *worker, err error) bool {
	var b *brokenError
	code, ok := q.problem.(interface{ Compiled() bool })
	return w.device != nil && errors.As(err, &b) && b.status != wrongAnswer && (!ok || code.Compiled())
}

// lose stores a failure.
func (c *Campaign) lose(f Failure) error {
	f.Cell = c.Plan.cellOf(f.Number)
	if _, err := c.db.Exec("INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?, ?, ?)", f.Number, f.Cell, int64(f.Seed), f.Status, f.Message, f.Device); err != nil {
		return err
	}
	c.done[f.Number] = true
	return nil
}

// readFailures adds the failures to their cells.
func readFailures(db *sql.DB, cells []*Cell) error {
	return each(db, "SELECT run, cell, seed, status, message, device FROM failures ORDER BY run", func(scan func(...any) error) error {
		var f Failure
		var seed int64
		if err := scan(&f.Number, &f.Cell, &seed, &f.Status, &f.Message, &f.Device); err != nil {
			return err
		}
		if f.Seed = uint64(seed); f.Cell < 0 || f.Cell >= len(cells) {
			return errors.New("experiment: a failed run is of a cell that does not exist")
		}
		cells[f.Cell].Failures = append(cells[f.Cell].Failures, f)
		return nil
	})
}

// Failed is how many runs have no result and never will.
func (r *Results) Failed() (count int) {
	for _, c := range r.Cells {
		count += len(c.Failures)
	}
	return count
}
