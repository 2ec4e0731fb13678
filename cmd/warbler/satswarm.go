package main

import (
	"context"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/search/divide/swarm"
)

// swarms reports whether a swarm searches: where it was asked for, and where a
// device was, which nothing else but the pipeline works on.
func (d *decision) swarms() bool {
	return d.algorithm == "swarm" || d.algorithm == "portfolio" && !anywhere(d.flags.device)
}

// unsuited reports whether an error says that a formula does not suit a swarm.
func unsuited(err error) bool { return isA[*swarm.LimitError](err) || isA[*swarm.ChipError](err) }

// leaves reports whether the CPU does the work that a swarm cannot: where a swarm
// was not asked for, and the formula does not suit it.
func (f *satFlags) leaves(err error) bool { return f.algorithm != "swarm" && unsuited(err) }

// leave lets the CPU do the work.
func (d *decision) leave(err error) {
	d.left = strings.Join(strings.Fields(err.Error()), " ") + "; the CPU does the work"
	d.options.Swarm, d.options.Device, d.batches = false, nil, nil
	if d.algorithm == "swarm" {
		d.algorithm = "lookahead"
	}
}

// checkSwarm finds flags that a decision on a device has no use for.
func (f *satFlags) checkSwarm() error {
	if anywhere(f.device) {
		return nil
	}
	switch f.algorithm {
	case "pipeline":
		return nil
	case "lookahead", "walk":
		return userErrorf("--device %s: %s runs on the CPU; --algorithm swarm and pipeline decide formulas on devices", f.device, f.algorithm)
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"--proof", f.proof != ""}, {"--cubes", f.cubes != ""}, {"--emit-cubes", f.emitCubes != ""}} {
		if flag.set {
			return userErrorf("%s: what decides formulas on devices has no use for it; use --device cpu", flag.name)
		}
	}
	return nil
}

// openSwarm opens the device that --device asks for, the first of several. With
// auto, whatever is wrong with a GPU only means that the CPU does the work.
func (a *app) openSwarm(ctx context.Context, f *satFlags) error {
	if len(a.batches.devices) > 0 {
		return nil
	}
	began := time.Now()
	defer func() { a.devices.seconds = time.Since(began).Seconds() }()
	infos, _, err := device.Select(ctx, f.device)
	if err != nil || len(infos) == 0 {
		return err
	}
	d, err := device.Open(ctx, infos[0])
	if err != nil && f.device == "auto" {
		a.note("%v; the CPU does the work", err)
		return nil
	}
	if err != nil {
		return err
	}
	if len(infos) > 1 {
		a.note("a swarm has one device; %s does the work", infos[0].ID())
	}
	a.batches.devices = append(a.batches.devices, d)
	a.log.Info("device opened", "id", infos[0].ID(), "name", infos[0].Name)
	return nil
}
