package replicas

import (
	"context"
	"errors"
	"strings"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/dominance"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Places are where replicas work; a nil, the last, is the CPU, and so are none.
type Places []device.Device

// Opener makes a device ready: device.Open, or Pooled.
type Opener func(ctx context.Context, id string) (device.Device, error)

// Open makes ready all that --device names, and tells whether the CPU takes part. With
// auto, whatever is wrong with a GPU only means that the CPU does the work: failed is
// told. What is hosted is left to children to open.
func Open(ctx context.Context, spec string, hosted bool, with Opener, failed func(error)) (opened Places, cpu bool, err error) {
	infos, cpu, err := device.Select(ctx, spec)
	if err != nil {
		return nil, false, err
	}
	for _, info := range infos {
		if hosted {
			opened = append(opened, driver.Named(info))
			continue
		}
		d, err := with(ctx, info.ID())
		switch {
		case err == nil:
			opened = append(opened, d)
		case (spec == "" || spec == "auto") && ctx.Err() == nil:
			failed(err)
			cpu = true
		default:
			return nil, false, errors.Join(err, opened.Close())
		}
	}
	return opened, cpu, nil
}

// ID is what --device takes: "cuda:0,cpu".
func (p Places) ID() string {
	return p.Join("cpu", func(i device.Info) string { return i.ID() })
}

// Join has a word for the CPU, and one of each device's description.
func (p Places) Join(cpu string, of func(device.Info) string) string {
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

// Engine makes an engine there; several places share its replicas.
func (p Places) Engine(ctx context.Context, a search.Algorithm, c search.Config) (search.Engine, error) {
	if len(p) > 1 {
		return Spread(ctx, a, c, p)
	}
	c.Device = p[0]
	return a.Engine(ctx, c)
}

// JoinFronts is the front of the feasible members of several, each with scores
// of its own; of equals the one of the first front stays.
func JoinFronts(fronts [][]search.Member) []search.Member {
	var all []search.Member
	for _, front := range fronts {
		for _, m := range front {
			if m.Violation == 0 {
				all = append(all, m)
			}
		}
	}
	scores := make([][]problem.Score, len(all))
	for i, m := range all {
		scores[i] = m.Scores
	}
	kept := make([]search.Member, 0, len(all))
	for _, i := range dominance.Maxima(scores) {
		kept = append(kept, all[i])
	}
	return kept
}
