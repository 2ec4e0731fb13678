package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/search"
)

// Session answers the tasks of one command line.
type Session struct {
	*App
	Flags   *SearchFlags
	command *cobra.Command
	Out     io.Writer
	codes   []ExitCode // of the answers so far

	// What the run goes on from: the file of --resume and its header, or nil.
	checkpoint []byte
	resumed    *search.Header
}

// Outcome is an answered task.
type Outcome struct {
	Task      *Task
	Algorithm string
	Params    search.Table
	Values    search.Values
	Replicas  []search.Replica
	Result    search.Result
	top       []search.Solution
	Device    string
	Name      string // the device's
	none      bool   // there is no feasible solution; those in result are none
	failed    error  // what broke the search off, or nil

	// With several objectives: the fronts of the replicas and what they dominate,
	// and the same of all together.
	fronts  [][]search.Member
	volumes []float64
	front   []search.Member
	volume  float64
}

// Answers solves the tasks that are made of instances, or of what kept them from being
// read, one after the other. A task that fails for a reason the user can mend does not
// keep the others from being answered.
func (a *App) Answers(
	c *cobra.Command, f *SearchFlags, instances iter.Seq2[*Picked, error], task func(*Picked, error) (*Task, error),
) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	s := &Session{App: a, Flags: f, command: c, Out: a.Out}
	if f.out != "" {
		file, failed := os.Create(f.out)
		if failed != nil {
			return AsUserError(failed)
		}
		defer func() {
			closed := AsUserError(file.Close())
			if err == nil {
				err = closed
			} else {
				a.complain(closed)
			}
		}()
		s.Out = file
	}
	if !f.limited() && !a.OutTerminal {
		f.Cap = capped
	}
	ctx := c.Context()
	if ctx.Err() != nil {
		return nil
	}
	failed := false
	for p, err := range instances {
		t, err := task(p, err)
		if err == nil {
			err = s.answer(ctx, t)
			t.close()
		}
		if err != nil && exitOf(err) != ExitUser {
			return err
		}
		if err != nil {
			failed = true
			a.complain(err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	if failed {
		return &CodedError{Code: ExitUser}
	}
	if code := Common(s.codes); code != ExitOK {
		return &CodedError{Code: code}
	}
	return nil
}

// Common is the exit status that all answers have, or that of having some.
func Common(codes []ExitCode) ExitCode {
	if len(codes) == 0 || slices.ContainsFunc(codes, func(c ExitCode) bool { return c != codes[0] }) {
		return ExitOK
	}
	return codes[0]
}

// Answer solves one task, verifies the result and prints it. What fails beside
// the search, such as a checkpoint on a full disk, does not cost the answer.
func (s *Session) answer(ctx context.Context, t *Task) error {
	if t.Decide != nil {
		code, err := t.Decide(ctx, s)
		if err == nil {
			s.codes = append(s.codes, code)
		}
		return err
	}
	solve := s.Solve
	if t.Solve != nil {
		solve = func(ctx context.Context, t *Task) (*Outcome, error) { return t.Solve(ctx, s, t) }
	}
	o, err := solve(ctx, t)
	if o == nil || len(o.Result.Runs) == 0 {
		return err
	}
	o.failed = err
	if failed := s.report(o.Task, o); failed != nil {
		s.complain(err)
		return failed
	}
	return err
}

// Solve runs the algorithm that was asked for, or the one auto takes.
func (s *Session) Solve(ctx context.Context, t *Task) (*Outcome, error) {
	values, err := s.Flags.Values()
	if err != nil {
		return nil, err
	}
	if _, err := s.Flags.stop(t); err != nil {
		return nil, err
	}
	began := time.Now()
	name, auto := s.Flags.Algorithm, s.Flags.Algorithm == "auto"
	// Parameters, a checkpoint, a trace, several answers or a device by name are for a
	// search, not for a proof.
	if t.Prove != nil && (name == "exact" || t.Proven || auto && Anywhere(s.Flags.Device) && len(values) == 0 && len(s.Flags.searching()) == 0 && s.Flags.top <= 1) {
		o, err := s.prove(ctx, t, auto)
		if o != nil || err != nil {
			return o, err
		}
	}
	if name == "exact" {
		return nil, UserErrorf("there is no exact method for this problem; leave --algorithm out")
	}
	saved, err := s.saved(&name)
	if err != nil {
		return nil, err
	}
	if name == "auto" {
		name = t.Choose(s.Flags)
	}
	algorithm, err := search.LookupFor(t.Problem, name)
	if err != nil {
		return nil, err
	}
	if saved != nil {
		if err := saved.For(name, t.Problem); err != nil {
			return nil, UserErrorf("%s: %w", s.Flags.Resume, err)
		}
	}
	config, err := s.config(t, algorithm, values, saved)
	if err != nil {
		return nil, err
	}
	if s.resumed = saved; saved != nil && config.Stop.Steps > 0 && saved.Steps >= config.Stop.Steps {
		s.Note("%s is of generation %d, and the run ends at %d; --generations sets another end", s.Flags.Resume, saved.Steps, config.Stop.Steps)
	}
	if config.Stop.Time > 0 {
		// What the exact method took is gone; step 0, the first population, is
		// always made.
		config.Stop.Time = max(config.Stop.Time-time.Since(began), time.Nanosecond)
	}
	return s.search(ctx, t, algorithm, config, auto)
}

// Anywhere reports whether --device leaves the CPU as a choice.
func Anywhere(device string) bool { return device == "" || device == "auto" || device == "cpu" }

// prove tries the exact method. nil says that it was tried for auto and gave
// up.
func (s *Session) prove(ctx context.Context, t *Task, auto bool) (*Outcome, error) {
	if s.Flags.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Flags.Time)
		defer cancel()
	}
	began := time.Now()
	p, err := t.Prove(ctx, auto)
	if err != nil {
		return nil, AsUserError(err)
	}
	s.Log.Info("exact method", "instance", t.Instance, "proven", p.Optimal, "took", time.Since(began).Round(time.Microsecond))
	if auto && !p.Optimal && (len(p.Best) == 0 || ctx.Err() == nil) { // else no search has time for an answer
		return nil, nil
	}
	if len(p.Best) == 0 {
		return nil, UserErrorf("%s: the exact method found nothing in the time it had; use --algorithm genetic or more --time", t.Instance)
	}
	solution := search.Solution{Genome: p.Best[0].Genome, Score: p.Best[0].Score, Seed: s.Flags.Seed, Status: search.Interrupted}
	switch {
	case p.Optimal:
		solution.Status = search.Optimal
	case s.Flags.Time > 0 && time.Since(began) >= s.Flags.Time:
		solution.Status = search.TimedOut
	}
	if auto {
		s.NotePaste(t, "exact", "")
	}
	return &Outcome{
		Task: t, Algorithm: "exact", Device: "cpu", Name: CPUName(), none: p.None,
		Replicas: []search.Replica{{Seed: s.Flags.Seed}},
		Result: search.Result{
			Runs: []search.Solution{solution}, Status: solution.Status, Elapsed: time.Since(began),
		},
	}, nil
}

// search runs an engine to its end.
func (s *Session) search(ctx context.Context, t *Task, a search.Algorithm, c search.Config, auto bool) (*Outcome, error) {
	if _, err := a.Params.Settings(c.Values); err != nil {
		return nil, s.Flags.blame(err)
	}
	began := time.Now()
	engine, moving, err := s.beginMoving(ctx, a, c)
	if err != nil {
		return nil, err
	}
	places := replicas.Places{nil}
	if moving == nil {
		// A device found for another file stays where it is.
		if !a.OnCPU || !Anywhere(s.Flags.Device) {
			if err := s.openDevice(ctx, s.Flags.Device, t.Problem); err != nil {
				return nil, err
			}
			places = s.places(a, len(c.Replicas))
		}
		began = time.Now()
		if engine, err = s.engine(ctx, a, c, places); err != nil {
			return nil, err
		}
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
	if auto && !t.Again {
		where := s.Devices.ID()
		if moving != nil && device.HasGPU() {
			where = "auto" // it may move
		}
		s.NotePaste(t, a.Name, where)
	}
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	watch, err := s.observers(t, engine, a.Name, c)
	if err != nil {
		return nil, errors.Join(err, engine.Close())
	}
	if c.Stop == (search.Stop{}) || t.Enough {
		// One replica that has reached the bound is enough: the others might go on for ever.
		watch = append(watch, observer(func(p search.Progress) error {
			if t.bounds(p.Best) {
				enough()
			}
			return nil
		}))
	}
	if c.Stop == (search.Stop{}) && !t.Again {
		s.Note("%s: no limit is set, so the search goes on until its answer is proven optimal or Ctrl-C; --time 60s sets one", t.Instance)
	}
	result, err := search.Run(ctx, engine, c.Stop, watch...)
	result.Elapsed += first
	if moving != nil {
		places = moving.Places()
	}
	params := a.Params.For(c.Problem.Representation().Kind)
	o := &Outcome{
		Task: t, Algorithm: a.Name, Params: params, Values: params.Fill(c.Values), Replicas: c.Replicas,
		Result: result, Device: places.ID(), Name: NameOf(places),
	}
	if ranked, ok := engine.(search.Ranked); ok && len(result.Runs) > 0 && s.Flags.top > 1 {
		top, failed := ranked.Top(s.Flags.top)
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

// beginMoving makes an engine that works on the CPU at once, where --device leaves that
// open, and moves to a device that is quicker. It is nil where there is none, or too
// little memory.
func (s *Session) beginMoving(ctx context.Context, a search.Algorithm, c search.Config) (search.Engine, *replicas.Moving, error) {
	if (s.Flags.Device != "auto" && s.Flags.Device != "") || len(s.Devices.Places) > 0 || !replicas.Moves(a, c.Problem) {
		return nil, nil, nil
	}
	if s.Flags.Resume != "" {
		c.Resume = bytes.NewReader(s.checkpoint)
	}
	e, m, err := replicas.Begin(ctx, a, c, func(m replicas.Move) {
		switch {
		case m.Device != "":
			s.Log.Info("moved to a device", "device", m.Device, "step", m.Step, "step_on_cpu", m.CPU, "step_on_device", m.Tried)
		case m.Err == nil && m.Tried > 0:
			s.Log.Info("stayed on the CPU", "step", m.Step, "step_on_cpu", m.CPU, "step_on_device", m.Tried)
		case m.Err != nil:
			s.Note("%v; the CPU does the work", m.Err)
		}
	})
	if unsuited := (*search.UnsuitedError)(nil); errors.As(err, &unsuited) && unsuited.Memory {
		return nil, nil, nil // a device may have more
	}
	if errors.As(err, new(*search.CheckpointError)) {
		err = UserErrorf("%s: %w", s.Flags.Resume, err)
	}
	if err == nil {
		s.Log.Info("engine made", "algorithm", a.Name, "device", "cpu")
	}
	return e, m, err
}

// engine makes the engine, on the CPU where a device that auto chose cannot.
func (s *Session) engine(ctx context.Context, a search.Algorithm, c search.Config, places replicas.Places) (search.Engine, error) {
	for {
		if s.Flags.Resume != "" {
			c.Resume = bytes.NewReader(s.checkpoint)
		}
		began := time.Now()
		e, err := places.Engine(ctx, a, c)
		if err == nil {
			s.Log.Info("engine made", "algorithm", a.Name, "device", places.ID(), "took", time.Since(began).Round(time.Microsecond))
			return e, nil
		}
		if !s.fallBack(s.Flags.Device, err) {
			if errors.As(err, new(*search.CheckpointError)) {
				err = UserErrorf("%s: %w", s.Flags.Resume, err)
			}
			return nil, err
		}
	}
}

// places are those of the opened devices that a run works on: one replica has all
// Devices only where its algorithm shares its work.
func (s *Session) places(a search.Algorithm, count int) replicas.Places {
	all := s.Devices.Places
	switch {
	case len(all) == 1 || count > 1:
		return all
	case a.Shared && all[len(all)-1] == nil:
		return all[:len(all)-1]
	case a.Shared:
		return all
	}
	s.Note("one run is on one device, %s; --replicas spreads runs over all that --device %s names", all[:1].ID(), s.Flags.Device)
	return all[:1]
}

// NotePaste tells what auto chose, as a command line that gives the same
// Answer again; device is where, or nothing for a method without a choice.
func (s *Session) NotePaste(t *Task, algorithm, device string) {
	words := []string{s.command.CommandPath(), "--algorithm", algorithm}
	if device != "" {
		words = append(words, "--device", device)
	}
	s.command.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "algorithm", "device", "quiet", "verbose", "progress", "param", "instance":
		default:
			if algorithm == "exact" && f.Name == "replicas" {
				return // a proof is one run
			}
			values := []string{f.Value.String()}
			if list, ok := f.Value.(pflag.SliceValue); ok {
				values = list.GetSlice()
			}
			for _, value := range values {
				words = append(words, "--"+f.Name)
				if f.Value.Type() != "bool" {
					words = append(words, ShellWord(value))
				}
			}
		}
	})
	for _, p := range s.Flags.Params {
		words = append(words, "-p", ShellWord(p))
	}
	for _, w := range t.Paste {
		words = append(words, ShellWord(w))
	}
	s.Note("auto chose: %s", strings.Join(words, " "))
}

// ShellWord quotes a word where a shell would take it apart.
func ShellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,+@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
