package warbler

import (
	"errors"
	"fmt"
	"os"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// open makes the engine, on the device that was asked for. It returns the
// configuration of the engine and what closes the device.
func (r *Run) open(a search.Algorithm, c search.Config) (search.Config, func() error, error) {
	opened, err := r.openDevice(a)
	if err != nil {
		return c, nil, err
	}
	c.Device = opened
	closeDevice := func() error {
		if opened == nil || r.settings.open != nil {
			return nil
		}
		return opened.Close()
	}
	err = r.make(a, c)
	if err != nil && c.Device != nil && r.auto() && yields(err) {
		c.Device = nil
		err = r.make(a, c)
	}
	if err != nil {
		return c, nil, errors.Join(err, closeDevice())
	}
	return c, closeDevice, nil
}

// make makes the engine.
func (r *Run) make(a search.Algorithm, c search.Config) error {
	if r.settings.resume != "" {
		f, err := os.Open(r.settings.resume)
		if err != nil {
			return err
		}
		defer f.Close()
		c.Resume = f
	}
	var err error
	r.engine, err = a.Engine(r.ctx, c)
	return err
}

// auto reports whether the CPU may do the work where a device cannot.
func (r *Run) auto() bool {
	return r.settings.open == nil && (r.settings.device == "" || r.settings.device == "auto")
}

// yields reports whether an error on a device leaves the work to the CPU.
func yields(err error) bool {
	var unsuited *search.UnsuitedError
	return device.Unusable(err) || errors.As(err, &unsuited)
}

// openDevice opens the device of a run, or nil for the CPU.
func (r *Run) openDevice(a search.Algorithm) (device.Device, error) {
	_, kernelled := r.problem.(problem.Kernelled)
	spec := r.settings.device
	switch {
	case spec == "cpu" && r.settings.open == nil, r.auto() && (a.OnCPU || !kernelled):
		return nil, nil
	case !kernelled:
		if r.settings.open != nil {
			spec = r.settings.open.Info().ID()
		}
		return nil, fmt.Errorf("warbler: problem %s has no kernel, so it cannot run on %s: use Device(\"cpu\"), or implement problem.Kernelled", r.problem.Name(), spec)
	case r.settings.open != nil:
		return r.settings.open, nil
	}
	infos, cpu, err := device.Select(r.ctx, spec)
	if err != nil {
		return nil, err
	}
	switch {
	case len(infos) == 0:
		return nil, nil
	case len(infos) > 1 || cpu:
		return nil, fmt.Errorf("warbler: Device(%q) names several devices, and a run has one; %s is the first", spec, infos[0].ID())
	}
	d, err := device.Open(r.ctx, infos[0])
	if err != nil && r.auto() && r.ctx.Err() == nil {
		return nil, nil
	}
	return d, err
}
