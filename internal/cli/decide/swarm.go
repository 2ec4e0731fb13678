package decide

import (
	"cmp"
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search/lookahead"
	"github.com/warbler-opt/warbler/search/lookahead/swarm"
)

const (
	// leastSwarmVars is from how many variables on --device auto looks for a GPU:
	// random formulas of fewer the CPU decides in less time than a driver takes to
	// open.
	leastSwarmVars = 250
	// tryTime is how long the CPU tries before that. Most formulas of that size that
	// have a model fall to the walk in a tenth of it.
	tryTime = 250 * time.Millisecond
)

// decider is the algorithm that --algorithm and the other flags come to. On a device
// the lookahead is a swarm.
func (f *satFlags) decider() string {
	exact := f.Algorithm == "lookahead" || f.Algorithm == "auto" && (f.deterministic || f.emitCubes != "" || f.cubes != "")
	switch {
	case exact && !cli.Anywhere(f.Device):
		return "swarm"
	case exact:
		return "lookahead"
	case f.Algorithm == "auto":
		return "portfolio"
	}
	return f.Algorithm
}

// demand is whether a swarm searches.
type demand int

const (
	never demand = iota
	ifGPU        // where there is one
	always
)

// swarms is whether a swarm searches: where it was asked for; beside the walk where
// a device was, which nothing else but the pipeline works on; and where none was
// named but a GPU may be worth its opening. vars counts the variables of a formula
// with those that its long clauses cost.
func (f *satFlags) swarms(algorithm string, vars int) demand {
	switch {
	case algorithm == "swarm", algorithm == "portfolio" && !cli.Anywhere(f.Device):
		return always
	case algorithm != "portfolio" || !f.unnamed() || f.proof != "" || f.cubes != "" || f.emitCubes != "",
		vars < leastSwarmVars || vars > swarm.MaxVars:
		return never
	}
	return ifGPU
}

// unnamed reports whether --device leaves everything open.
func (f *satFlags) unnamed() bool { return f.Device == "" || f.Device == "auto" }

// splitVars counts the variables of a formula once its clauses have at most three
// literals.
func splitVars(f *sat.Formula) int {
	vars := f.Vars
	for c := range f.Clauses() {
		vars += max(0, len(f.Clause(c))-3)
	}
	return vars
}

// leaves reports whether the CPU does the work that a swarm cannot: where a swarm
// was not asked for, and the formula does not suit it or the device that auto took
// is of no use.
func (f *satFlags) leaves(err error) bool {
	var limit *cnf.LimitError
	switch {
	case f.Algorithm == "swarm":
		return false
	case errors.As(err, &limit) && limit.By == "swarm" && limit.Needed == 0:
		return true
	}
	return f.unnamed() && (limit != nil && limit.By == "swarm" || driver.Unusable(err))
}

// leave lets the CPU do the work.
func (d *decision) leave() {
	if d.options.Device, d.places = nil, nil; d.algorithm == "swarm" {
		d.algorithm = "lookahead"
	}
}

// tryFirst lets the CPU begin with a formula that a GPU may be worth its opening
// for. If it takes long, drivers are asked, and where there is no GPU it goes on.
// It reports whether there is an answer, be it an error.
func (d *decision) tryFirst(ctx context.Context, s *cli.Session, t *cli.Task) (bool, error) {
	if d.family.sought || d.flags.swarms(d.algorithm, splitVars(d.formula)) != ifGPU {
		return false, nil
	}
	trial := *d
	display := s.Display(s.Flags.Progress, t.Instance, false)
	defer display.Clear()
	var shown atomic.Bool // not while drivers have something to say
	trial.options.Watch = func(p lookahead.Result) {
		if shown.Load() {
			showClosing(display, p, false)
		}
	}
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- trial.decide(limited) }()
	var err, refused error
	select {
	case err = <-done:
	case <-time.After(tryTime):
		if refused = d.openSwarm(ctx, s); refused != nil || d.options.Device != nil {
			cancel()
		}
		shown.Store(true)
		err = <-done
	}
	if d.options.Device != nil && err == nil && trial.result.Status == sat.Unknown {
		return false, nil
	}
	d.result = trial.result
	d.leave()
	return true, cmp.Or(refused, err)
}

// openSwarm makes a swarm ready if one is to search.
func (d *decision) openSwarm(ctx context.Context, s *cli.Session) error {
	need := d.flags.swarms(d.algorithm, splitVars(d.formula))
	if need == never {
		return nil
	}
	if err := d.family.openSwarm(ctx, d.flags); err != nil {
		return err
	}
	if d.places = d.family.devices; len(d.places) > 0 {
		d.options.Device = d.places[0]
		if d.flags.Algorithm == "lookahead" {
			s.Log.Info("the lookahead on devices is a swarm", "device", d.options.Device.Info().ID())
		}
	} else if d.flags.Algorithm != "swarm" { // no GPU, or none of all,cpu
		d.leave()
	}
	return nil
}

// openSwarm opens the device that --device asks for, the first of several. With
// auto, whatever is wrong with a GPU only means that the CPU does the work.
func (a *family) openSwarm(ctx context.Context, f *satFlags) error {
	if a.sought {
		return nil
	}
	began := time.Now()
	defer func() { a.Devices.Seconds = time.Since(began).Seconds() }()
	infos, _, err := device.Select(ctx, f.Device)
	if err != nil || len(infos) == 0 {
		a.sought = err == nil
		return err
	}
	d, err := device.Open(ctx, infos[0].ID())
	switch {
	case err != nil && f.unnamed() && ctx.Err() != nil: // another formula has time of its own
		return nil
	case err != nil && f.unnamed():
		a.sought = true
		a.Note("%v; the CPU does the work", err)
		return nil
	case err != nil:
		return err
	}
	a.sought = true
	if len(infos) > 1 {
		a.Note("a swarm has one device; %s does the work", infos[0].ID())
	}
	a.devices = append(a.devices, d)
	a.Log.Info("device opened", "id", infos[0].ID(), "name", infos[0].Name)
	return nil
}
