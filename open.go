package warbler

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// places are where a run goes on; nil is the CPU.
type places []device.Device

// cpuAlone is the CPU and nothing else.
func cpuAlone() places { return places{nil} }

// String is what Device takes: "cuda:0,cpu".
func (p places) String() string {
	names := make([]string, len(p))
	for i, d := range p {
		if names[i] = "cpu"; d != nil {
			names[i] = d.Info().ID()
		}
	}
	return strings.Join(names, ",")
}

// close closes the devices.
func (p places) close() error {
	var errs []error
	for _, d := range p {
		if d != nil {
			errs = append(errs, d.Close())
		}
	}
	return errors.Join(errs...)
}

// open makes the engine where it was asked for. It returns where that is, and
// what closes the devices.
func (r *Run) open(a search.Algorithm, c search.Config) (places, func() error, error) {
	where, err := r.places(a)
	if err != nil {
		return nil, nil, err
	}
	closeDevices := where.close
	if r.settings.open != nil {
		closeDevices = func() error { return nil }
	}
	err = r.make(a, c, where)
	if err != nil && r.auto() && where[0] != nil && yields(err) {
		where = cpuAlone()
		err = r.make(a, c, where)
	}
	if err != nil {
		return nil, nil, errors.Join(err, closeDevices())
	}
	return where, closeDevices, nil
}

// make makes the engine.
func (r *Run) make(a search.Algorithm, c search.Config, where places) (err error) {
	if r.settings.resume != "" {
		f, err := os.Open(r.settings.resume)
		if err != nil {
			return err
		}
		defer f.Close()
		c.Resume = f
	}
	if len(where) > 1 {
		r.engine, err = replicas.Spread(r.ctx, a, c, where)
		return err
	}
	c.Device = where[0]
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
	return driver.Unusable(err) || errors.As(err, &unsuited)
}

// places opens the devices of a run.
func (r *Run) places(a search.Algorithm) (places, error) {
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
	infos, cpu, err := device.Select(r.ctx, s.device)
	if err != nil {
		return nil, err
	}
	var where places
	_, hosted := r.problem.(search.Opener) // children open them
	for _, info := range infos {
		if hosted {
			where = append(where, driver.Named(info))
			continue
		}
		d, err := device.Open(r.ctx, info.ID())
		if err != nil && r.auto() && r.ctx.Err() == nil {
			return cpuAlone(), nil
		}
		if err != nil {
			return nil, errors.Join(err, where.close())
		}
		where = append(where, d)
	}
	if cpu {
		where = append(where, nil)
	}
	return where, nil
}
