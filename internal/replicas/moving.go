package replicas

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

const (
	// headStart is how long the CPU works before a driver is loaded. Shorter runs end
	// without one.
	headStart = 50 * time.Millisecond
	// sliceTime is about how long the CPU works between two looks at the device.
	sliceTime = 20 * time.Millisecond
	// reportTime is when Step returns to report.
	reportTime = 250 * time.Millisecond
	// trialTime is how long a device is tried, unless steps take longer.
	trialTime = 30 * time.Millisecond
)

// Forced is what tests set to have runs move whatever is quicker; its zero value
// changes nothing.
var Forced struct {
	Device string // that auto takes
	After  int64  // the step after which the CPU waits for it
}

// Moving is an engine that begins on the CPU at once and goes on on a device, when one
// is open, has its kernels and makes a step in less time. Engines give the same bits
// everywhere and checkpoints fit every device, so only the time changes.
type Moving struct {
	search.Engine // that works now
	device        device.Device
	settled       bool // no other will
	tell          func(Move)
	cancel        context.CancelFunc
	make          func(d device.Device, resume io.Reader) (search.Engine, error)

	wanted chan struct{}   // the engine on the device is ready for a state
	state  chan handed     // which is this
	offers chan offer      // the engine on the device, once
	began  time.Time       // on the CPU
	last   search.Progress // on the CPU
	slice  int             // steps that take about sliceTime
	each   time.Duration   // a step on the CPU, 0 before it is known

	samples []search.Sample
}

// Move is what became of a device.
type Move struct {
	Device string        // where the run goes on, "" where it stays on the CPU
	Err    error         // why the device is not used, or nil
	Step   int64         // after which it moved
	CPU    time.Duration // a step there
	Tried  time.Duration // and on the device
}

// handed is a checkpoint, or why there is none.
type handed struct {
	bytes []byte
	err   error
}

// offer is an engine on a device, or why there is none; where there is no GPU there is
// neither.
type offer struct {
	device device.Device
	engine search.Engine
	err    error
	fresh  bool // it begins anew: the CPU had no first population yet
}

// Moves reports whether a run with --device auto begins on the CPU and may move: not
// where an algorithm or a problem is for the CPU alone, or opens its engines elsewhere,
// or where it is known that there is no GPU.
func Moves(a search.Algorithm, p problem.Problem) bool {
	_, one := p.(problem.Kernelled)
	_, several := p.(problem.ScoresKernelled)
	_, hosted := p.(search.Opener)
	return !a.OnCPU && (one || several) && !hosted && (Forced.Device != "" || !device.NoGPU())
}

// Begin makes an engine that moves. tell is called by Step.
func Begin(ctx context.Context, a search.Algorithm, c search.Config, tell func(Move)) (search.Engine, *Moving, error) {
	times := c.KernelTimes
	c.Device, c.KernelTimes = nil, nil
	m := &Moving{
		tell: tell, wanted: make(chan struct{}), state: make(chan handed, 1), offers: make(chan offer, 1),
		began: time.Now(), slice: 32,
	}
	var err error
	if m.Engine, err = a.Engine(ctx, c); err != nil {
		return nil, nil, err
	}
	// The run's context ends the run, whose engine is closed then.
	ctx, m.cancel = context.WithCancel(context.WithoutCancel(ctx))
	c.KernelTimes = times
	m.make = func(d device.Device, resume io.Reader) (search.Engine, error) {
		own := c
		own.Device, own.Resume = d, resume
		return a.Engine(ctx, own)
	}
	go func() { m.offers <- m.prepare(ctx) }()
	if _, ranked := m.Engine.(search.Ranked); ranked {
		return movingRanked{m}, m, nil
	}
	return m, m, nil
}

// movingRanked is for engines that are Ranked.
type movingRanked struct{ *Moving }

// Top implements search.Ranked.
func (m movingRanked) Top(count int) ([]search.Solution, error) {
	return m.Engine.(search.Ranked).Top(count)
}

// Places are where the engine works now.
func (m *Moving) Places() Places { return Places{m.device} }

// prepare makes the engine on the device. It compiles before it reads its checkpoint,
// so the CPU works on until then.
func (m *Moving) prepare(ctx context.Context) offer {
	if Forced.Device == "" && !waiting() {
		select {
		case <-time.After(headStart):
		case <-ctx.Done():
			return offer{err: ctx.Err()}
		}
	}
	spec := "auto"
	if Forced.Device != "" {
		spec = Forced.Device
	}
	infos, _, err := device.Select(ctx, spec)
	if err != nil || len(infos) == 0 || ctx.Err() != nil {
		return offer{err: errors.Join(err, ctx.Err())}
	}
	o := offer{}
	if o.device, o.err = Pooled(ctx, infos[0].ID()); o.err != nil {
		return o
	}
	o.engine, o.err = m.make(o.device, &stateReader{of: m, ctx: ctx})
	if errors.Is(o.err, search.ErrUnbegun) {
		o.fresh = true
		o.engine, o.err = m.make(o.device, nil)
	}
	if o.err != nil {
		Places{o.device}.Failed(o.err)
		o.device.Close()
		o.device = nil
	}
	return o
}

// stateReader is the state of the engine on the CPU when it is first read.
type stateReader struct {
	of  *Moving
	ctx context.Context
	r   *bytes.Reader
}

func (s *stateReader) Read(p []byte) (int, error) {
	if s.r == nil {
		select {
		case s.of.wanted <- struct{}{}:
		case <-s.ctx.Done():
			return 0, s.ctx.Err()
		}
		h := <-s.of.state
		if h.err != nil {
			return 0, h.err
		}
		s.r = bytes.NewReader(h.bytes)
	}
	return s.r.Read(p)
}

// Step implements search.Engine.
func (m *Moving) Step(ctx context.Context, atMost int) (search.Progress, error) {
	if m.settled {
		return m.Engine.Step(ctx, atMost)
	}
	m.samples = m.samples[:0]
	for began, done := time.Now(), 0; ; {
		n := min(atMost-done, m.slice)
		if left := Forced.After - m.last.Steps; Forced.Device != "" && left > 0 {
			n = int(min(int64(n), left))
		}
		p, err := m.onCPU(ctx, n)
		if err != nil || p.Running == 0 || ctx.Err() != nil {
			return p, err
		}
		done += n
		if m.look(ctx, atMost-done) {
			return m.last, nil
		}
		if done >= atMost || time.Since(began) > reportTime {
			return p, nil
		}
	}
}

// onCPU makes some steps, and measures them.
func (m *Moving) onCPU(ctx context.Context, n int) (search.Progress, error) {
	began := time.Now()
	p, err := m.Engine.Step(ctx, n)
	if err != nil {
		return p, err
	}
	// The first call makes the first population.
	if made, took := p.Steps-m.last.Steps, time.Since(began); made > 0 && m.last.Evaluations > 0 {
		m.each = max(1, took/time.Duration(made))
		m.slice = int(max(1, min(int64(sliceTime/m.each), 4*int64(n))))
	}
	m.samples = append(m.samples, p.Samples...)
	p.Samples = m.samples
	m.last = p
	return p, nil
}

// look gives the device what it needs, and tries it when it is ready, which may make
// some steps more. It reports whether the run goes on there.
func (m *Moving) look(ctx context.Context, more int) bool {
	wait := Forced.Device != "" && m.last.Steps >= Forced.After
	for !m.settled {
		select {
		case <-m.wanted:
			var b bytes.Buffer
			err := m.Save(&b)
			m.state <- handed{b.Bytes(), err}
		case o := <-m.offers:
			return m.judge(ctx, o, more)
		default:
			if !wait || ctx.Err() != nil {
				return false
			}
			time.Sleep(time.Millisecond)
		}
	}
	return false
}

// judge takes an offer or leaves it.
func (m *Moving) judge(ctx context.Context, o offer, more int) bool {
	if o.engine != nil && !o.fresh && m.each == 0 && Forced.Device == "" {
		m.offers <- o // later: it is not known yet how quick the CPU is
		return false
	}
	m.settled = true
	if o.engine == nil {
		if o.err != nil {
			m.tell(Move{Err: o.err})
		}
		return false
	}
	p, samples, each, err := m.try(ctx, o)
	if p != nil && p.Steps > m.last.Steps+int64(more) {
		// It has gone further than it may: what it does after the CPU's last step it does again.
		var b bytes.Buffer
		o.engine.Close()
		if err = m.Save(&b); err == nil {
			o.engine, err = m.make(o.device, &b)
		}
		if p, samples = &m.last, nil; err != nil {
			p, o.engine = nil, nil
		}
	}
	if p == nil {
		Places{o.device}.Failed(err)
		o.close()
		m.tell(Move{Err: err, Step: m.last.Steps, CPU: m.each, Tried: each})
		return false
	}
	m.tell(Move{Device: o.device.Info().ID(), Step: m.last.Steps, CPU: m.each, Tried: each})
	for _, s := range samples {
		if s.Step > m.last.Steps { // else the CPU has reported it
			m.samples = append(m.samples, s)
		}
	}
	m.Engine.Close() // in Go, there is nothing to fail
	m.Engine, m.device, m.last = o.engine, o.device, *p
	m.last.Samples = m.samples
	return true
}

// try has a device make steps, and gives its progress if it is quicker and has come as
// far as the CPU.
func (m *Moving) try(ctx context.Context, o offer) (won *search.Progress, samples []search.Sample, each time.Duration, err error) {
	limit := max(trialTime, 4*m.each)
	if o.fresh { // as long as the CPU has had without a first population
		limit = max(limit, time.Since(m.began))
	}
	var p search.Progress
	step := func(n int) {
		if p, err = o.engine.Step(ctx, n); err == nil {
			samples = append(samples, p.Samples...)
		}
	}
	began := time.Now()
	step(1) // which loads kernels, and makes a first population
	base, measured := p.Steps, time.Now()
	better := o.fresh && p.Steps > 0 && time.Since(began) < limit || Forced.Device != ""
	for n := 1; !better && err == nil && ctx.Err() == nil && p.Running > 0; n *= 2 {
		step(n)
		made, took := p.Steps-base, time.Since(measured)
		if made > 0 {
			each = took / time.Duration(made)
		}
		switch {
		case o.fresh:
			better = made > 0
		case made > 0 && took >= trialTime:
			if better = each < m.each; !better {
				return nil, nil, each, nil
			}
		}
		if !better && time.Since(began) > limit+trialTime {
			return nil, nil, each, nil
		}
	}
	for err == nil && ctx.Err() == nil && p.Running > 0 && p.Steps < m.last.Steps {
		step(int(m.last.Steps - p.Steps))
	}
	if err != nil || p.Steps < m.last.Steps || !better && p.Running > 0 {
		return nil, nil, each, err
	}
	return &p, samples, each, nil
}

func (o offer) close() {
	if o.engine != nil {
		o.engine.Close()
	}
	if o.device != nil {
		o.device.Close()
	}
}

// Close closes the engine, and what the device still makes when that is made.
func (m *Moving) Close() error {
	m.cancel()
	if !m.settled {
		m.settled = true
		go func() { (<-m.offers).close() }()
	}
	err := m.Engine.Close()
	if m.device != nil {
		err = errors.Join(err, m.device.Close())
	}
	return err
}
