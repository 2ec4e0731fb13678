package cli

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/memory"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// NameOf is what the vendors call places.
func NameOf(p replicas.Places) string {
	return p.Join(CPUName(), func(i device.Info) string { return i.Name })
}

// OpenPlaces makes ready all that --device names, and says so: see replicas.Open.
func (a *App) OpenPlaces(ctx context.Context, spec string, hosted bool) (open replicas.Places, cpu bool, err error) {
	began := time.Now()
	open, cpu, err = replicas.Open(ctx, spec, hosted, func(err error) { a.Note("%v; the CPU does the work", err) })
	for _, d := range open {
		if !hosted {
			a.Log.Info("device opened", "id", d.Info().ID(), "name", d.Info().Name, "took", time.Since(began).Round(time.Millisecond))
		}
	}
	return open, cpu, err
}

// devices keeps what --device names open from instance to instance.
type devices struct {
	replicas.Places         // none: nothing was opened yet
	Seconds         float64 // what finding them took
	hosted          bool    // they are only named: children open them
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
