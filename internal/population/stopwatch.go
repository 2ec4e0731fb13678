package population

import (
	"errors"
	"time"

	"github.com/warbler-opt/warbler/device"
)

// Stopwatch measures launches, by the name of their kernel.
type Stopwatch struct {
	Times map[string]time.Duration // nil: nothing is measured
	timed []timed
}

// timed is a launch that is measured.
type timed struct {
	kernel     string
	begin, end device.Event
}

// Launch makes a launch on a queue.
func (s *Stopwatch) Launch(q device.Queue, kernel string, launch func() error) (err error) {
	if s.Times == nil {
		return launch()
	}
	t := timed{kernel: kernel}
	if t.begin, err = q.Record(); err != nil {
		return err
	}
	if err = launch(); err != nil {
		return err
	}
	if t.end, err = q.Record(); err != nil {
		return err
	}
	s.timed = append(s.timed, t)
	return nil
}

// Add adds up what the launches since the last time took, which have come to their
// end.
func (s *Stopwatch) Add() error {
	for _, t := range s.timed {
		d, err := t.end.Since(t.begin)
		if err != nil {
			return err
		}
		s.Times[t.kernel] += d
		if err := errors.Join(t.begin.Close(), t.end.Close()); err != nil {
			return err
		}
	}
	s.timed = s.timed[:0]
	return nil
}
