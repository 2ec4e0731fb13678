// Package replicas joins what replicas on several devices do and find into one.
package replicas

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/search"
)

// Spread is Algorithm.Engine on several places at once, a nil among them being the CPU: each
// has a stretch of the replicas, as long as its units are many. Replicas know
// nothing of each other, so what comes of it, checkpoints included, is the same.
// An algorithm that shares its work by itself is left to do so on devices.
func Spread(ctx context.Context, a search.Algorithm, c search.Config, places []device.Device) (search.Engine, error) {
	if len(c.Replicas) == 0 {
		c.Replicas = search.Seeds(1, 1)
	}
	if a.Shared && !slices.Contains(places, nil) && len(places) > 0 {
		c.Device, c.More = places[0], places[1:]
		return a.Engine(ctx, c)
	}
	s := &spread{starts: []int{0}, times: c.KernelTimes}
	counts := stretches(len(c.Replicas), places)
	var saved *search.Checkpoint
	if c.Resume != nil {
		var err error
		if saved, err = search.ReadCheckpoint(c.Resume); err != nil {
			return nil, err
		}
		if len(saved.Header.Replicas) != len(c.Replicas) { // the rest is the engines' business
			return nil, saved.Header.Match(search.HeaderOf(a.Name, a.Params, c))
		}
	}
	for i, d := range places {
		first := s.starts[len(s.starts)-1]
		if counts[i] == 0 {
			continue
		}
		own := c
		own.Device, own.Replicas = d, c.Replicas[first:first+counts[i]]
		if c.KernelTimes != nil { // the engines step side by side
			own.KernelTimes = map[string]time.Duration{}
			s.parts = append(s.parts, own.KernelTimes)
		}
		if saved != nil {
			var b bytes.Buffer
			if err := part(saved, first, counts[i]).Write(&b); err != nil {
				return nil, errors.Join(err, s.Close())
			}
			own.Resume = &b
		}
		e, err := a.Engine(ctx, own)
		if err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.engines, s.starts = append(s.engines, e), append(s.starts, first+counts[i])
	}
	s.last = make([]search.Progress, len(s.engines))
	if a.Fronts {
		return &spreadFronts{s}, nil
	}
	return s, nil
}

// spreadFronts is a spread of engines that find fronts.
type spreadFronts struct{ *spread }

// Front lists the front of a replica.
func (s *spreadFronts) Front(replica int) ([]search.Member, error) {
	e, r := s.of(replica)
	return e.(search.Fronted).Front(r)
}

// hostUnits is what the CPU counts for beside a device.
const hostUnits = 4

// stretches divides replicas by the units of the places.
func stretches(replicas int, places []device.Device) []int {
	units := make([]int, len(places))
	all := 0
	for i, d := range places {
		if units[i] = hostUnits; d != nil {
			units[i] = max(1, d.Info().ComputeUnits)
		}
		all += units[i]
	}
	counts, before, given := make([]int, len(places)), 0, 0
	for i, u := range units {
		before += u
		counts[i] = replicas*before/all - given
		given += counts[i]
	}
	return counts
}

// spread is several engines as one.
type spread struct {
	engines []search.Engine
	starts  []int // the first replica of each, and their number
	last    []search.Progress
	samples []search.Sample
	times   map[string]time.Duration   // search.Config.KernelTimes
	parts   []map[string]time.Duration // what each engine has added to it since the last step
}

// together does something with all engines at once.
func (s *spread) together(do func(i int, e search.Engine) error) error {
	errs := make([]error, len(s.engines))
	var all sync.WaitGroup
	for i, e := range s.engines {
		all.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					errs[i] = search.Panicked(v)
				}
			}()
			errs[i] = do(i, e)
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// Step advances all engines, and those that are behind once more, so that they
// stay together unless ctx ends.
func (s *spread) Step(ctx context.Context, atMost int) (search.Progress, error) {
	s.samples = s.samples[:0]
	if err := s.advance(ctx, func(int) int { return atMost }); err != nil {
		return search.Progress{}, err
	}
	if err := s.align(ctx); err != nil {
		return search.Progress{}, err
	}
	for _, part := range s.parts {
		for name, took := range part {
			s.times[name] += took
		}
		clear(part)
	}
	var p search.Progress
	for i, q := range s.last {
		if i == 0 {
			p.Best = q.Best
		}
		p.Steps, p.Best = max(p.Steps, q.Steps), max(p.Best, q.Best)
		p.Evaluations += q.Evaluations
		p.Running += q.Running
	}
	slices.SortStableFunc(s.samples, func(a, b search.Sample) int {
		return cmp.Or(cmp.Compare(a.Step, b.Step), cmp.Compare(a.Replica, b.Replica))
	})
	p.Samples = s.samples
	return p, nil
}

// advance steps the engines, but for those with fewer than no steps to make.
func (s *spread) advance(ctx context.Context, steps func(i int) int) error {
	var mutex sync.Mutex
	return s.together(func(i int, e search.Engine) error {
		n := steps(i)
		if n < 0 {
			return nil
		}
		p, err := e.Step(ctx, n)
		if err != nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		for _, x := range p.Samples {
			x.Replica += s.starts[i]
			s.samples = append(s.samples, x)
		}
		p.Samples = nil
		s.last[i] = p
		return nil
	})
}

// align brings the engines to the same step, as far as they run and ctx lasts.
func (s *spread) align(ctx context.Context) error {
	for ctx.Err() == nil {
		front, behind := int64(0), false
		for _, p := range s.last {
			front = max(front, p.Steps)
		}
		for _, p := range s.last {
			behind = behind || p.Running > 0 && p.Steps < front
		}
		if !behind {
			return nil
		}
		if err := s.advance(ctx, func(i int) int {
			if s.last[i].Running == 0 || s.last[i].Steps == front {
				return -1
			}
			return int(front - s.last[i].Steps)
		}); err != nil {
			return err
		}
	}
	return nil
}

// of is the engine that has a replica, and its number there.
func (s *spread) of(replica int) (search.Engine, int) {
	i := 0
	for i < len(s.engines)-1 && replica >= s.starts[i+1] {
		i++
	}
	return s.engines[i], replica - s.starts[i]
}

// Best is the best solution that a replica has seen.
func (s *spread) Best(replica int) (search.Solution, error) {
	e, r := s.of(replica)
	return e.Best(r)
}

// Replicas is how many there are.
func (s *spread) Replicas() int { return s.starts[len(s.starts)-1] }

// Top are the best of what the engines list; one that lists nothing has its bests.
func (s *spread) Top(count int) ([]search.Solution, error) {
	var all []search.Solution
	for i, e := range s.engines {
		if ranked, ok := e.(search.Ranked); ok {
			list, err := ranked.Top(count)
			if err != nil {
				return nil, err
			}
			all = append(all, list...)
			continue
		}
		for r := range s.starts[i+1] - s.starts[i] {
			x, err := e.Best(r)
			if err != nil {
				return nil, err
			}
			all = append(all, x)
		}
	}
	return Different(all, count), nil
}

// Different are the count best of a list with different genomes, the best first.
func Different(all []search.Solution, count int) []search.Solution {
	slices.SortStableFunc(all, func(a, b search.Solution) int { return cmp.Compare(b.Score, a.Score) })
	var top []search.Solution
	for _, s := range all {
		if len(top) < count && !slices.ContainsFunc(top, func(t search.Solution) bool { return s.Genome.Equal(t.Genome) }) {
			top = append(top, s)
		}
	}
	return top
}

// Save writes the checkpoint of one engine with all replicas: every section goes
// replica after replica. When ctx ended in the midst of a step some engines are
// behind, and catch up first.
func (s *spread) Save(w io.Writer) error {
	if err := s.align(context.Background()); err != nil {
		return err
	}
	parts := make([]*search.Checkpoint, len(s.engines))
	if err := s.together(func(i int, e search.Engine) (err error) {
		var b bytes.Buffer
		if err := e.Save(&b); err != nil {
			return err
		}
		parts[i], err = search.ReadCheckpoint(&b)
		return err
	}); err != nil {
		return err
	}
	whole := parts[0]
	for _, p := range parts[1:] {
		whole.Header.Replicas = append(whole.Header.Replicas, p.Header.Replicas...)
		whole.Header.Steps = max(whole.Header.Steps, p.Header.Steps)
		for name, b := range p.Sections {
			whole.Sections[name] = append(whole.Sections[name], b...)
		}
	}
	return whole.Write(w)
}

// part is the checkpoint of some of the replicas.
func part(c *search.Checkpoint, first, count int) *search.Checkpoint {
	part := &search.Checkpoint{Header: c.Header, Sections: make(map[string][]byte)}
	part.Header.Replicas = c.Header.Replicas[first : first+count]
	for name, b := range c.Sections {
		each := len(b) / len(c.Header.Replicas)
		part.Sections[name] = b[first*each : (first+count)*each]
	}
	return part
}

// Close closes all engines.
func (s *spread) Close() error {
	var errs []error
	for _, e := range s.engines {
		errs = append(errs, e.Close())
	}
	return errors.Join(errs...)
}
