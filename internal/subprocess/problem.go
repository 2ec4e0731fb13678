package subprocess

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Face is what a parent knows of a problem: all but how it is scored.
type Face interface {
	problem.Problem // whose Evaluate is not called
	problem.Valued
	problem.Targeted
	problem.Hashed
	problem.Kernelled
}

// Problem is a problem that is solved by children.
type Problem struct {
	Face
	kind    string
	spec    []byte
	explain func(Crash) string

	lock   sync.Mutex
	judge  *link  // a child that scores, or nil
	afar   bool   // only devices can score
	device string // the last that an engine had
}

var (
	_ search.Opener = (*Problem)(nil)
	_ search.Judge  = (*Problem)(nil)
	_ io.Closer     = (*Problem)(nil)
)

// New makes a problem of a registered kind. explain makes a sentence of a crash.
func New(face Face, kind string, spec []byte, explain func(Crash) string) *Problem {
	return &Problem{Face: face, kind: kind, spec: spec, explain: explain}
}

// OnDevices says that the CPU cannot run the problem, so that what judges an
// answer is a child on the device that found it.
func (p *Problem) OnDevices() { p.afar = true }

// Evaluate scores a genome in a child; what cannot be scored is the worst. Judge
// tells why.
func (p *Problem) Evaluate(g problem.Genome) problem.Score {
	score, err := p.Judge(g)
	if err != nil {
		return problem.Worst
	}
	return score
}

// Judge scores a genome in a child that has not searched. It is kept for the next
// one, until Close.
func (p *Problem) Judge(g problem.Genome) (problem.Score, error) {
	return p.JudgeWithin(context.Background(), g, 0)
}

// JudgeWithin is Judge for as long as ctx lasts, and limit, unless that is 0.
func (p *Problem) JudgeWithin(ctx context.Context, g problem.Genome, limit time.Duration) (problem.Score, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.afar {
		return p.judgeAfar(g)
	}
	if p.judge == nil {
		l, err := start()
		if err != nil {
			return 0, err
		}
		r, err := l.ask(context.Background(), request{What: askOpen, Opening: &opening{Kind: p.kind, Spec: p.spec}}, starting)
		if err == nil {
			err = r.Failure.err()
		}
		if err != nil {
			l.close()
			return 0, p.told(err)
		}
		p.judge = l
	}
	r, err := p.judge.ask(ctx, request{What: askScore, Genomes: []problem.Genome{g}}, limit)
	if err != nil {
		p.judge.close()
		p.judge = nil
		return 0, p.told(err)
	}
	if err := r.Failure.err(); err != nil {
		return 0, err
	}
	return r.Scores[0], nil
}

// judgeAfar scores a genome on a device: it is the whole first population of a
// genetic algorithm.
func (p *Problem) judgeAfar(g problem.Genome) (problem.Score, error) {
	if p.device == "" {
		return 0, errors.New("subprocess: there is no device to score on")
	}
	l, err := start()
	if err != nil {
		return 0, err
	}
	defer l.close()
	l.device = p.device
	r, err := l.ask(context.Background(), request{What: askOpen, Opening: &opening{
		Kind: p.kind, Spec: p.spec, Device: p.device, Algorithm: "genetic", Values: search.Values{"population": "2"},
		Replicas: search.Seeds(1, 1), Start: []problem.Genome{g, g},
	}}, 0)
	if err == nil {
		err = r.Failure.err()
	}
	if err != nil {
		return 0, p.told(err)
	}
	if len(r.Bests) != 1 {
		return 0, errors.New("subprocess: an answer was not scored again")
	}
	return r.Bests[0].Solution.Score, nil
}

// Close ends the child that scores.
func (p *Problem) Close() error {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.judge != nil {
		p.judge.close()
		p.judge = nil
	}
	return nil
}

// told gives a crash its sentence.
func (p *Problem) told(err error) error {
	var lost *LostError
	if errors.As(err, &lost) && lost.Reason == "" {
		lost.Reason = p.explain(lost.Crash)
	}
	return err
}

// OpenEngine makes an engine in a child.
func (p *Problem) OpenEngine(ctx context.Context, a search.Algorithm, c search.Config) (search.Engine, error) {
	o := &opening{
		Kind: p.kind, Spec: p.spec, Algorithm: a.Name, Threads: c.Threads, Values: c.Values, Replicas: c.Replicas,
		Stop: c.Stop, Start: c.Start, Trace: c.Trace,
	}
	if o.Stop.Target = nil; c.Stop.Target != nil {
		o.HasTarget, o.Target = true, *c.Stop.Target
	}
	if c.Device != nil {
		o.Device = c.Device.Info().ID()
	}
	for _, d := range c.More {
		o.More = append(o.More, d.Info().ID())
	}
	if c.Resume != nil {
		var err error
		if o.Resume, err = io.ReadAll(c.Resume); err != nil {
			return nil, err
		}
	}
	l, err := start()
	if err != nil {
		return nil, err
	}
	p.lock.Lock()
	p.device = o.Device
	p.lock.Unlock()
	l.device = o.Device
	e := &engine{link: l, problem: p, bests: make([]search.Solution, len(c.Replicas)), known: make([]bool, len(c.Replicas))}
	l.found = e.learn
	limit := time.Duration(0)
	if c.Stop.Time > 0 {
		limit = c.Stop.Time + Grace
	}
	r, err := l.ask(ctx, request{What: askOpen, Opening: o}, limit)
	if err == nil {
		err = r.Failure.err()
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		l.close()
		return nil, p.told(err)
	}
	e.learn(r.Bests)
	return e, nil
}
