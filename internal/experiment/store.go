package experiment

import (
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/problem"
)

// Run is a finished run.
type Run struct {
	Number      int
	Cell        int
	Seed        uint64
	Score       int64
	Value       float64 // the score as people state it
	Feasible    bool
	Status      string // why it ended, as search.Status has it
	Steps       int64
	Evaluations int64
	Found       int64   // the step that found the best solution
	Seconds     float64 // its share of the launch's, by its steps; where time ends runs, all of its own
	CPU         float64 // likewise, of the processor; NaN where that cannot be said
	Device      string
	Genome      string // a hash of the best solution

	trace    []Point        // on the way to the store; nil in results and without traces
	best     problem.Genome // likewise
	solution []byte         // likewise: best as it is stored; nil where solutions are not
}

const (
	// commitEvery is how long a finished run waits for others to share a commit
	// with. With what a commit takes, a run is safe within 100 ms.
	commitEvery = 25 * time.Millisecond
	// commitRows ends the wait when so many are there.
	commitRows = 4096
	// rowsAtOnce is how many rows one statement takes: SQLite spends more on
	// statements than on rows.
	rowsAtOnce = 64
	runColumns = 14
)

// store takes finished runs and makes them durable, a group at a time: SQLite
// in WAL mode, synchronous, so that a commit outlives the process and the
// power.
type store struct {
	db    *sql.DB
	queue chan []Run
	done  chan struct{}
	err   error // valid when done is closed
	// committed, unless nil, is told of the runs of a commit.
	committed func([]Run)
}

// writing are the settings of the connection that a store writes by.
var writing = []string{patient, "journal_mode(WAL)", "synchronous(FULL)"}

// newStore starts to write to a database, which it does not close.
func newStore(db *sql.DB, committed func([]Run)) *store {
	s := &store{db: db, queue: make(chan []Run, 64), done: make(chan struct{}), committed: committed}
	go s.write()
	return s
}

// add hands runs over; they are durable soon after. An error is that of the
// writer, which has ended.
func (s *store) add(runs []Run) error {
	select {
	case s.queue <- runs:
		return nil
	case <-s.done:
		return s.err
	}
}

// close waits until all runs are durable. Nothing may be added after it.
func (s *store) close() error {
	close(s.queue)
	<-s.done
	return s.err
}

// write is the one writer.
func (s *store) write() {
	defer close(s.done)
	var pending []Run
	var due <-chan time.Time
	for open := true; open; {
		select {
		case runs, more := <-s.queue:
			if open = more; len(pending) == 0 && open {
				due = time.After(commitEvery)
			}
			if pending = append(pending, runs...); open && len(pending) < commitRows {
				continue
			}
		case <-due:
		}
		if len(pending) > 0 {
			if s.err = s.commit(pending); s.err != nil {
				return
			}
			if s.committed != nil {
				s.committed(pending)
			}
		}
		pending, due = pending[:0], nil
	}
}

func (s *store) commit(runs []Run) error {
	tx, err := s.db.Begin()
	if err != nil {
		return fmt.Errorf("experiment: runs cannot be stored: %w", err)
	}
	statements := map[string]*sql.Stmt{} // which end with tx
	for len(runs) > 0 && err == nil {
		n := 1
		if len(runs) >= rowsAtOnce {
			n = rowsAtOnce
		}
		text, rows := rowsOf(runs[:n])
		if err = insert(tx, statements, text, rows); err == nil && runs[0].trace != nil {
			err = insert(tx, statements, insertTraces[n], tracesOf(runs[:n]))
		}
		if err == nil && runs[0].solution != nil {
			err = insert(tx, statements, insertSolutions[n], solutionsOf(runs[:n]))
		}
		runs = runs[n:]
	}
	if err != nil {
		return errors.Join(fmt.Errorf("experiment: runs cannot be stored: %w", err), tx.Rollback())
	}
	return tx.Commit()
}

// insert performs a statement, which is understood once: that takes as long as its
// rows do.
func insert(tx *sql.Tx, statements map[string]*sql.Stmt, text string, rows []any) (err error) {
	if statements[text] == nil {
		if statements[text], err = tx.Prepare(text); err != nil {
			return err
		}
	}
	_, err = statements[text].Exec(rows...)
	return err
}

// The statements for one row and for many.
var (
	insertRuns      = insertStatements("runs", runColumns)
	insertTraces    = insertStatements("traces", 2)
	insertSolutions = insertStatements("solutions", 2)
)

func insertStatements(table string, columns int) map[int]string {
	row := "(?" + strings.Repeat(",?", columns-1) + ")"
	one := "INSERT INTO " + table + " VALUES " + row
	return map[int]string{1: one, rowsAtOnce: one + strings.Repeat(","+row, rowsAtOnce-1)}
}

// insertAlike is the statement for many runs in their order that have much in
// common: it takes that once, as its first values, with the first number and seed.
var insertAlike = sync.OnceValue(func() string {
	var text strings.Builder
	text.WriteString("INSERT INTO runs VALUES ")
	for i := range rowsAtOnce {
		score, comma := "?", ","
		if i == 0 {
			score, comma = "?11", ""
		}
		fmt.Fprintf(&text, "%s(?8+%d,?1,?9+%d,%s,?,?2,?3,?4,?5,?,?6,?7,?,?10)", comma, i, i, score)
	}
	return text.String()
})

// tracesOf are the rows of runs that all have a trace: a plan asks for all of
// them or for none.
func tracesOf(runs []Run) []any {
	list := make([]any, 0, 2*len(runs))
	for i := range runs {
		list = append(list, runs[i].Number, packTrace(runs[i].trace))
	}
	return list
}

// solutionsOf are the rows of runs that all have a solution to be stored.
func solutionsOf(runs []Run) []any {
	list := make([]any, 0, 2*len(runs))
	for i := range runs {
		list = append(list, runs[i].Number, runs[i].solution)
	}
	return list
}

// rowsOf is the statement for one run or for rowsAtOnce, and its values.
func rowsOf(runs []Run) (text string, list []any) {
	list = make([]any, 0, len(runs)*runColumns)
	alike := len(runs) == rowsAtOnce
	for i := 1; i < len(runs) && alike; i++ {
		alike = runs[i].follows(&runs[i-1])
	}
	if r := &runs[0]; alike {
		text, list = insertAlike(), append(list, r.Cell, r.Feasible, r.Status, r.Steps, r.Evaluations, r.Seconds, r.Device, r.Number, int64(r.Seed), orNull(r.CPU))
	} else {
		text = insertRuns[len(runs)]
	}
	for i := range runs {
		r := &runs[i]
		if alike {
			list = append(list, r.Score, orNull(r.Value), r.Found, r.Genome)
			continue
		}
		list = append(list, r.Number, r.Cell, int64(r.Seed), r.Score, orNull(r.Value), r.Feasible, r.Status,
			r.Steps, r.Evaluations, r.Found, r.Seconds, r.Device, r.Genome, orNull(r.CPU))
	}
	return text, list
}

// orNull is a number as the database has it, which knows no NaN.
func orNull(x float64) any {
	if math.IsNaN(x) {
		return nil
	}
	return x
}

// follows reports whether a run is the next one after another and has in common with
// it what insertAlike takes once, as those do that end together.
func (r *Run) follows(o *Run) bool {
	return r.Number == o.Number+1 && int64(r.Seed) == int64(o.Seed)+1 && int64(r.Seed) != math.MinInt64 &&
		r.Cell == o.Cell && r.Feasible == o.Feasible && r.Status == o.Status && r.Steps == o.Steps &&
		r.Evaluations == o.Evaluations && r.Seconds == o.Seconds && orNull(r.CPU) == orNull(o.CPU) && r.Device == o.Device
}
