package experiment

import (
	"cmp"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/warbler-opt/warbler/search"
)

// kinship is what cells share whose runs are the same up to the limits that end them. An
// instance is what it is, whatever a plan calls it.
func (c *Cell) kinship() string {
	target := "none"
	if c.Stop.Target != nil {
		target = fmt.Sprint(*c.Stop.Target)
	}
	return fmt.Sprint(c.Kind, cmp.Or(c.Instance, c.Problem), c.Options, c.Algorithm, c.Parameters, c.Stop.Patience, c.Stop.Converged, c.Stop.Convergence, target)
}

// Kin is what cells of different campaigns share whose runs can be compared.
func (c *Cell) Kin() string { return fmt.Sprint(c.kinship(), limits(c.Stop)) }

// limits are the rules of a stop that a plan may make longer, with the status of runs
// that they end.
func limits(s search.Stop) map[search.Status]int64 {
	return map[search.Status]int64{
		search.Exhausted: s.Steps, search.Spent: s.Evaluations, search.Stagnated: s.Stagnation, search.TimedOut: int64(s.Time),
	}
}

// longer reports whether no limit is shorter than that of another stop; without one a run
// may go on forever.
func longer(s, than search.Stop) bool {
	old := limits(than)
	for status, limit := range limits(s) {
		if limit != 0 && (old[status] == 0 || old[status] > limit) {
			return false
		}
	}
	return true
}

// stays reports whether a run under one stop is the same under another that is no shorter:
// unless a limit ended it that is longer now.
func stays(status string, old, new search.Stop) bool {
	after := limits(new)
	for by, limit := range limits(old) {
		if status == by.String() && after[by] != limit {
			return false
		}
	}
	return true
}

// places finds for every cell of a campaign the plan's cell that has its runs, or −1 where
// there is no run of it. Why a plan does not have them all is told.
func (p *Plan) places(r *Results) (cells []int, reason string) {
	exact, kin, used := map[string]int{}, map[string][]int{}, map[int]bool{}
	for i, c := range p.Cells {
		exact[c.identity()] = i
		kin[c.kinship()] = append(kin[c.kinship()], i)
	}
	cells = make([]int, len(r.Cells))
	for i, c := range r.Cells {
		cells[i] = -1
		if at, ok := exact[c.identity()]; ok {
			cells[i], used[at] = at, true
		}
	}
	for i, c := range r.Cells {
		if cells[i] >= 0 || len(c.Runs)+len(c.Failures) == 0 {
			continue
		}
		reason = "the plan lacks"
		for _, at := range kin[c.kinship()] {
			if used[at] {
				continue
			}
			if reason = "the plan has shorter limits for"; longer(p.Cells[at].Stop, c.Stop) {
				cells[i], used[at] = at, true
				break
			}
		}
		if cells[i] < 0 {
			return nil, fmt.Sprintf("%s %s on %s, of which it has runs", reason, strings.TrimSpace(c.Method+" "+c.Label()), c.Problem)
		}
	}
	for _, c := range r.Cells {
		for _, run := range c.Runs {
			if p.Seeds.Find(run.Seed) < 0 {
				return nil, fmt.Sprintf("the plan lacks seed %d, of which it has runs", run.Seed)
			}
		}
	}
	return cells, ""
}

// move is a run of another campaign and its place in this one.
type move struct {
	old, run, cell int
	timed          bool
}

// moves are the runs and failures of a campaign that a plan can take over, by the cells
// that places found; again is how many others are to be done again.
func (p *Plan) moves(r *Results, cells []int) (list []move, again int) {
	for i, c := range r.Cells {
		if cells[i] < 0 {
			continue
		}
		to := p.Cells[cells[i]]
		add := func(old int, seed uint64, status string) {
			if at := p.Seeds.Find(seed); at < 0 || !stays(status, c.Stop, to.Stop) {
				again++
			} else {
				list = append(list, move{old, to.Number*p.Seeds.Count + at, to.Number, to.Stop.Time > 0})
			}
		}
		for _, run := range c.Runs {
			add(run.Number, run.Seed, run.Status)
		}
		for _, f := range c.Failures {
			add(f.Number, f.Seed, f.Status)
		}
	}
	return list, again
}

// adopt copies runs from the database of another campaign. Where both have a run that does
// not depend on time, it must be the same.
func adopt(db *sql.DB, path string, moves []move) (err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return err
	}
	source := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "mode=ro"}
	if _, err := db.Exec("ATTACH DATABASE ? AS source", source.String()); err != nil {
		return troubled(path, err)
	}
	defer func() {
		if _, failed := db.Exec("DETACH DATABASE source"); err == nil {
			err = failed
		}
	}()
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect after Commit
	if _, err := tx.Exec("CREATE TEMP TABLE moved (old INTEGER PRIMARY KEY, run INTEGER NOT NULL, cell INTEGER NOT NULL, timed INTEGER NOT NULL)"); err != nil {
		return err
	}
	statements, texts := map[string]*sql.Stmt{}, insertStatements("moved", 4)
	for len(moves) > 0 {
		n := 1
		if len(moves) >= rowsAtOnce {
			n = rowsAtOnce
		}
		rows := make([]any, 0, 4*n)
		for _, m := range moves[:n] {
			rows = append(rows, m.old, m.run, m.cell, m.timed)
		}
		if err := insert(tx, statements, texts[n], rows); err != nil {
			return err
		}
		moves = moves[n:]
	}
	differs := 0
	err = tx.QueryRow(`SELECT m.run FROM moved m JOIN source.runs s ON s.run = m.old JOIN main.runs r ON r.run = m.run
		WHERE NOT m.timed AND (s.score, s.status, s.steps, s.evaluations, s.found, s.genome) <> (r.score, r.status, r.steps, r.evaluations, r.found, r.genome)
		LIMIT 1`).Scan(&differs)
	if err == nil {
		return &FolderError{filepath.Dir(path), fmt.Sprintf("run %d of the merged campaign is another one in it than in the others; 'warbler experiment compare' shows how they differ", differs)}
	}
	for _, text := range []string{
		"DELETE FROM moved WHERE run IN (SELECT run FROM main.runs)",
		`INSERT INTO main.runs SELECT m.run, m.cell, s.seed, s.score, s.value, s.feasible, s.status, s.steps, s.evaluations, s.found, s.seconds, s.device, s.genome, s.cpu
			FROM moved m JOIN source.runs s ON s.run = m.old ORDER BY m.run`,
		"INSERT INTO main.traces SELECT m.run, s.points FROM moved m JOIN source.traces s ON s.run = m.old ORDER BY m.run",
		"INSERT INTO main.solutions SELECT m.run, s.genome FROM moved m JOIN source.solutions s ON s.run = m.old ORDER BY m.run",
		`INSERT OR REPLACE INTO main.failures SELECT m.run, m.cell, s.seed, s.status, s.message, s.device
			FROM moved m JOIN source.failures s ON s.run = m.old ORDER BY m.run`,
		"DELETE FROM main.failures WHERE run IN (SELECT run FROM main.runs)",
		"INSERT INTO main.sessions SELECT * FROM source.sessions ORDER BY rowid",
		"DROP TABLE moved",
	} {
		if _, err := tx.Exec(text); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return tx.Commit()
}
