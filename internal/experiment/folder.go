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
	// Again is how many runs that there were have to be done again, since the plan's
	// limits are longer now.
	Again int
	lock  *sql.DB
	db    *sql.DB
	done  []bool // by the run's number
}

// Create makes a campaign in a folder, or lets the one that is there grow: then the runs
// in it stay as they are, but for those that a limit ended that is longer now. Everything
// that is needed to repeat it is stored: the plan, its files, the version, the seeds and
// the device that was asked for.
func Create(dir string, p *Plan, device string) (c *Campaign, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	c = &Campaign{}
	defer c.closeOn(&err)
	if c.lock, err = lock(dir); err != nil {
		return nil, err
	}
	taken, err := hasCampaign(dir)
	if err != nil {
		return nil, err
	}
	if taken {
		if err := c.grow(dir, p, device); err != nil {
			return nil, err
		}
		return c, c.open(dir)
	}
	c.Plan, c.Device, c.done = p, device, make([]bool, p.Runs())
	path := filepath.Join(dir, databaseName)
	if c.db, err = openDatabase(path, "rwc", writing...); err != nil {
		return nil, err
	}
	if err := fill(c.db, p, metaOf(p, device, time.Now())); err != nil {
		return c, troubled(path, err)
	}
	return c, nil
}

// metaOf is what is stored about a campaign but its cells and files.
func metaOf(p *Plan, device string, created time.Time) map[string]string {
	seeds, _ := json.Marshal(p.Seeds) // numbers
	return map[string]string{
		"name": p.Name, "plan": p.Text, "version": warbler.Version(), "created": created.UTC().Format(time.RFC3339),
		"solutions": strconv.FormatBool(!p.NoSolutions), "device": device, "seeds": string(seeds), "shard": p.Shard.String(),
	}
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
	return c, c.open(dir)
}

// open reads the campaign of a folder whose lock it has.
func (c *Campaign) open(dir string) (err error) {
	if c.db, err = openCampaign(dir, "rw", writing...); err != nil {
		return err
	}
	r, err := readResults(c.db, dir)
	if err != nil {
		return err
	}
	if err := r.checkVersion(dir); err != nil {
		return err
	}
	c.Device = r.Device
	if c.Plan, err = storedPlan(c.db, r); err != nil {
		return err
	}
	if !sameCells(c.Plan.Cells, r.Cells) || !slices.Equal(c.Plan.Seeds.List, r.Seeds.List) || c.Plan.Seeds.First != r.Seeds.First || c.Plan.Seeds.Count != r.Seeds.Count {
		return &FolderError{dir, "this program makes other runs of the plan than the one that began; resume it with that one, or run the plan in another folder"}
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
	return err
}

// checkVersion refuses a campaign of another version.
func (r *Results) checkVersion(dir string) error {
	if r.Version != warbler.Version() {
		return &FolderError{dir, fmt.Sprintf("version %s made the campaign, this is %s; resume it with that one, or run its plan in another folder", r.Version, warbler.Version())}
	}
	return nil
}

// storedPlan is the plan of a campaign with its files as they were when it began.
func storedPlan(db *sql.DB, r *Results) (*Plan, error) {
	p, err := parsePlan(r.Name+".toml", r.Plan, storedFiles(db))
	if err == nil {
		p.NoSolutions, p.Shard = !r.Solutions, r.Shard
	}
	return p, err
}

// storedFiles are those of a campaign.
func storedFiles(db *sql.DB) Files {
	return Files{
		Read: func(name string) (content []byte, err error) {
			err = db.QueryRow("SELECT content FROM files WHERE name = ?", name).Scan(&content)
			return content, err
		},
		Glob: func(pattern string) (names []string, err error) {
			err = each(db, "SELECT name FROM files", func(scan func(...any) error) error {
				var name string
				err := scan(&name)
				if matches, _ := filepath.Match(filepath.Clean(pattern), name); matches {
					names = append(names, name)
				}
				return err
			})
			slices.Sort(names)
			return names, err
		},
	}
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

// Done is how many runs have finished or failed, of Plan.Wanted.
func (c *Campaign) Done() (count int) {
	for _, d := range c.done {
		if d {
			count++
		}
	}
	return count
}

// Close gives the folder back. What it leaves is one file, which can be copied, and read
// where nothing can be written. Somebody who is reading it now may prevent that; then
// there are more files, and it does no harm.
func (c *Campaign) Close() error {
	var errs []error
	if c.db != nil {
		_, _ = c.db.Exec("PRAGMA journal_mode = DELETE")
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
