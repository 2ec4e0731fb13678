package experiment

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
)

// Results are what a campaign has done so far.
type Results struct {
	Name     string
	Plan     string // its text
	Version  string // of the program that made it
	Created  time.Time
	Device   string // what was asked for, as --device takes it
	Seeds    Seeds  // every cell has a run with each, when all are done
	Shard    Shard  // the part of the runs that is in the folder
	Sessions []Session
	Cells    []*Cell
	// Solutions says that the best solutions of runs are kept.
	Solutions bool
}

// Session is a time that a program worked on a campaign.
type Session struct {
	Began   time.Time
	Devices []string // "cuda:0 NVIDIA H200, driver 550.54"
	Threads int      // on the CPU; 0 is all cores
}

// Runs is how many runs the campaign has when it is complete.
func (r *Results) Runs() (count int) {
	for _, c := range r.Cells {
		count += r.RunsOf(c)
	}
	return count
}

// RunsOf is how many of them are runs of a cell.
func (r *Results) RunsOf(c *Cell) int { return r.Shard.count(c, r.Seeds) }

// Done is how many of them have finished.
func (r *Results) Done() (done int) {
	for _, c := range r.Cells {
		done += len(c.Runs)
	}
	return done
}

// Open reads the campaign of a folder, also while a program works on it.
func Open(dir string) (*Results, error) {
	db, err := openCampaign(dir, "ro", patient)
	if err != nil {
		return nil, err
	}
	r, err := readResults(db, dir)
	return r, errors.Join(err, db.Close())
}

func readResults(db *sql.DB, dir string) (*Results, error) {
	meta := map[string]string{}
	err := each(db, "SELECT key, value FROM meta", func(scan func(...any) error) error {
		var key, value string
		err := scan(&key, &value)
		meta[key] = value
		return err
	})
	if err != nil {
		return nil, err
	}
	r := &Results{Name: meta["name"], Plan: meta["plan"], Version: meta["version"], Device: meta["device"], Solutions: meta["solutions"] == "true"}
	var failed [3]error
	r.Created, failed[0] = time.Parse(time.RFC3339, meta["created"])
	failed[1] = json.Unmarshal([]byte(meta["seeds"]), &r.Seeds)
	r.Shard, failed[2] = ParseShard(meta["shard"])
	if err := errors.Join(failed[:]...); err != nil {
		return nil, fmt.Errorf("%s: it is damaged: %w", dir, err)
	}
	if r.Sessions, err = readSessions(db); err != nil {
		return nil, err
	}
	if r.Cells, err = readCells(db); err != nil {
		return nil, err
	}
	if err := readRuns(db, r.Cells); err != nil {
		return nil, err
	}
	return r, readFailures(db, r.Cells)
}

func readSessions(db *sql.DB) (list []Session, err error) {
	err = each(db, "SELECT began, devices, threads FROM sessions ORDER BY rowid", func(scan func(...any) error) error {
		var s Session
		var began string
		err := scan(&began, asJSON{&s.Devices}, &s.Threads)
		if err == nil {
			s.Began, err = time.Parse(time.RFC3339, began)
		}
		list = append(list, s)
		return err
	})
	return list, err
}

func readCells(db *sql.DB) (list []*Cell, err error) {
	err = each(db, "SELECT * FROM cells ORDER BY cell", func(scan func(...any) error) error {
		c := new(Cell)
		err := scan(&c.Number, &c.Problem, &c.Kind, asJSON{&c.Options}, &c.Instance, &c.Algorithm, &c.Method, asJSON{&c.Parameters},
			asJSON{&c.Varied}, asJSON{&c.Stop}, asJSON{&c.Objective}, &c.Goal, &c.Known, &c.Length)
		list = append(list, c)
		return err
	})
	return list, err
}

// readRuns adds the runs to their cells.
func readRuns(db *sql.DB, cells []*Cell) error {
	return each(db, "SELECT * FROM runs ORDER BY run", func(scan func(...any) error) error {
		var r Run
		var seed int64
		var value, cpu sql.NullFloat64
		err := scan(&r.Number, &r.Cell, &seed, &r.Score, &value, &r.Feasible, &r.Status, &r.Steps, &r.Evaluations, &r.Found, &r.Seconds, &r.Device, &r.Genome, &cpu)
		if err != nil {
			return err
		}
		if r.Seed, r.Value = uint64(seed), value.Float64; !value.Valid {
			r.Value = math.NaN()
		}
		if r.CPU = cpu.Float64; !cpu.Valid {
			r.CPU = math.NaN()
		}
		if r.Cell < 0 || r.Cell >= len(cells) {
			return fmt.Errorf("experiment: run %d is of cell %d, which does not exist", r.Number, r.Cell)
		}
		cells[r.Cell].Runs = append(cells[r.Cell].Runs, r)
		return nil
	})
}

// each calls take for every row of a query.
func each(db *sql.DB, query string, take func(scan func(...any) error) error) error {
	rows, err := db.Query(query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := take(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
