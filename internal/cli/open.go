package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/memory"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// places are where a run works; a nil, the last, is the CPU.
type places []device.Device

// id is what --device takes.
func (p places) id() string {
	return p.join("cpu", func(i device.Info) string { return i.ID() })
}

// Name is what the vendors call them.
func (p places) name() string {
	return p.join(CPUName(), func(i device.Info) string { return i.Name })
}

func (p places) join(cpu string, of func(device.Info) string) string {
	if len(p) == 0 { // nothing was opened: the CPU has done it
		return cpu
	}
	words := make([]string, len(p))
	for i, d := range p {
		if words[i] = cpu; d != nil {
			words[i] = of(d.Info())
		}
	}
	return strings.Join(words, ",")
}

// Devices keeps what --device names open from instance to instance.
type devices struct {
	places          // none: nothing was opened yet
	Seconds float64 // what finding them took
	hosted  bool    // they are only named: children open them
}

func (d *devices) close() error {
	var errs []error
	for _, one := range d.places {
		if one != nil {
			errs = append(errs, one.Close())
		}
	}
	return errors.Join(errs...)
}

// openDevice makes ready what --device asks for. With auto, whatever is wrong
// with a GPU only means that the CPU does the work.
func (a *App) openDevice(ctx context.Context, spec string, p problem.Problem) error {
	_, hosted := p.(search.Opener)
	if len(a.Devices.places) > 0 && hosted == a.Devices.hosted {
		return nil
	}
	if err := a.Devices.close(); err != nil {
		a.Log.Warn("device not closed", "reason", err)
	}
	a.Devices = devices{hosted: hosted}
	began := time.Now()
	defer func() { a.Devices.Seconds = time.Since(began).Seconds() }()
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
	for _, info := range infos {
		if hosted {
			a.Devices.places = append(a.Devices.places, driver.Named(info))
			continue
		}
		d, err := device.Open(ctx, info.ID())
		if err != nil && spec == "auto" {
			a.Note("%v; the CPU does the work", err)
			continue
		}
		if err != nil {
			return err
		}
		a.Devices.places = append(a.Devices.places, d)
		a.Log.Info("device opened", "id", info.ID(), "name", info.Name, "took", time.Since(began).Round(time.Millisecond))
	}
	if cpu || len(a.Devices.places) == 0 {
		a.Devices.places = append(a.Devices.places, nil)
	}
	return nil
}

func (a *App) logDevices(ctx context.Context) {
	for _, l := range device.List(ctx) {
		if l.Err != nil {
			a.Log.Info("device cannot be used", "id", l.Driver, "reason", l.Err)
		} else {
			a.Log.Info("device found", "id", l.ID(), "name", l.Name, "memory", memory.Format(l.Memory), "driver", l.Version)
		}
	}
}

// fallBack leaves a device that --device auto chose, when it cannot do this
// run; it reports whether there is another way.
func (a *App) fallBack(spec string, err error) bool {
	// None is open where the algorithm works on the CPU.
	if spec != "auto" || len(a.Devices.places) == 0 || a.Devices.places[0] == nil || !driver.Unusable(err) {
		return false
	}
	a.Note("%v; the CPU does the work", err)
	a.Devices.places[0].Close()
	a.Devices.places[0] = nil
	return true
}
