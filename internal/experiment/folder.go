package experiment

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/warbler-opt/warbler"
)

// Campaign is a plan at work in a folder, which it keeps other programs out of.
type Campaign struct {
	Plan   *Plan
	Device string // what was asked for when it was made, as --device takes it
	lock   *sql.DB
	db     *sql.DB
	done   []bool // by the run's number
}

// Create makes a campaign in a folder that has none. Everything that is needed
// to repeat it is stored: the plan, its files, the version, the seeds and the
// device that was asked for.
func Create(dir string, p *Plan, device string) (c *Campaign, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	c = &Campaign{Plan: p, Device: device, done: make([]bool, p.Runs())}
	defer c.closeOn(&err)
	if c.lock, err = lock(dir); err != nil {
		return nil, err
	}
	if taken, err := hasCampaign(dir); err != nil {
		return nil, err
	} else if taken {
		return nil, occupied(dir, p)
	}
	if c.db, err = openDatabase(filepath.Join(dir, databaseName), "rwc", writing...); err != nil {
		return nil, err
	}
	if err := fill(c.db, p, map[string]string{
		"name": p.Name, "plan": p.Text, "version": warbler.Version(), "created": time.Now().UTC().Format(time.RFC3339),
		"solutions": strconv.FormatBool(!p.NoSolutions), "device": device, "first_seed": strconv.FormatUint(p.First, 10), "seeds": strconv.Itoa(p.Seeds),
	}); err != nil {
		return c, troubled(filepath.Join(dir, databaseName), err)
	}
	return c, nil
}

// occupied says what is in a folder that a new campaign cannot have.
func occupied(dir string, p *Plan) error {
	r, err := Open(dir)
	if err != nil {
		return err
	}
	if r.Plan != p.Text {
		return &FolderError{dir, "there is a campaign of another plan in it; take another folder"}
	}
	return &FolderError{dir, fmt.Sprintf("the campaign is in it already, with %d of %d runs; resume it, or take another folder", r.Done(), r.Runs())}
}

// Load takes a campaign up again. It refuses one of another version, whose runs
// could differ from those that are still to come.
func Load(dir string) (c *Campaign, err error) {
	if _, err := os.Stat(filepath.Join(dir, databaseName)); errors.Is(err, fs.ErrNotExist) {
		return nil, noCampaign(dir) // and leave no lock in it
	}
	c = &Campaign{}
	defer c.closeOn(&err)
	if c.lock, err = lock(dir); err != nil {
		return nil, err
	}
	if c.db, err = openCampaign(dir, "rw", writing...); err != nil {
		return nil, err
	}
	r, err := readResults(c.db, dir)
	if err != nil {
		return nil, err
	}
	if r.Version != warbler.Version() {
		return nil, &FolderError{dir, fmt.Sprintf("version %s made the campaign, this is %s; resume it with that one, or run its plan in another folder", r.Version, warbler.Version())}
	}
	c.Device = r.Device
	if c.Plan, err = parsePlan(r.Name+".toml", r.Plan, c.file); err != nil {
		return nil, err
	}
	c.Plan.NoSolutions = !r.Solutions
	if !sameCells(c.Plan.Cells, r.Cells) || c.Plan.First != r.First || c.Plan.Seeds != r.Seeds {
		return nil, &FolderError{dir, "this program makes other runs of the plan than the one that began; resume it with that one, or run the plan in another folder"}
	}
	c.done = make([]bool, c.Plan.Runs())
	mark := func(n, cell int, seed uint64, what string) {
		switch {
		case err != nil:
		case n < 0 || n >= len(c.done) || c.Plan.cellOf(n) != cell || c.Plan.seedOf(n) != seed:
			err = &FolderError{dir, fmt.Sprintf("run %d%s is not one of the plan", n, what)}
		default:
			c.done[n] = true
		}
	}
	for _, cell := range r.Cells {
		for _, run := range cell.Runs {
			mark(run.Number, run.Cell, run.Seed, "")
		}
		for _, f := range cell.Failures {
			mark(f.Number, f.Cell, f.Seed, ", which failed,")
		}
	}
	return c, err
}

// file is a file of the plan as it was when the campaign began.
func (c *Campaign) file(name string) (content []byte, err error) {
	err = c.db.QueryRow("SELECT content FROM files WHERE name = ?", name).Scan(&content)
	return content, err
}

// sameCells compares a plan's cells with those that were stored.
func sameCells(plan, stored []*Cell) bool {
	return slices.EqualFunc(plan, stored, func(p, s *Cell) bool {
		bare := *s
		bare.Runs, bare.Failures = nil, nil
		a, errA := json.Marshal(p)
		b, errB := json.Marshal(bare)
		return errA == nil && errB == nil && bytes.Equal(a, b)
	})
}

// Done is how many runs have finished or failed, of Plan.Runs.
func (c *Campaign) Done() (count int) {
	for _, d := range c.done {
		if d {
			count++
		}
	}
	return count
}

// Close gives the folder back.
func (c *Campaign) Close() error {
	var errs []error
	if c.db != nil {
		if c.done != nil && c.Done() == len(c.done) {
			// What is complete is one file that can also be read where nothing can be
			// written. Somebody who is reading it now may prevent that; it does no harm.
			_, _ = c.db.Exec("PRAGMA journal_mode = DELETE")
		}
		errs = append(errs, c.db.Close())
	}
	if c.lock != nil {
		errs = append(errs, c.lock.Close())
	}
	c.db, c.lock = nil, nil
	return errors.Join(errs...)
}

// closeOn is for constructors that fail on the way.
func (c *Campaign) closeOn(err *error) {
	if *err != nil {
		*err = errors.Join(*err, c.Close())
	}
}
