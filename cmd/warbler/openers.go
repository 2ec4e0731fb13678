package main

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
)

// devices keeps the one device of a command line open from instance to
// instance.
type devices struct {
	opened  bool
	device  device.Device // nil: the CPU
	seconds float64       // what finding it took
}

func (d *devices) close() error {
	if d.device == nil {
		return nil
	}
	return d.device.Close()
}

// id is the name that --device takes.
func (d *devices) id() string {
	if d.device == nil {
		return "cpu"
	}
	return d.device.Info().ID()
}

// name is what the vendor calls it.
func (d *devices) name() string {
	if d.device == nil {
		return cpuName()
	}
	return d.device.Info().Name
}

// openDevice makes ready what --device asks for. With auto, whatever is wrong
// with a GPU only means that the CPU does the work.
func (a *app) openDevice(ctx context.Context, spec string, p problem.Problem) error {
	if a.devices.opened {
		return nil
	}
	began := time.Now()
	defer func() { a.devices.seconds = time.Since(began).Seconds() }()
	_, one := p.(problem.Kernelled)
	_, several := p.(problem.ScoresKernelled)
	if !one && !several && spec == "auto" {
		spec = "cpu"
	}
	infos, cpu, err := device.Select(ctx, spec)
	if err != nil {
		return err
	}
	if spec != "cpu" {
		a.logDevices(ctx)
	}
	if len(infos) == 0 {
		a.devices.opened = true
		return nil
	}
	if len(infos) > 1 || cpu {
		a.note("one device does the work, %s; the others that --device %s names are left out", infos[0].ID(), spec)
	}
	d, err := device.Open(ctx, infos[0])
	if err != nil {
		if spec != "auto" {
			return err
		}
		a.note("%v; the CPU does the work", err)
		a.devices.opened = true
		return nil
	}
	a.devices.device, a.devices.opened = d, true
	a.log.Info("device opened", "id", infos[0].ID(), "name", infos[0].Name, "took", time.Since(began).Round(time.Millisecond))
	return nil
}

func (a *app) logDevices(ctx context.Context) {
	for _, l := range device.List(ctx) {
		if l.Err != nil {
			a.log.Info("device cannot be used", "id", l.Driver, "reason", l.Err)
		} else {
			a.log.Info("device found", "id", l.ID(), "name", l.Name, "memory", device.FormatBytes(l.Memory), "driver", l.Version)
		}
	}
}

// fallBack leaves a device that --device auto chose, when it cannot do this
// run; it reports whether there is another way.
func (a *app) fallBack(spec string, err error) bool {
	if spec != "auto" || a.devices.device == nil || !device.Unusable(err) {
		return false
	}
	a.note("%v; the CPU does the work", err)
	a.devices.device.Close()
	a.devices.device = nil
	return true
}
