package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// session answers the tasks of one command line.
type session struct {
	*app
	flags   *searchFlags
	command *cobra.Command
	out     io.Writer
	codes   []exitCode     // of the answers so far
	resumed *search.Header // of the checkpoint that the run goes on from, or nil
}

// outcome is an answered task.
type outcome struct {
	task      *task
	algorithm string
	params    search.Table
	values    search.Values
	replicas  []search.Replica
	result    search.Result
	top       []search.Solution
	device    string
	name      string // the device's
	none      bool   // there is no feasible solution; those in result are none
	failed    error  // what broke the search off, or nil

	// With several objectives: the fronts of the replicas and what they dominate,
	// and the same of all together.
	fronts  [][]search.Member
	volumes []float64
	front   []search.Member
	volume  float64
}

// answers solves what next gives, one after the other, until it gives nil. A
// task that fails for a reason the user can mend does not keep the others from
// being answered.
func (a *app) answers(c *cobra.Command, f *searchFlags, next func() (*task, error)) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	s := &session{app: a, flags: f, command: c, out: a.out}
	if f.out != "" {
		file, failed := os.Create(f.out)
		if failed != nil {
			return mendable(failed)
		}
		defer func() {
			closed := mendable(file.Close())
			if err == nil {
				err = closed
			} else {
				a.complain(closed)
			}
		}()
		s.out = file
	}
	ctx := c.Context()
	failed := false
	for ctx.Err() == nil {
		t, err := next()
		if err == nil && t == nil {
			break
		}
		if err == nil {
			err = s.answer(ctx, t)
			t.close()
		}
		if err != nil && exitOf(err) != exitUser {
			return err
		}
		if err != nil {
			failed = true
			a.complain(err)
		}
	}
	if failed {
		return &codedError{code: exitUser}
	}
	if code := common(s.codes); code != exitOK {
		return &codedError{code: code}
	}
	return nil
}

// common is the exit status that all answers have, or that of having some.
func common(codes []exitCode) exitCode {
	if len(codes) == 0 || slices.ContainsFunc(codes, func(c exitCode) bool { return c != codes[0] }) {
		return exitOK
	}
	return codes[0]
}

// answer solves one task, verifies the result and prints it. What fails beside
// the search, such as a checkpoint on a full disk, does not cost the answer.
func (s *session) answer(ctx context.Context, t *task) error {
	if t.decide != nil {
		code, err := t.decide(ctx, s)
		if err == nil {
			s.codes = append(s.codes, code)
		}
		return err
	}
	solve := s.solve
	if t.solve != nil {
		solve = func(ctx context.Context, t *task) (*outcome, error) { return t.solve(ctx, s, t) }
	}
	o, err := solve(ctx, t)
	if o == nil || len(o.result.Runs) == 0 {
		return err
	}
	o.failed = err
	if failed := s.report(o.task, o); failed != nil {
		s.complain(err)
		return failed
	}
	return err
}

// solve runs the algorithm that was asked for, or the one auto takes.
func (s *session) solve(ctx context.Context, t *task) (*outcome, error) {
	values, err := s.flags.values()
	if err != nil {
		return nil, err
	}
	if _, err := s.flags.stop(t, search.Algorithm{}); err != nil {
		return nil, err
	}
	began := time.Now()
	name, auto := s.flags.algorithm, s.flags.algorithm == "auto"
	// Parameters, a checkpoint, a trace, several answers or a device by name are for a
	// search, not for a proof.
	prover, provable := t.Form.(problem.Prover)
	certain, _ := t.Form.(problem.Certain)
	if provable && (name == "exact" || certain != nil && certain.Certain() || auto && anywhere(s.flags.device) && len(values) == 0 && len(s.flags.searching()) == 0 && s.flags.top <= 1) {
		o, err := s.prove(ctx, t, prover, auto)
		if o != nil || err != nil {
			return o, err
		}
	}
	if name == "exact" {
		return nil, userErrorf("there is no exact method for this problem; leave --algorithm out")
	}
	saved, err := s.saved(&name)
	if err != nil {
		return nil, err
	}
	if name == "auto" {
		name = t.choose(s.flags.device)
	}
	algorithm, err := search.Lookup(name)
	if err != nil {
		return nil, err
	}
	if saved != nil {
		if err := saved.For(name, t.Problem); err != nil {
			return nil, userErrorf("%s: %w", s.flags.resume, err)
		}
	}
	config, err := s.config(t, algorithm, values, saved)
	if err != nil {
		return nil, err
	}
	if s.resumed = saved; saved != nil && config.Stop.Steps > 0 && saved.Steps >= config.Stop.Steps {
		s.note("%s is of generation %d, and the run ends at %d; --generations sets another end", s.flags.resume, saved.Steps, config.Stop.Steps)
	}
	if config.Stop.Time > 0 {
		// What the exact method took is gone; step 0, the first population, is
		// always made.
		config.Stop.Time = max(config.Stop.Time-time.Since(began), time.Nanosecond)
	}
	return s.search(ctx, t, algorithm, config, auto)
}

// anywhere reports whether --device leaves the CPU as a choice.
func anywhere(device string) bool { return device == "" || device == "auto" || device == "cpu" }

// prove tries the exact method. nil says that it was tried for auto and gave
// up.
func (s *session) prove(ctx context.Context, t *task, prover problem.Prover, auto bool) (*outcome, error) {
	if s.flags.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.flags.time)
		defer cancel()
	}
	began := time.Now()
	p, err := prover.Prove(ctx, auto)
	if err != nil {
		return nil, mendable(err)
	}
	s.log.Info("exact method", "instance", t.Instance, "proven", p.Optimal, "took", time.Since(began).Round(time.Microsecond))
	if auto && !p.Optimal {
		return nil, nil
	}
	if !p.Found {
		return nil, userErrorf("%s: the exact method found nothing in the time it had; use --algorithm genetic or more --time", t.Instance)
	}
	solution := search.Solution{Genome: p.Genome, Score: p.Score, Seed: s.flags.seed, Status: search.Interrupted}
	switch {
	case p.Optimal:
		solution.Status = search.Optimal
	case s.flags.time > 0 && time.Since(began) >= s.flags.time:
		solution.Status = search.TimedOut
	}
	if auto {
		s.notePaste(t, "exact", "")
	}
	return &outcome{
		task: t, algorithm: "exact", device: "cpu", name: cpuName(), none: p.None,
		replicas: []search.Replica{{Seed: s.flags.seed}},
		result: search.Result{
			Runs: []search.Solution{solution}, Status: solution.Status, Elapsed: time.Since(began),
		},
	}, nil
}

// search runs an engine to its end.
func (s *session) search(ctx context.Context, t *task, a search.Algorithm, c search.Config, auto bool) (*outcome, error) {
	if err := a.Params.Check(c.Values); err != nil {
		return nil, s.flags.blame(err)
	}
	// A device found for another file stays where it is.
	onCPU := a.OnCPU && anywhere(s.flags.device)
	if !onCPU {
		if err := s.openDevice(ctx, s.flags.device, t.Problem); err != nil {
			return nil, err
		}
	}
	places := places{nil}
	if !onCPU {
		places = s.places(a, len(c.Replicas))
	}
	began := time.Now()
	engine, err := s.engine(ctx, a, c, places)
	if err != nil {
		return nil, err
	}
	// The first population counts; on a device it does not, since kernels may have
	// been compiled.
	var first time.Duration
	if len(places) == 1 && places[0] == nil {
		first = time.Since(began)
	}
	if c.Stop.Time > 0 {
		c.Stop.Time = max(c.Stop.Time-first, time.Nanosecond)
	}
	if auto && !t.again {
		s.notePaste(t, a.Name, s.devices.id())
	}
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	watch, err := s.observers(t, engine)
	if err != nil {
		return nil, errors.Join(err, engine.Close())
	}
	if c.Stop == (search.Stop{}) || t.enough {
		watch = append(watch, &optimum{problem: t.Problem, reached: enough})
	}
	if c.Stop == (search.Stop{}) && !t.again {
		s.note("%s: no limit is set, so the search goes on until its answer is proven optimal or Ctrl-C; --time 60s sets one", t.Instance)
	}
	result, err := search.Run(ctx, engine, c.Stop, watch...)
	result.Elapsed += first
	o := &outcome{
		task: t, algorithm: a.Name, params: a.Params, values: a.Params.Fill(c.Values), replicas: c.Replicas,
		result: result, device: places.id(), name: places.name(),
	}
	if ranked, ok := engine.(search.Ranked); ok && len(result.Runs) > 0 && s.flags.top > 1 {
		top, failed := ranked.Top(s.flags.top)
		o.top, err = top, errors.Join(err, failed)
	}
	if fronted, ok := engine.(search.Fronted); ok {
		for r := range result.Runs {
			front, failed := fronted.Front(r)
			o.fronts, err = append(o.fronts, front), errors.Join(err, failed)
		}
	}
	return o, errors.Join(err, engine.Close())
}

// engine makes the engine, on the CPU where a device that auto chose cannot.
func (s *session) engine(ctx context.Context, a search.Algorithm, c search.Config, places places) (search.Engine, error) {
	for {
		if s.flags.resume != "" {
			f, err := os.Open(s.flags.resume)
			if err != nil {
				return nil, mendable(err)
			}
			defer f.Close()
			c.Resume = f
		}
		began := time.Now()
		e, err := makeEngine(ctx, a, c, places)
		if err == nil {
			s.log.Info("engine made", "algorithm", a.Name, "device", places.id(), "took", time.Since(began).Round(time.Microsecond))
			return e, nil
		}
		if !s.fallBack(s.flags.device, err) {
			if isA[*search.MismatchError](err) || isA[*search.DamagedError](err) || isA[*search.VersionError](err) {
				err = userErrorf("%s: %w", s.flags.resume, err)
			}
			return nil, err
		}
	}
}

func makeEngine(ctx context.Context, a search.Algorithm, c search.Config, places places) (search.Engine, error) {
	if len(places) > 1 {
		return a.Spread(ctx, c, places)
	}
	c.Device = places[0]
	return a.Engine(ctx, c)
}

// places are those of the opened devices that a run works on: one replica has all
// devices only where its algorithm shares its work.
func (s *session) places(a search.Algorithm, replicas int) places {
	all := s.devices.places
	switch {
	case len(all) == 1 || replicas > 1:
		return all
	case a.Shared && all[len(all)-1] == nil:
		return all[:len(all)-1]
	case a.Shared:
		return all
	}
	s.note("one run is on one device, %s; --replicas spreads runs over all that --device %s names", all[:1].id(), s.flags.device)
	return all[:1]
}

// saved is the header of the checkpoint to resume from, or nil. It decides the
// algorithm where none was named.
func (s *session) saved(algorithm *string) (*search.Header, error) {
	if s.flags.resume == "" {
		return nil, nil
	}
	f, err := os.Open(s.flags.resume)
	if err != nil {
		return nil, mendable(err)
	}
	defer f.Close()
	c, err := search.ReadCheckpoint(f)
	if err != nil {
		return nil, userErrorf("%s: %w", s.flags.resume, err)
	}
	if *algorithm == "auto" {
		*algorithm = c.Header.Algorithm
	}
	return &c.Header, nil
}

// config is the engine's configuration. What the command line leaves open,
// a checkpoint decides; where both speak and differ, the engine refuses.
func (s *session) config(t *task, a search.Algorithm, values search.Values, saved *search.Header) (search.Config, error) {
	f := s.flags
	c := search.Config{
		Problem: t.Problem, Threads: f.threads, Values: values,
		Replicas: search.Seeds(f.seed, f.replicas),
		Trace:    f.trace != "" || f.plot != "",
	}
	var err error
	if c.Stop, err = f.stop(t, a); err != nil {
		return c, err
	}
	if saved != nil {
		for name, value := range saved.Values {
			if _, given := values[name]; !given {
				values[name] = value
			}
		}
		if !s.command.Flags().Changed("seed") && !s.command.Flags().Changed("replicas") {
			c.Replicas = saved.Replicas
		}
	}
	if t.Start != nil && f.resume == "" {
		c.Start = t.Start()
	}
	if f.start != "" && t.Front == nil {
		g, err := s.startFrom(t, f.start)
		if err != nil {
			return c, mendable(err)
		}
		c.Start = []problem.Genome{g}
	}
	return c, nil
}

// startFrom reads an answer to start from.
func (a *app) startFrom(t *task, path string) (problem.Genome, error) {
	r, name, err := a.open(path)
	if err != nil {
		return problem.Genome{}, err
	}
	defer r.Close()
	g, err := t.Form.Read(r, name)
	if err != nil {
		return g, err
	}
	if err := search.CheckGenome(t.Problem.Representation(), g); err != nil {
		return g, userErrorf("%s: %w", name, err)
	}
	return g, nil
}

// traceTo makes the trace file, or goes on with that of the run that is resumed.
func (s *session) traceTo(t *task) (*search.Trace, error) {
	if s.resumed == nil {
		return search.TraceTo(s.flags.trace, t.objective())
	}
	return search.ContinueTrace(s.flags.trace, t.objective(), s.resumed.Steps)
}

func (s *session) observers(t *task, e search.Engine) ([]search.Observer, error) {
	var watch []search.Observer
	f := s.flags
	if r, ok := t.Form.(problem.Reporter); ok && !f.json {
		watch = append(watch, &improvements{task: t, reporter: r, out: s.out, engine: e, shown: problem.Worst})
	}
	if p := s.progress(t); p != nil {
		watch = append(watch, p)
	}
	if f.plot != "" && t.Front == nil {
		picture, err := plot.To(f.plot, t.kind.Name+" "+filepath.Base(t.Instance), t.objective())
		if err != nil {
			return nil, mendable(err)
		}
		watch = append(watch, picture)
	}
	// The trace is the only one with an open file, so it is the last to fail.
	if f.trace != "" {
		trace, err := s.traceTo(t)
		if err != nil {
			return nil, mendable(err)
		}
		if t.Front != nil {
			trace = trace.WithFronts()
		}
		watch = append(watch, trace)
	}
	if f.checkpoint != "" {
		watch = append(watch, search.SaveTo(e, f.checkpoint, f.checkpointEvery))
	}
	return watch, nil
}
