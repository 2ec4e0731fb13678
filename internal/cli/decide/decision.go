package decide

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search/lookahead"
	"github.com/warbler-opt/warbler/search/lookahead/pipeline"
)

// decision is a formula on its way to an answer.
type decision struct {
	family    *family
	formula   *sat.Formula
	flags     *satFlags
	several   bool // say which file an answer is for
	options   lookahead.Options
	algorithm string
	places    replicas.Places // where a pipeline or a swarm works; none: the CPU
	left      string          // why a swarm has left the work to the CPU, or nothing
	result    lookahead.Result
}

// run decides the formula, verifies the model and prints the answer.
func (d *decision) run(ctx context.Context, s *cli.Session, t *cli.Task) (cli.ExitCode, error) {
	d.algorithm = d.flags.decider()
	within := s.Flags.Time
	switch walks := d.algorithm == "walk" && within == 0; {
	case walks && s.Flags.Cap > 0:
		within = s.Flags.Cap
		s.Note("%s: no limit is set, so the walk ends after %v, since output is no terminal; --time sets another", t.Instance, within)
	case walks:
		s.Note("%s: no limit is set, so the walk goes on until it has a model or Ctrl-C; --time 60s sets one", t.Instance)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if within > 0 {
		ctx, cancel = context.WithTimeout(ctx, within)
		defer cancel()
	}
	d.options.Limited = func(err error) {
		d.left = err.Error() + "; a walk goes on, which may find a model and cannot prove that there is none"
		s.Note("%s", d.left)
		if within == 0 && s.Flags.Cap > 0 {
			s.Note("%s: no limit is set, so the walk ends after %v, since output is no terminal; --time sets another", t.Instance, s.Flags.Cap)
			time.AfterFunc(s.Flags.Cap, cancel)
		}
	}
	if d.algorithm == "pipeline" {
		if err := d.family.openPipeline(ctx, d.flags); err != nil {
			return d.unopened(ctx, s, t, err)
		}
		d.places = d.family.devices
	}
	began := time.Now()
	decided, err := d.tryFirst(ctx, s, t)
	tried := time.Since(began)
	if !decided {
		if err := d.openSwarm(ctx, s); err != nil {
			return d.unopened(ctx, s, t, err)
		}
	}
	if d.flags.Algorithm == "auto" {
		s.NotePaste(t, d.algorithm, d.places.ID())
	}
	if !decided {
		began = time.Now()
		err = d.watched(ctx, s, t)
		d.result.Elapsed += tried
	}
	if d.options.Device != nil && d.flags.leaves(err) {
		lost := time.Since(began)
		d.leave()
		d.left = strings.Join(strings.Fields(err.Error()), " ") + "; the CPU does the work"
		s.Note("%s", d.left)
		err = d.watched(ctx, s, t)
		d.result.Elapsed += lost
	}
	if err != nil {
		return d.unopened(ctx, s, t, advised(err))
	}
	return d.conclude(s, t)
}

// advised is an error of a search with the flags that help.
func advised(err error) error {
	limit, limited := errors.AsType[*cnf.LimitError](err)
	scarce, hinted := errors.AsType[*device.OutOfMemoryError](err)
	switch {
	case limited && limit.Needed > 0:
		hint := map[string]string{"CubeDepth": " or lower --cube-depth", "batch": " or lower -p batch"}[limit.Lower]
		return cli.UserErrorf("%w; raise --memory%s", err, hint)
	case limited && limit.By == "swarm":
		return cli.UserErrorf("%w; use --algorithm lookahead --device cpu", err)
	case limited && limit.By == "pipeline":
		return cli.UserErrorf("%w; use --algorithm lookahead", err)
	case limited:
		return cli.AsUserError(err)
	case hinted && strings.Contains(scarce.Hint, "batch"):
		return fmt.Errorf("%w (-p batch=…, --memory)", err)
	case hinted:
		return fmt.Errorf("%w (--memory, --device cpu)", err)
	}
	return err
}

// unopened is the end of a decision that a device was not ready for: an answer if
// it was for lack of time, else the error.
func (d *decision) unopened(ctx context.Context, s *cli.Session, t *cli.Task, err error) (cli.ExitCode, error) {
	if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return 0, err
	}
	d.result = lookahead.Result{Status: sat.Unknown}
	return d.conclude(s, t)
}

// conclude verifies what was found and prints the answer.
func (d *decision) conclude(s *cli.Session, t *cli.Task) (cli.ExitCode, error) {
	r := d.result
	switch proof := d.flags.proof; {
	case proof == "" || r.Status == sat.Unsatisfiable:
	case r.Status == sat.Unknown: // to empty a large file takes longer than one may wait
		s.Note("%s: the refutation in %s is not complete", t.Instance, proof)
	default:
		_ = os.Truncate(proof, 0) // a pipe stays as it is
		s.Note("%s: there is no refutation, so %s is empty", t.Instance, proof)
	}
	if err := d.check(); err != nil {
		return 0, cli.WrongAnswer(t.Instance, err)
	}
	s.Log.Info("decided", "instance", t.Instance, "algorithm", d.algorithm, "status", r.Status, "nodes", r.Nodes,
		"closed", r.Closed, "by walk", r.Walked, "took", r.Elapsed.Round(time.Microsecond))
	if k := r.Simplified; k.Units+k.Subsumed+k.Failed+k.Necessary+k.Pure > 0 {
		s.Log.Info("simplified", "units", k.Units, "subsumed", k.Subsumed, "failed literals", k.Failed, "necessary", k.Necessary, "pure", k.Pure)
	}
	if s.Flags.Json {
		return codes[r.Status], d.writeJSON(s.Out, s, t)
	}
	return codes[r.Status], d.write(s.Out)
}

// watched is decide with its progress shown.
func (d *decision) watched(ctx context.Context, s *cli.Session, t *cli.Task) error {
	display := s.Display(s.Flags.Progress, t.Instance, false)
	defer display.Clear()
	d.options.Watch = func(p lookahead.Result) { showClosing(display, p, d.algorithm == "pipeline") }
	return d.decide(ctx)
}

// decide runs the algorithm.
func (d *decision) decide(ctx context.Context) error {
	if d.flags.emitCubes != "" {
		// The file is made first: where there are no cubes, old ones must not stay.
		return create(d.flags.emitCubes, func(w io.Writer) error {
			d.options.CubeDepth = d.flags.cubeDepth
			if err := d.solve(ctx); err != nil {
				return err
			}
			return cnf.WriteCubes(w, d.result.Cubes)
		})
	}
	if d.flags.proof == "" {
		return d.solve(ctx)
	}
	return create(d.flags.proof, func(w io.Writer) error {
		d.options.Proof = w
		return d.solve(ctx)
	})
}

func (d *decision) solve(ctx context.Context) (err error) {
	if d.algorithm == "pipeline" {
		return d.byBatches(ctx)
	}
	d.options.Algorithm = d.algorithm
	d.result, err = lookahead.Solve(ctx, d.formula, d.options)
	return err
}

// check judges a model by the formula as it was read.
func (d *decision) check() error {
	if d.result.Status != sat.Satisfiable {
		return nil
	}
	unsatisfied, _, _, err := sat.Check(d.formula, d.result.Values)
	lies := func(x int32) bool { return !cnf.Assignment(d.result.Values).Makes(x) }
	in := func(cube []int32) bool { return !slices.ContainsFunc(cube, lies) }
	i := slices.IndexFunc(d.options.Assume, lies)
	switch {
	case err != nil:
		return err
	case len(unsatisfied) > 0:
		return fmt.Errorf("the assignment violates %d clauses", len(unsatisfied))
	case i >= 0:
		return fmt.Errorf("literal %d is assumed, and false", d.options.Assume[i])
	case len(d.options.Cubes) > 0 && !slices.ContainsFunc(d.options.Cubes, in):
		return errors.New("the assignment is in none of the cubes")
	}
	return nil
}

// codes are the exit statuses of verdicts; that of others is 0.
var codes = map[sat.Status]cli.ExitCode{sat.Satisfiable: cli.ExitSatisfiable, sat.Unsatisfiable: cli.ExitUnsatisfiable}

// write prints the answer as the SAT Competitions want it.
func (d *decision) write(out io.Writer) error {
	b := bufio.NewWriter(out)
	if d.several {
		fmt.Fprintf(b, "c %s\n", d.formula.Name)
	}
	if d.left != "" {
		fmt.Fprintf(b, "c %s\n", d.left)
	}
	r := d.result
	switch {
	case len(r.Cubes) > 0:
		fmt.Fprintf(b, "c cubes: %d\n", len(r.Cubes))
	case d.flags.emitCubes != "":
		fmt.Fprintf(b, "c no cubes: %s\n", map[bool]string{true: "there was too little time", false: "the formula was decided on the way"}[r.Status == sat.Unknown])
	case r.Refuted:
		fmt.Fprintf(b, "c all %d cubes are refuted; what else there is was not searched\n", len(d.options.Cubes))
	case r.Status == sat.Unknown && d.algorithm == "pipeline":
		fmt.Fprintf(b, "c %.3g %% of the assignments are excluded\n", 100*r.Closed)
	case r.Status == sat.Unknown && d.algorithm != "walk":
		fmt.Fprintf(b, "c %.3g %% of the tree is closed\n", 100*r.Closed)
	}
	if len(d.options.Assume) > 0 && r.Status == sat.Unsatisfiable {
		fmt.Fprintf(b, "c under the assumptions %s\n", strings.Join(d.flags.assume, ","))
	}
	fmt.Fprintf(b, "s %s\n", r.Status)
	if r.Values != nil {
		if err := cnf.Assignment(r.Values).WriteLiterals(b); err != nil {
			return err
		}
	}
	return b.Flush()
}

// satAnswer is what --json prints: what every answer has, and more.
type satAnswer struct {
	cli.Answer
	Nodes   int64   `json:"nodes"`
	Closed  float64 `json:"closed"`
	Refuted bool    `json:"cubes_refuted,omitempty"`
	Cubes   *int    `json:"cubes,omitempty"`
}

// writeJSON prints the answer as an object. A score counts satisfied clauses.
func (d *decision) writeJSON(w io.Writer, s *cli.Session, t *cli.Task) error {
	r := d.result
	status := strings.ToLower(string(r.Status))
	options := map[string]any{"deterministic": d.options.Deterministic}
	if len(d.options.Assume) > 0 {
		options["assume"] = d.options.Assume
	}
	out := satAnswer{
		Answer: cli.Answer{
			Problem: t.Kind.Name, Instance: t.Instance, Options: options, Algorithm: d.algorithm, Parameters: map[string]any{},
			Device: d.places.ID(), DeviceName: cli.NameOf(d.places), Seed: d.flags.Seed, Replicas: 1, Status: status,
			Evaluations: r.Nodes, ElapsedSeconds: r.Elapsed.Seconds(), ReadSeconds: t.Seconds, DeviceSeconds: s.Devices.Seconds,
			Verified: r.Status == sat.Satisfiable, Version: warbler.Version(),
		},
		Nodes: r.Nodes, Closed: r.Closed, Refuted: r.Refuted,
	}
	if d.flags.emitCubes != "" {
		cubes := len(r.Cubes)
		out.Cubes = &cubes
	}
	if solver := d.family.solver; solver != nil {
		out.Parameters = params.Typed(pipeline.Params, pipeline.Params.Fill(solver.Values))
	}
	run := cli.RunAnswer{Seed: d.flags.Seed, Status: status, Evaluations: r.Nodes, ElapsedSeconds: r.Elapsed.Seconds()}
	if r.Values != nil {
		out.Solution, out.Score, run.Score = cnf.Assignment(r.Values).Digits(), d.formula.Clauses(), d.formula.Clauses()
	}
	out.Runs = []cli.RunAnswer{run}
	return json.NewEncoder(w).Encode(out)
}

// showClosing shows how much of a tree is closed. Of a pipeline it is the share of the
// assignments that are excluded: nearly all after a few steps, since those that are
// left are divided into ever smaller parts, and most of the work is there. So no time
// can be told of it, and it is no length of a bar.
func showClosing(on *cli.Display, p lookahead.Result, excluding bool) {
	if !on.Due(p.Elapsed) {
		return
	}
	rate := cli.Pace{Steps: p.Nodes, Elapsed: p.Elapsed}
	if excluding {
		_ = on.Show(0, p.Elapsed, fmt.Sprintf("%.3g %% of the assignments excluded, %d formulas, %s", 100*p.Closed, p.Nodes, rate.Speed()))
	} else {
		_ = on.Show(p.Closed, p.Elapsed, fmt.Sprintf("%.3g %% of the tree closed, %d nodes, %s, %s", 100*p.Closed, p.Nodes, rate.Speed(), Remaining(p)))
	}
}

// Remaining estimates the time to the end for people: as if the rest of the tree were
// like what is closed of it, and no device had to be opened for it.
func Remaining(p lookahead.Result) string {
	left := time.Duration(float64(p.Elapsed-p.Opening) * (1 - p.Closed) / p.Closed)
	if p.Closed <= 0 || left > 1000*time.Hour {
		return "no estimate yet"
	}
	return "about " + left.Round(time.Second).String() + " left"
}

// openPipeline makes the pipeline ready on what --device asks for; all devices
// that it names take part.
func (a *family) openPipeline(ctx context.Context, f *satFlags) error {
	if a.solver != nil {
		return nil
	}
	began := time.Now()
	defer func() { a.Devices.Seconds = time.Since(began).Seconds() }()
	values, err := f.Values()
	if err != nil {
		return err
	}
	cpu := false
	if a.devices, cpu, err = a.OpenPlaces(ctx, f.Device, false); err != nil {
		return err
	}
	if len(a.devices) > 0 && cpu {
		a.Note("the devices do the work; the CPU that --device %s names is left out", f.Device)
	}
	a.solver, err = pipeline.New(pipeline.Options{Values: values, Devices: a.devices, Threads: f.Threads, Memory: f.bytes})
	return err
}

// byBatches decides the formula with the pipeline.
func (d *decision) byBatches(ctx context.Context) error {
	told := func(r pipeline.Result) lookahead.Result {
		return lookahead.Result{Status: r.Status, Values: r.Values, Nodes: r.Formulas, Closed: r.Closed, Elapsed: r.Elapsed}
	}
	s := d.family.solver
	s.Watch = func(r pipeline.Result) { d.options.Watch(told(r)) }
	r, err := s.Solve(ctx, d.formula, d.options.Assume)
	if limit := (*cnf.LimitError)(nil); errors.As(err, &limit) && limit.Needed > 0 {
		err = fmt.Errorf("%s: %w", d.formula.Name, err)
	}
	d.result = told(r)
	return err
}

// bytesOf reads a size such as 512M, 1.5G or 2GiB; units are powers of 1024, and
// nothing is 0.
func bytesOf(text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	number := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	unit := 1.0
	if at := strings.IndexAny("KMGT", number[max(0, len(number)-1):]); at >= 0 && number != "" {
		unit = math.Pow(1024, float64(at+1))
		number = number[:len(number)-1]
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !(x*unit >= 1 && x*unit < 1<<62) {
		return 0, fmt.Errorf("%s: write it as 512M, 1.5G or a number of bytes", text)
	}
	return uint64(x * unit), nil
}
