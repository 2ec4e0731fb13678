package experiment

import (
	"cmp"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// Merge makes a campaign in a new folder of those in others: shards of one campaign, or
// campaigns with other seeds, problems or algorithms. Its plan is the given one or, where
// there is none, that of a folder which has the runs of all. Where several have a run
// that does not depend on time, it must be the same in all.
func Merge(dir string, plan *Plan, folders []string) (err error) {
	var sources []*source
	defer func() {
		for _, s := range sources {
			err = errors.Join(err, s.db.Close())
		}
	}()
	for _, folder := range folders {
		s, err := openSource(folder)
		if err != nil {
			return err
		}
		sources = append(sources, s)
	}
	if plan == nil {
		if plan, err = commonPlan(sources); err != nil {
			return err
		}
	}
	created, device := time.Now(), sources[0].Device
	plan.Shard, plan.NoSolutions = Shard{}, false
	moves := make([][]move, len(sources))
	for i, s := range sources {
		cells, _, err := plan.takesOver(s.db, s.Results, s.dir)
		if err != nil {
			return err
		}
		moves[i], _ = plan.moves(s.Results, cells)
		plan.NoSolutions = plan.NoSolutions || !s.Solutions
		if s.Created.Before(created) {
			created = s.Created
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	held, err := lock(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, held.Close()) }()
	if taken, err := hasCampaign(dir); err != nil || taken {
		return errors.Join(err, &FolderError{dir, "there is a campaign in it; take another folder for the merged one"})
	}
	path, made := filepath.Join(dir, databaseName), filepath.Join(dir, grownName)
	db, err := openDatabase(made, "rwc", patient, "synchronous(FULL)")
	if err != nil {
		return err
	}
	err = fill(db, plan, metaOf(plan, device, created))
	for i, s := range sources {
		if err == nil {
			err = adopt(db, databasePath(s.dir), moves[i])
		}
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return errors.Join(err, removeDatabase(made))
	}
	return os.Rename(made, path)
}

// source is a campaign that another one takes its runs from.
type source struct {
	*Results
	dir string
	db  *sql.DB
}

func openSource(dir string) (*source, error) {
	db, err := openCampaign(dir, "ro", patient)
	if err != nil {
		return nil, err
	}
	r, err := readResults(db, dir)
	if err == nil {
		err = r.checkVersion(dir)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &source{r, dir, db}, nil
}

// commonPlan is the largest plan of a folder that has the runs of all.
func commonPlan(sources []*source) (plan *Plan, err error) {
	var first error
	for _, s := range sources {
		p, err := storedPlan(s.db, s.Results)
		if err != nil {
			return nil, err
		}
		var lacks error
		for _, other := range sources {
			if _, _, err := p.takesOver(other.db, other.Results, other.dir); err != nil {
				lacks = err
				break
			}
		}
		if lacks == nil && (plan == nil || p.Runs() > plan.Runs()) {
			plan = p
		}
		first = cmp.Or(first, lacks)
	}
	if plan != nil {
		return plan, nil
	}
	var folder *FolderError
	if errors.As(first, &folder) {
		first = &FolderError{folder.Folder, "no folder's plan has the runs of all, so give one that does: " + folder.Reason}
	}
	return nil, first
}
