package experiment

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"modernc.org/sqlite" // also registers the driver "sqlite", without cgo
)

// The files in a campaign's folder.
const (
	databaseName = "campaign.db"
	lockName     = "campaign.lock"
)

// schemaVersion is that of the tables below and of the names in them; it is the
// file's user_version.
const schemaVersion = 5

// A run's number is its primary key, so that no run can be there twice. Seeds
// and numbers count as the plan does; a value that is no number is NULL.
// Traces are bytes, see packTrace: rows of their own would be most of the file.
const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (name TEXT PRIMARY KEY, content BLOB NOT NULL);
CREATE TABLE sessions (began TEXT NOT NULL, devices TEXT NOT NULL, threads INTEGER NOT NULL);
CREATE TABLE cells (cell INTEGER PRIMARY KEY, problem TEXT NOT NULL, kind TEXT NOT NULL, options TEXT NOT NULL,
	instance TEXT NOT NULL, algorithm TEXT NOT NULL, method TEXT NOT NULL, parameters TEXT NOT NULL, varied TEXT NOT NULL,
	stop TEXT NOT NULL, objective TEXT NOT NULL, goal INTEGER, known INTEGER, length INTEGER NOT NULL);
CREATE TABLE runs (run INTEGER PRIMARY KEY, cell INTEGER NOT NULL, seed INTEGER NOT NULL, score INTEGER NOT NULL,
	value REAL, feasible INTEGER NOT NULL, status TEXT NOT NULL, steps INTEGER NOT NULL, evaluations INTEGER NOT NULL,
	found INTEGER NOT NULL, seconds REAL NOT NULL, device TEXT NOT NULL, genome TEXT NOT NULL, cpu REAL);
CREATE TABLE traces (run INTEGER PRIMARY KEY, points BLOB NOT NULL);
CREATE TABLE solutions (run INTEGER PRIMARY KEY, genome BLOB NOT NULL);
CREATE TABLE failures (run INTEGER PRIMARY KEY, cell INTEGER NOT NULL, seed INTEGER NOT NULL,
	status TEXT NOT NULL, message TEXT NOT NULL, device TEXT NOT NULL);
`

// Owns reports whether a path is one of the files that a campaign in a folder keeps
// its runs in.
func Owns(dir, path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	for _, name := range []string{databaseName, lockName, databaseName + "-wal", databaseName + "-shm", databaseName + "-journal", grownName} {
		if own, err := os.Stat(filepath.Join(dir, name)); err == nil && os.SameFile(info, own) {
			return true
		}
	}
	return false
}

// FolderError is a folder that cannot be used as it was meant to.
type FolderError struct {
	Folder string
	Reason string
}

func (e *FolderError) Error() string { return e.Folder + ": " + e.Reason }

func noCampaign(dir string) error { return &FolderError{dir, "there is no campaign in it"} }

// openDatabase opens a file by one connection, with settings as in
// "journal_mode(WAL)".
func openDatabase(path, mode string, pragmas ...string) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if path = filepath.ToSlash(path); !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/…
	}
	query := url.Values{"mode": {mode}, "_pragma": pragmas}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // settings belong to a connection
	if err := db.Ping(); err != nil {
		return nil, errors.Join(troubled(path, err), db.Close())
	}
	return db, nil
}

// troubles are SQLite's codes for what a user can do something about.
var troubles = map[int]string{
	8:  "it cannot be written",
	13: "the disk is full",
	14: "it cannot be opened or made",
	26: "it is no database, so there is something else of that name; take another folder",
}

// troubled says what is wrong with a file where SQLite has a number for it.
func troubled(path string, err error) error {
	if refused, ok := errors.AsType[*sqlite.Error](err); ok && troubles[refused.Code()&0xff] != "" {
		return &FolderError{path, troubles[refused.Code()&0xff]}
	}
	return fmt.Errorf("%s: %w", path, err)
}

// lock keeps a second program out of a folder, for as long as this one lives:
// the system takes the lock back when a process ends, however it does.
func lock(dir string) (*sql.DB, error) {
	db, err := openDatabase(filepath.Join(dir, lockName), "rwc")
	if err == nil {
		if _, err = db.Exec("BEGIN EXCLUSIVE"); err == nil {
			return db, nil
		}
		err = errors.Join(err, db.Close())
	}
	if refused, ok := errors.AsType[*sqlite.Error](err); ok && refused.Code()&0xff == busy {
		err = &FolderError{dir, "another program is at work on the campaign in it; wait for it, or stop it"}
	}
	return nil, err
}

// busy is SQLite's code for a lock that another one has.
const busy = 5

// patient is the setting of connections that wait for others to finish.
const patient = "busy_timeout(5000)"

// databasePath is the file of a campaign in a folder. A copy of it, under any name, stands
// for its folder where nothing is written.
func databasePath(dir string) string {
	if info, err := os.Stat(dir); err == nil && info.Mode().IsRegular() {
		return dir
	}
	return filepath.Join(dir, databaseName)
}

// hasCampaign reports whether a folder has the file of one that was begun. One
// whose making was cut short has no version yet.
func hasCampaign(dir string) (bool, error) {
	path := filepath.Join(dir, databaseName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	db, err := openDatabase(path, "rw", patient)
	if err != nil {
		return false, err
	}
	version, tables := 0, 0
	err = db.QueryRow("SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version").Scan(&version, &tables)
	switch {
	case err != nil:
		err = troubled(path, err)
	case version == 0 && tables > 0:
		err = &FolderError{dir, databaseName + " in it is the database of another program; take another folder"}
	}
	return version != 0, errors.Join(err, db.Close())
}

// openCampaign opens the database of a campaign that has begun, in a mode, and
// refuses one of another version's tables.
func openCampaign(dir, mode string, pragmas ...string) (*sql.DB, error) {
	path := databasePath(dir)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, noCampaign(dir)
	}
	db, err := openDatabase(path, mode, pragmas...)
	if err != nil {
		return nil, err
	}
	version := 0
	err = db.QueryRow("PRAGMA user_version").Scan(&version)
	switch {
	case err != nil:
		err = troubled(path, err)
	case version == 0:
		err = noCampaign(dir)
	case version != schemaVersion:
		err = &FolderError{dir, fmt.Sprintf("its tables are of version %d, this program has %d; use the program that made it", version, schemaVersion)}
	default:
		return db, nil
	}
	return nil, errors.Join(err, db.Close())
}

// fill makes the tables of a new campaign, all of them or none.
func fill(db *sql.DB, p *Plan, meta map[string]string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect after Commit
	if _, err := tx.Exec(schema); err != nil {
		return err
	}
	for key, value := range meta {
		if _, err := tx.Exec("INSERT INTO meta VALUES (?, ?)", key, value); err != nil {
			return err
		}
	}
	for name, content := range p.Files {
		if _, err := tx.Exec("INSERT INTO files VALUES (?, ?)", name, content); err != nil {
			return err
		}
	}
	insert, err := tx.Prepare("INSERT INTO cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, c := range p.Cells {
		if _, err := insert.Exec(c.Number, c.Problem, c.Kind, asJSON{c.Options}, c.Instance, c.Algorithm, c.Method, asJSON{c.Parameters},
			asJSON{c.Varied}, asJSON{c.Stop}, asJSON{c.Objective}, c.Goal, c.Known, c.Length); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", schemaVersion)); err != nil {
		return err
	}
	return tx.Commit()
}

// asJSON is a value that is a text in the database, or where to put it.
type asJSON struct{ of any }

// Value implements driver.Valuer.
func (j asJSON) Value() (driver.Value, error) {
	text, err := json.Marshal(j.of)
	return string(text), err
}

// Scan implements sql.Scanner.
func (j asJSON) Scan(text any) error { return json.Unmarshal(fmt.Append(nil, text), j.of) }
