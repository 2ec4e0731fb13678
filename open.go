package warbler

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// cpuAlone is the CPU and nothing else.
func cpuAlone() replicas.Places { return replicas.Places{nil} }

// open makes the engine where it was asked for. It returns where that is, and
// what closes the devices.
func (r *Run) open(a search.Algorithm, c search.Config) (replicas.Places, func() error, error) {
	if moving, err := r.move(a, c); moving || err != nil {
		return cpuAlone(), func() error { return nil }, err
	}
	where, err := r.places(a)
	if err != nil {
		return nil, nil, err
	}
	closeDevices := where.Close
	if r.settings.open != nil {
		closeDevices = func() error { return nil }
	}
	err = r.make(a, c, where)
	if err != nil && r.auto() && where[0] != nil && yields(err) {
		where = cpuAlone()
		err = r.make(a, c, where)
	}
	if err != nil {
		where.Failed(err)
		return nil, nil, errors.Join(err, closeDevices())
	}
	return where, closeDevices, nil
}

// CloseDevices closes the devices that runs have opened. They stay open from run to run
// until then, since to open one takes longer than many runs; one that is in use is
// closed when its run ends. A later run opens its device anew.
func CloseDevices() error { return replicas.ClosePool() }

// move makes an engine that begins on the CPU at once and moves to a device that is
// quicker, where the options leave that open. It reports whether it did.
func (r *Run) move(a search.Algorithm, c search.Config) (bool, error) {
	if !r.auto() || !replicas.Moves(a, r.problem) {
		return false, nil
	}
	if r.saved != nil {
		c.Resume = bytes.NewReader(r.saved)
	}
	var err error
	r.engine, r.moving, err = replicas.Begin(r.ctx, a, c, func(replicas.Move) {})
	if unsuited := (*search.UnsuitedError)(nil); errors.As(err, &unsuited) && unsuited.Memory {
		return false, nil // a device may have more
	}
	return err == nil, r.resuming(err)
}

// make makes the engine.
func (r *Run) make(a search.Algorithm, c search.Config, where replicas.Places) (err error) {
	if r.saved != nil {
		c.Resume = bytes.NewReader(r.saved)
	}
	r.engine, err = where.Engine(r.ctx, a, c)
	return r.resuming(err)
}

// resuming names the checkpoint that is wrong.
func (r *Run) resuming(err error) error {
	if wrong := (*search.CheckpointError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("%s: %w", r.settings.resume, err)
	}
	return err
}

// auto reports whether the CPU may do the work where a device cannot.
func (r *Run) auto() bool {
	return r.settings.open == nil && (r.settings.device == "" || r.settings.device == "auto")
}

// yields reports whether an error on a device leaves the work to the CPU.
func yields(err error) bool {
	var unsuited *search.UnsuitedError
	return driver.Unusable(err) || errors.As(err, &unsuited)
}

// places opens the devices of a run.
func (r *Run) places(a search.Algorithm) (replicas.Places, error) {
	_, kernelled := r.problem.(problem.Kernelled)
	s := r.settings
	switch {
	case s.open == nil && s.device == "cpu", r.auto() && (a.OnCPU || !kernelled):
		return cpuAlone(), nil
	case !kernelled && (s.open == nil || slices.ContainsFunc(s.open, func(d device.Device) bool { return d != nil })):
		return nil, fmt.Errorf("warbler: problem %s has no kernel, so it cannot run on %s: use Device(\"cpu\"), or implement problem.Kernelled", r.problem.Name(), s.where())
	case s.open != nil:
		return s.open, nil
	}
	_, hosted := r.problem.(search.Opener)
	where, cpu, err := replicas.Open(r.ctx, s.device, hosted, replicas.Pooled, func(error) {})
	if cpu {
		where = append(where, nil)
	}
	return where, err
}
