package search

import (
	"errors"
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/internal/atomicfile"
)

// saver is an Observer that writes checkpoints of an engine: at intervals, and
// when the run ends for whatever reason.
type saver struct {
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
func SaveTo(e Engine, path string, every time.Duration) Observer {
	if every <= 0 {
		every = 30 * time.Second
	}
	return &saver{engine: e, path: path, every: every, saved: -1}
}

// Observe implements Observer.
func (s *saver) Observe(p Progress, elapsed time.Duration) error {
	if elapsed-s.last < s.every {
		return nil
	}
	s.last = elapsed
	if err := s.save(p.Steps); !errors.Is(err, ErrUnbegun) {
		return err
	}
	s.failed = false
	return nil
}

// Finish writes the last state. After an engine's error there is none, and the
// last good checkpoint stays.
func (s *saver) Finish(r Result) error {
	if s.failed || len(r.Runs) == 0 || r.Steps == s.saved {
		return nil
	}
	return s.save(r.Steps)
}

func (s *saver) save(step int64) error {
	if err := atomicfile.Write(s.path, s.engine.Save); err != nil {
		s.failed = true
		return fmt.Errorf("checkpoint: %w", err)
	}
	s.saved = step
	return nil
}
