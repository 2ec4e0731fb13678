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

// Places are where something works; a nil, the last, is the CPU, and so are none.
type Places []device.Device

// ID is what --device takes.
func (p Places) ID() string {
	return p.join("cpu", func(i device.Info) string { return i.ID() })
}

// Name is what the vendors call them.
func (p Places) Name() string {
	return p.join(CPUName(), func(i device.Info) string { return i.Name })
}

func (p Places) join(cpu string, of func(device.Info) string) string {
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

// Close closes the devices.
func (p Places) Close() error {
	var errs []error
	for _, d := range p {
		if d != nil {
			errs = append(errs, d.Close())
		}
	}
	return errors.Join(errs...)
}

// OpenPlaces makes ready all that --device names, and tells whether the CPU takes
// part. With auto, whatever is wrong with a GPU only means that the CPU does the work.
// What is hosted is left to children to open.
func (a *App) OpenPlaces(ctx context.Context, spec string, hosted bool) (open Places, cpu bool, err error) {
	began := time.Now()
	infos, cpu, err := device.Select(ctx, spec)
	if err != nil {
		return nil, false, err
	}
	for _, info := range infos {
		if hosted {
			open = append(open, driver.Named(info))
			continue
		}
		d, err := device.Open(ctx, info.ID())
		switch {
		case err == nil:
			open = append(open, d)
			a.Log.Info("device opened", "id", info.ID(), "name", info.Name, "took", time.Since(began).Round(time.Millisecond))
		case spec == "" || spec == "auto":
			a.Note("%v; the CPU does the work", err)
			cpu = true
		default:
			return nil, false, errors.Join(err, open.Close())
		}
	}
	return open, cpu, nil
}

// devices keeps what --device names open from instance to instance.
type devices struct {
	Places          // none: nothing was opened yet
	Seconds float64 // what finding them took
	hosted  bool    // they are only named: children open them
}

// openDevice makes ready what --device asks for.
func (a *App) openDevice(ctx context.Context, spec string, p problem.Problem) error {
	_, hosted := p.(search.Opener)
	if len(a.Devices.Places) > 0 && hosted == a.Devices.hosted {
		return nil
	}
	if err := a.Devices.Close(); err != nil {
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
	if spec != "cpu" && a.Verbose > 0 { // it asks all drivers
		a.logDevices(ctx)
	}
	open, cpu, err := a.OpenPlaces(ctx, spec, hosted)
	if err != nil {
		return err
	}
	if a.Devices.Places = open; cpu {
		a.Devices.Places = append(open, nil)
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
	if spec != "auto" || len(a.Devices.Places) == 0 || a.Devices.Places[0] == nil || !driver.Unusable(err) {
		return false
	}
	a.Note("%v; the CPU does the work", err)
	a.Devices.Places[0].Close()
	a.Devices.Places[0] = nil
	return true
}
