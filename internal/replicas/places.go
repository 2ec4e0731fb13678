package replicas

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/device"
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
	slices.SortStableFunc(all, func(a, b search.Member) int { return slices.Compare(b.Scores, a.Scores) })
	// Who is better comes earlier, so only those that have stayed can be; of two
	// objectives the last that has stayed is the best by the second.
	var kept []search.Member
	for _, m := range all {
		rivals := kept
		if len(m.Scores) == 2 && len(kept) > 0 {
			rivals = kept[len(kept)-1:]
		}
		if !slices.ContainsFunc(rivals, func(k search.Member) bool { return atLeast(k.Scores, m.Scores) }) {
			kept = append(kept, m)
		}
	}
	return kept
}

// atLeast reports whether a is nowhere worse than b.
func atLeast(a, b []problem.Score) bool {
	for k := range a {
		if a[k] < b[k] {
			return false
		}
	}
	return true
}
