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
	spec    Spec
	explain func(Crash) string
	afar    bool // only devices can score

	lock   sync.Mutex
	judge  *link  // a child that scores, or nil
	device string // the last that an engine had
}

var (
	_ search.Opener = (*Problem)(nil)
	_ io.Closer     = (*Problem)(nil)
)

// New makes a problem that children make of its spec. explain makes a sentence of a
// crash. With afar the CPU cannot run it, so that what judges an answer is a child on
// the device that found it.
func New(face Face, spec Spec, explain func(Crash) string, afar bool) *Problem {
	return &Problem{Face: face, spec: spec, explain: explain, afar: afar}
}

// open starts a child that has opened what it is to solve. found learns what it finds
// on the way.
func (p *Problem) open(ctx context.Context, o opening, limit time.Duration, found func([]best)) (*link, reply, error) {
	l, err := p.start(o.Device)
	if err != nil {
		return nil, reply{}, err
	}
	l.found, o.Spec = found, p.spec
	r, err := l.ask(ctx, request{What: askOpen, Opening: &o}, limit)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		l.close()
		return nil, reply{}, err
	}
	return l, r, nil
}

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
		var err error
		if p.judge, _, err = p.open(context.Background(), opening{}, starting, nil); err != nil {
			return 0, err
		}
	}
	r, err := p.judge.ask(ctx, request{What: askScore, Genomes: []problem.Genome{g}}, limit)
	if errors.As(err, new(*LostError)) {
		p.judge = nil
	}
	if err != nil {
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
	l, r, err := p.open(context.Background(), opening{
		Device: p.device, Algorithm: "genetic", Config: search.Config{
			Values: search.Values{"population": "2"}, Replicas: search.Seeds(1, 1), Start: []problem.Genome{g, g},
		},
	}, 0, nil)
	if err != nil {
		return 0, err
	}
	l.close()
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

// OpenEngine makes an engine in a child.
func (p *Problem) OpenEngine(ctx context.Context, a search.Algorithm, c search.Config) (search.Engine, error) {
	o := opening{Algorithm: a.Name, Config: c}
	o.Config.Problem, o.Config.Device, o.Config.More, o.Config.Resume, o.Config.KernelTimes = nil, nil, nil, nil, nil
	if o.Config.Stop.Target = nil; c.Stop.Target != nil {
		o.HasTarget, o.Target = true, *c.Stop.Target
	}
	if c.Device != nil {
		o.Device = c.Device.Info().ID()
	}
	for _, d := range c.More {
		o.More = append(o.More, d.Info().ID())
	}
	var err error
	if c.Resume != nil {
		if o.Resume, err = io.ReadAll(c.Resume); err != nil {
			return nil, err
		}
	}
	p.lock.Lock()
	p.device = o.Device
	p.lock.Unlock()
	e := &engine{bests: make([]search.Solution, len(c.Replicas)), known: make([]bool, len(c.Replicas))}
	limit := time.Duration(0)
	if c.Stop.Time > 0 {
		limit = c.Stop.Time + Grace
	}
	var r reply
	if e.link, r, err = p.open(ctx, o, limit, e.learn); err != nil {
		return nil, err
	}
	e.learn(r.Bests)
	return e, nil
}
