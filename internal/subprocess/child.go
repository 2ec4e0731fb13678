package subprocess

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// childEnv marks a child.
const childEnv = "WARBLER_APART"

// Watched is a problem that tells how its code fares.
type Watched interface {
	Calls() int64           // grows while its functions return
	Longest() time.Duration // that one of them took
	Entry() uint64          // where the code lies in memory
}

// served says that this program's children would do their work.
var served atomic.Bool

// Serve does a child's work and ends the process, in a child; elsewhere it only
// says that children can be started.
func Serve() {
	if os.Getenv(childEnv) == "" {
		served.Store(true)
		return
	}
	// A terminal's Ctrl-C reaches children too, but only the parent decides.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	in, out := os.NewFile(3, "requests"), os.NewFile(4, "replies")
	if in == nil || out == nil {
		fmt.Fprintln(os.Stderr, childEnv+" is set, but there is no parent")
		os.Exit(2)
	}
	serve(in, out)
	os.Exit(0)
}

// server is a child.
type server struct {
	work   sync.Mutex // held while a request is answered: one at a time
	lock   sync.Mutex // of out and solves
	out    *gob.Encoder
	engine search.Engine
	solves problem.Problem
	device device.Device

	replicas int
	sent     []problem.Score // the bests that the parent knows
	top      problem.Score   // the best of them
	scanned  time.Time
	chunk    int           // steps between two looks at the bests
	longest  time.Duration // that a step has taken
}

// serve answers requests until there are no more.
func serve(in io.Reader, out io.Writer) {
	s := &server{out: gob.NewEncoder(out), chunk: 1}
	ctx, end := context.WithCancel(context.Background())
	stop := context.CancelFunc(func() {}) // what goes on
	for decoder := gob.NewDecoder(in); ; {
		var q request
		if err := decoder.Decode(&q); err != nil {
			break
		}
		if q.What == askCancel {
			if w := s.watched(); w != nil {
				s.tell(reply{What: tellAlive, Calls: w.Calls(), Wait: patient * w.Longest()})
			}
			stop()
			continue
		}
		working, done := context.WithCancel(ctx)
		stop = done
		go func() {
			defer done()
			s.answer(working, q)
		}()
	}
	end()
	// The parent is gone, and what goes on may never end.
	time.AfterFunc(time.Second, func() { os.Exit(0) })
	s.work.Lock()
	if s.engine != nil {
		s.engine.Close()
	}
}

// watched is the problem, if it is one; else it is nil.
func (s *server) watched() Watched {
	s.lock.Lock()
	defer s.lock.Unlock()
	w, _ := s.solves.(Watched)
	return w
}

// How many times longer than ever before something may take before it counts as
// endless: when it should end, and while there is time.
const (
	patient = 4
	weary   = 20
)

// errHung is a device that does not come back.
var errHung = errors.New("subprocess: the device does not come back")

// comesBack looks whether a device whose step was given up is still at it: it
// makes one more, which is added to what was made.
func (s *server) comesBack(ctx context.Context, all *search.Progress) error {
	wait := max(Grace, patient*s.longest)
	s.tell(reply{What: tellAlive, Wait: wait + Grace})
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), wait)
	defer cancel()
	p, err := s.engine.Step(ctx, 1)
	switch {
	case err != nil && ctx.Err() != nil:
		return errHung
	case err == nil:
		p.Samples = append(all.Samples, p.Samples...)
		*all = p
	}
	return err
}

func (s *server) tell(r reply) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if err := s.out.Encode(r); err != nil {
		os.Exit(1) // the parent is gone
	}
}

func (s *server) answer(ctx context.Context, q request) {
	s.work.Lock()
	defer s.work.Unlock()
	quiet := s.breathe()
	r, err := s.do(ctx, q)
	quiet()
	r.What, r.Failure = tellDone, failed(err)
	s.tell(r)
}

// breathe tells the parent now and then that the problem's functions return; the
// function it returns ends that.
func (s *server) breathe() func() {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var before int64
		for tick := time.NewTicker(breath); ; {
			select {
			case <-tick.C:
				if w := s.watched(); w != nil && w.Calls() != before {
					before = w.Calls()
					s.tell(reply{What: tellAlive, Calls: before, Quiet: weary * w.Longest()})
				}
			case <-done:
				tick.Stop()
				return
			}
		}
	}()
	return func() { close(done); <-ended }
}

func (s *server) do(ctx context.Context, q request) (r reply, err error) {
	switch q.What {
	case askOpen:
		return s.open(ctx, q.Opening)
	case askStep:
		r.Progress, err = s.step(ctx, q.Count)
		if s.device != nil && ctx.Err() != nil {
			if failed := s.comesBack(ctx, &r.Progress); failed != nil {
				err = failed
			}
		}
		r.Bests = s.improved(true)
	case askBest:
		for i := range s.replicas {
			solution, err := s.engine.Best(i)
			if err != nil {
				return r, err
			}
			r.Bests = append(r.Bests, best{i, solution})
		}
	case askTop:
		if ranked, ok := s.engine.(search.Ranked); ok {
			r.Solutions, err = ranked.Top(q.Count)
		}
	case askSave:
		var b bytes.Buffer
		err = s.engine.Save(&b)
		r.Bytes = b.Bytes()
	case askFront:
		if fronted, ok := s.engine.(search.Fronted); ok {
			r.Front, err = fronted.Front(q.Count)
		}
	case askScores:
		if p, ok := s.solves.(problem.MultiObjective); ok {
			r.Scores = make([]problem.Score, len(p.Criteria())+1)
			p.Scores(q.Genomes[0], r.Scores[:len(p.Criteria())])
			if c, ok := p.(problem.Constrained); ok {
				r.Scores[len(p.Criteria())] = c.Violation(q.Genomes[0])
			}
		}
	case askScore:
		for _, g := range q.Genomes {
			r.Scores = append(r.Scores, s.solves.Evaluate(g))
		}
	}
	return r, err
}

// open makes the problem and, where an algorithm is named, the engine.
func (s *server) open(ctx context.Context, o *opening) (r reply, err error) {
	p, err := o.Spec.Open()
	if err != nil {
		return r, err
	}
	s.lock.Lock()
	s.solves = p
	s.lock.Unlock()
	if w, ok := p.(Watched); ok {
		// Before anything runs: what crashes must be found in it.
		s.tell(reply{What: tellAlive, Entry: w.Entry()})
	}
	if o.Algorithm == "" {
		return r, nil
	}
	c := o.Config
	c.Problem = p
	if o.HasTarget {
		c.Stop.Target = &o.Target
	}
	if o.Resume != nil {
		c.Resume = bytes.NewReader(o.Resume)
	}
	if o.Device != "" {
		dieOfSignals()
		// A driver may take its time, as a compiler may, and that is nobody's fault.
		s.tell(reply{What: tellCompiling})
		if s.device, err = device.Open(ctx, o.Device); err != nil {
			return r, err
		}
		c.Device = &telling{s.device, s}
	}
	for _, id := range o.More {
		d, err := device.Open(ctx, id)
		if err != nil {
			return r, err
		}
		c.More = append(c.More, &telling{d, s})
	}
	algorithm, err := search.Lookup(o.Algorithm)
	if err != nil {
		return r, err
	}
	s.tell(reply{What: tellCompiled})
	if s.engine, err = algorithm.Engine(ctx, c); err != nil {
		return r, err
	}
	s.replicas = max(1, len(c.Replicas))
	s.sent, s.top = slices.Repeat([]problem.Score{problem.Worst}, s.replicas), problem.Worst
	r.Bests = s.improved(true)
	return r, nil
}

// improved are the bests that the parent does not know. With many replicas they
// are looked for once a second, unless all says otherwise.
func (s *server) improved(all bool) (list []best) {
	if !all && s.replicas > 64 && time.Since(s.scanned) < time.Second {
		return nil
	}
	s.scanned = time.Now()
	for i := range s.replicas {
		solution, err := s.engine.Best(i)
		if err == nil && solution.Evaluations > 0 && (solution.Score > s.sent[i] || solution.Score == problem.Worst && all) {
			s.sent[i] = solution.Score
			list = append(list, best{i, solution})
		}
	}
	return list
}

// stepTime is when a step is reported, whatever was asked for.
const stepTime = 200 * time.Millisecond

// step makes steps, few at a time at first: what a run has found before it
// crashes, the parent is to know.
func (s *server) step(ctx context.Context, atMost int) (all search.Progress, err error) {
	began := time.Now()
	var samples []search.Sample
	for begin, left := int64(-1), atMost; ; {
		before := time.Now()
		p, err := s.engine.Step(ctx, min(left, s.chunk))
		samples = append(samples, p.Samples...)
		p.Samples = samples
		if err != nil {
			return p, err
		}
		if begin >= 0 {
			left -= int(p.Steps - begin)
		} else {
			left -= min(left, s.chunk)
		}
		if made := p.Steps - begin; begin >= 0 && made > 0 {
			s.longest = max(s.longest, time.Since(before)/time.Duration(made))
		}
		begin = p.Steps
		if left <= 0 || p.Running == 0 || ctx.Err() != nil || time.Since(began) > stepTime {
			return p, nil
		}
		s.chunk = min(8*s.chunk, 1<<30)
		if p.Best > s.top {
			s.top = p.Best
			if list := s.improved(false); list != nil {
				s.tell(reply{What: tellFound, Bests: list})
			}
		}
	}
}

// telling is a device that tells when it compiles.
type telling struct {
	device.Device
	server *server
}

// Compile implements device.Device.
func (t *telling) Compile(ctx context.Context, src kernel.Source) (device.Program, error) {
	t.server.tell(reply{What: tellCompiling})
	defer t.server.tell(reply{What: tellCompiled})
	return t.Device.Compile(ctx, src)
}
