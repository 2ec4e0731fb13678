package experiment

import (
	"bytes"
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/warbler-opt/warbler/internal/document"
)

// grownName is the file that a grown campaign is written to before it takes the place of
// the old one.
const grownName = databaseName + ".new"

// grow makes of the campaign in a folder, whose lock it has, the one of a plan. The new
// file takes the place of the old one at once, so that a kill leaves one of them.
func (c *Campaign) grow(dir string, p *Plan, device string) (err error) {
	db, err := openCampaign(dir, "rw", patient)
	if err != nil {
		return err
	}
	defer func() {
		if db != nil {
			err = errors.Join(err, db.Close())
		}
	}()
	r, err := readResults(db, dir)
	if err != nil {
		return err
	}
	if p.Shard != r.Shard {
		return &FolderError{dir, fmt.Sprintf("the campaign in it is %s; take another folder", shardName(r.Shard))}
	}
	cells, same, err := p.takesOver(db, r, dir)
	if err != nil || same && p.Text == r.Plan {
		return err
	}
	p.NoSolutions = !r.Solutions
	moves, again := p.moves(r, cells)
	c.Again = again
	path, grown := filepath.Join(dir, databaseName), filepath.Join(dir, grownName)
	if err := removeDatabase(grown); err != nil {
		return err
	}
	// Without this, what is still in the old file's log would be applied to the new one.
	var mode string
	if err := db.QueryRow("PRAGMA journal_mode = DELETE").Scan(&mode); err != nil || mode != "delete" {
		return &FolderError{dir, "another program is reading the campaign in it; wait for it, or stop it"}
	}
	next, err := openDatabase(grown, "rwc", patient, "synchronous(FULL)")
	if err != nil {
		return err
	}
	if err = fill(next, p, metaOf(p, cmp.Or(device, r.Device), r.Created)); err == nil {
		err = adopt(next, path, moves)
	}
	if err = errors.Join(err, next.Close(), db.Close()); err != nil {
		db = nil
		return errors.Join(err, removeDatabase(grown))
	}
	db = nil
	return os.Rename(grown, path)
}

func shardName(s Shard) string {
	if s.Of == 0 {
		return "a whole one, and no shard"
	}
	return "shard " + s.String()
}

// takesOver checks that a plan can take over the runs of a campaign, and finds the places
// of its cells. same says that no file is new.
func (p *Plan) takesOver(db *sql.DB, r *Results, dir string) (cells []int, same bool, err error) {
	if err := r.checkVersion(dir); err != nil {
		return nil, false, err
	}
	old, err := document.Parse(r.Name+".toml", r.Plan)
	if err != nil {
		return nil, false, err
	}
	if strideOf(old, "trace") != p.trace && r.Done() > 0 {
		return nil, false, &FolderError{dir, "the runs in it have other traces than the plan asks for; leave trace as it was, or take another folder"}
	}
	stored, err := readFiles(db)
	if err != nil {
		return nil, false, err
	}
	same = len(stored) == len(p.Files)
	for name, content := range p.Files {
		was, known := stored[name]
		if known && !bytes.Equal(was, content) && name != r.knownFile() {
			return nil, false, &FolderError{dir, fmt.Sprintf("%s is another file now than when the campaign began; take another folder", name)}
		}
		same = same && known && bytes.Equal(was, content)
	}
	cells, reason := p.places(r)
	if cells == nil && reason != "" {
		return nil, false, &FolderError{dir, reason}
	}
	return cells, same, nil
}

// knownFile is the file of best known values, which is no part of any run.
func (r *Results) knownFile() string {
	root, err := document.Parse(r.Name+".toml", r.Plan)
	if err != nil || !root.Has(knownKey) {
		return ""
	}
	return root.Text(knownKey)
}

func readFiles(db *sql.DB) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := each(db, "SELECT name, content FROM files", func(scan func(...any) error) error {
		var name string
		var content []byte
		err := scan(&name, &content)
		files[name] = content
		return err
	})
	return files, err
}

// removeDatabase removes what a kill has left of one.
func removeDatabase(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
