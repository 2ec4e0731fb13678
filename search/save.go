package search

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Saver is an Observer that writes checkpoints of an engine: at intervals, and
// when the run ends for whatever reason.
type Saver struct {
	engine Engine
	path   string
	every  time.Duration
	last   time.Duration
	saved  int64 // the step of the last checkpoint
	failed bool
}

// SaveTo writes checkpoints of e to a file, at most once in every interval
// (0: every half minute). The file is always a whole checkpoint: a new one
// takes the old one's place only when it is on disk.
func SaveTo(e Engine, path string, every time.Duration) *Saver {
	if every <= 0 {
		every = 30 * time.Second
	}
	return &Saver{engine: e, path: path, every: every, saved: -1}
}

// Observe implements Observer.
func (s *Saver) Observe(p Progress, elapsed time.Duration) error {
	if elapsed-s.last < s.every {
		return nil
	}
	s.last = elapsed
	return s.save(p.Steps)
}

// Finish writes the last state. After an engine's error there is none, and the
// last good checkpoint stays.
func (s *Saver) Finish(r Result) error {
	if s.failed || len(r.Runs) == 0 || r.Steps == s.saved {
		return nil
	}
	return s.save(r.Steps)
}

func (s *Saver) save(step int64) error {
	if err := WriteFile(s.path, s.engine.Save); err != nil {
		s.failed = true
		return fmt.Errorf("checkpoint: %w", err)
	}
	s.saved = step
	return nil
}

// WriteFile writes a file so that it is either there whole or not at all: into
// a temporary neighbor, to the disk, and then under its name. What is no
// ordinary file, such as /dev/stdout, is written to directly.
func WriteFile(path string, write func(io.Writer) error) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeThrough(path, write)
	}
	temporary := fmt.Sprintf("%s.%d.tmp", path, os.Getpid())
	f, err := os.Create(temporary)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temporary)
		}
	}()
	if err = write(f); err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	if err = os.Rename(temporary, path); err != nil {
		return err
	}
	// The new name is safe only when its folder is on disk too; where folders
	// cannot be synchronized the system does it in its own time.
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
	return nil
}

func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
