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

	patience time.Duration // with one evaluation, or 0 where nothing is known of it

	lock   sync.Mutex
	judge  *link         // a child that scores, or nil
	device string        // the last that an engine had
	time   time.Duration // and how long it had, or 0
}

var (
	_ search.Opener = (*Problem)(nil)
	_ io.Closer     = (*Problem)(nil)
)

// New makes a problem that children make of its spec. explain makes a sentence of a
// crash. With afar the CPU cannot run it, so that what judges an answer is a child on
// the device that found it. A spec may have a method Patience: how long one evaluation
// may take before it counts as endless, or 0 where nothing is known.
func New(face Face, spec Spec, explain func(Crash) string, afar bool) *Problem {
	p := &Problem{Face: face, spec: spec, explain: explain, afar: afar}
	if s, ok := spec.(interface{ Patience() time.Duration }); ok {
		p.patience = s.Patience()
	}
	return p
}

// open starts a child that has opened what it is to solve, within limit. found learns
// what it finds on the way.
func (p *Problem) open(ctx context.Context, o opening, limit time.Duration, found func([]best)) (*link, reply, error) {
	wait := p.patience
	if wait == 0 || o.Device != "" { // where many are evaluated at once
		wait = max(wait, patienceFor(o.Config.Stop.Time))
	}
	l, err := p.start(o.Device, wait)
	if err != nil {
		return nil, reply{}, err
	}
	l.found, l.timed, o.Spec = found, o.Config.Stop.Time > 0, p.spec
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
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.afar {
		return p.judgeAfar(g)
	}
	scores, err := p.scored(request{What: askScore, Genomes: []problem.Genome{g}})
	if err != nil {
		return 0, err
	}
	return scores[0], nil
}

// JudgeAll is Judge by all objectives, where there are several; the last score is the
// violation.
func (p *Problem) JudgeAll(g problem.Genome) ([]problem.Score, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.scored(request{What: askScores, Genomes: []problem.Genome{g}})
}

// scored are the scores that a child answers a request with.
func (p *Problem) scored(q request) ([]problem.Score, error) {
	if p.judge == nil {
		var err error
		if p.judge, _, err = p.open(context.Background(), opening{Config: search.Config{Stop: search.Stop{Time: p.time}}}, starting, nil); err != nil {
			return nil, err
		}
	}
	r, err := p.judge.ask(context.Background(), q, 0)
	if errors.As(err, new(*LostError)) {
		p.judge = nil
	}
	return r.Scores, err
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
	r, err = l.ask(context.Background(), request{What: askStep}, 0) // no step but the first population
	if l.close(); err != nil {
		return 0, err
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
	p.device, p.time = o.Device, c.Stop.Time
	p.lock.Unlock()
	e := &engine{bests: make([]search.Solution, len(c.Replicas)), known: make([]bool, len(c.Replicas))}
	var r reply
	if e.link, r, err = p.open(ctx, o, c.Stop.Time, e.learn); err != nil {
		return nil, err
	}
	e.learn(r.Bests)
	if a.Fronts {
		return fronted{e}, nil
	}
	return e, nil
}
