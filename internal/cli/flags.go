package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/choose"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/trace"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// SearchFlags are the flags of every subcommand that searches.
type SearchFlags struct {
	Algorithm       string
	Params          []string
	ParamsFile      string
	Threads         int
	Device          string
	Seed            uint64
	replicas        int
	Time            time.Duration
	generations     int64
	evaluations     int64
	Target          string
	stagnation      int64
	convergence     float64
	Start           string
	Checkpoint      string
	checkpointEvery time.Duration
	Resume          string
	top             int
	out             string
	Json            bool
	Trace           string
	Plot            string
	Progress        string

	Cap time.Duration // of a search without a limit; 0: none
}

func (f *SearchFlags) Bind(c *cobra.Command, algorithms string) {
	s := c.Flags()
	s.SortFlags = false
	s.StringVar(&f.Algorithm, "algorithm", "auto", "how to search: "+algorithms)
	s.StringArrayVarP(&f.Params, "param", "p", nil, "a parameter of the algorithm, `name=value`; repeat it for more ('warbler help genetic' lists them)")
	s.StringVar(&f.ParamsFile, "params", "", "a TOML `FILE` with parameters; -p overrides it")
	s.IntVar(&f.Threads, "threads", 0, "threads on the CPU; 0 takes all cores")
	s.StringVar(&f.Device, "device", "auto", device.Names)
	s.Uint64Var(&f.Seed, "seed", 1, "the same seed gives the same answer")
	s.IntVar(&f.replicas, "replicas", 1, "independent runs with seeds from --seed on")
	s.Var((*span)(&f.Time), "time", "stop after this long, as 10s or 1m30s (a plain number is seconds); 0 is no limit")
	s.Int64Var(&f.generations, "generations", 0, "stop after this many generations; 0 is no limit")
	s.Int64Var(&f.evaluations, "evaluations", 0, "stop before the generation that would make more evaluations than this, in each replica; 0 is no limit")
	s.StringVar(&f.Target, "target", "", "stop at this `value` of the objective, or a better one")
	s.Int64Var(&f.stagnation, "stagnation", 0, "stop after this many generations without a better answer; 0 is no limit")
	s.Float64Var(&f.convergence, "convergence", -1, "stop when the diversity of the population is at most this, from 0 to 1; -1 is no limit")
	s.StringVar(&f.Start, "start", "", "a `FILE` with an answer to start from")
	s.StringVar(&f.Checkpoint, "checkpoint", "", "a `FILE` that keeps the state of the run")
	f.checkpointEvery = 30 * time.Second
	s.Var((*span)(&f.checkpointEvery), "checkpoint-every", "how often --checkpoint writes")
	s.StringVar(&f.Resume, "resume", "", "a `FILE` that --checkpoint wrote, to go on from; --generations and other ends must be given again, and --trace goes on too")
	s.IntVar(&f.top, "top", 1, "print this many of the best different answers")
	s.StringVar(&f.out, "out", "", "a `FILE` for the answers instead of standard output")
	s.BoolVar(&f.Json, "json", false, "print an answer as a JSON object on one line")
	s.StringVar(&f.Trace, "trace", "", "a .csv or .jsonl `FILE` for statistics of every generation")
	s.StringVar(&f.Plot, "plot", "", "a .svg or .png `FILE` for a picture of the run")
	s.StringVar(&f.Progress, "progress", "auto", "auto, bar, plain or none")
	for _, name := range []string{"start", "checkpoint", "resume", "out"} {
		_ = c.RegisterFlagCompletionFunc(name, AnyFile)
	}
	_ = c.MarkFlagFilename("params", "toml")
	_ = c.MarkFlagFilename("trace", "csv", "jsonl")
	_ = c.MarkFlagFilename("plot", "svg", "png")
	_ = c.RegisterFlagCompletionFunc("progress", words(ProgressKinds...))
	_ = c.RegisterFlagCompletionFunc("device", Devices)
	_ = s.SetAnnotation("algorithm", Known, strings.Split(algorithms, "|"))
}

// span is a flag of a duration; a plain number is in seconds.
type span time.Duration

// String implements pflag.Value.
func (s *span) String() string { return time.Duration(*s).String() }

// Type implements pflag.Value.
func (s *span) Type() string { return "duration" }

// Set implements pflag.Value.
func (s *span) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil {
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil || !(math.Abs(seconds) < math.MaxInt64/1e9) {
			return errors.New("write it as 10s, 1m30s or 500ms")
		}
		d = time.Duration(seconds * float64(time.Second))
	}
	*s = span(d)
	return nil
}

// check finds the mistakes that need no instance, before anything is read.
func (f *SearchFlags) check() error {
	if err := CheckWork(f.Progress, f.Threads, f.Device); err != nil {
		return err
	}
	if f.Start != "" && f.Resume != "" {
		return UserErrorf("--start is for a run that begins, and --resume goes on with one; give one of them")
	}
	if err := cmp.Or(
		inRange("replicas", int64(f.replicas), 1, 1<<24), inRange("generations", f.generations, 0, 1<<55),
		inRange("evaluations", f.evaluations, 0, 1<<55), inRange("stagnation", f.stagnation, 0, 1<<55),
		inRange("top", int64(f.top), 1, 1<<20),
	); err != nil {
		return err
	}
	for _, d := range []struct {
		flag  string
		value time.Duration
	}{{"time", f.Time}, {"checkpoint-every", f.checkpointEvery}} {
		if d.value < 0 {
			return UserErrorf("--%s %v: it cannot be negative", d.flag, d.value)
		}
	}
	if f.convergence != -1 && !(f.convergence >= 0 && f.convergence <= 1) {
		return UserErrorf("--convergence %v: it is a number from 0 to 1", f.convergence)
	}
	if uint64(f.replicas-1) > math.MaxUint64-f.Seed {
		return UserErrorf("--seed %d: %d replicas have no seeds beyond it", f.Seed, f.replicas)
	}
	if f.Trace != "" {
		if _, err := trace.IsJSON(f.Trace); err != nil {
			return UserErrorf("--trace %w", err)
		}
	}
	if f.Plot != "" {
		if _, err := plot.Format(f.Plot); err != nil {
			return UserErrorf("--plot %w", err)
		}
	}
	if useless := f.searching(); f.Algorithm == "exact" && len(useless) > 0 {
		return UserErrorf("%s: the exact method has no use for it; leave it out, or use another --algorithm", strings.Join(useless, ", "))
	}
	// --out is made before the search anyway.
	return errors.Join(Writable("--checkpoint", f.Checkpoint, false), Writable("--plot", f.Plot, false), Writable("--trace", f.Trace, true))
}

// CheckWork finds mistakes in the flags of all that works. It asks no driver.
func CheckWork(progress string, threads int, spec string) error {
	if !slices.Contains(ProgressKinds, progress) {
		return UserErrorf("--progress %s: it is auto, bar, plain or none", progress)
	}
	if err := inRange("threads", int64(threads), 0, 1<<16); err != nil {
		return err
	}
	if err := device.Check(spec); err != nil {
		return UserErrorf("--device %s: %w", spec, err)
	}
	return nil
}

func inRange(flag string, value, least, most int64) error {
	if value < least || value > most {
		return UserErrorf("--%s %d: it is a whole number from %d to %d", flag, value, least, most)
	}
	return nil
}

// single are the flags that make sense for one instance only.
func (f *SearchFlags) single() (flags []string) {
	for _, flag := range []struct{ name, value string }{
		{"--trace", f.Trace}, {"--plot", f.Plot}, {"--checkpoint", f.Checkpoint}, {"--resume", f.Resume}, {"--start", f.Start},
	} {
		if flag.value != "" {
			flags = append(flags, flag.name)
		}
	}
	return flags
}

// searching are the given flags that only a search has a use for.
func (f *SearchFlags) searching() []string {
	flags := f.single()
	if len(f.Params) > 0 {
		flags = append(flags, "-p")
	}
	if f.ParamsFile != "" {
		flags = append(flags, "--params")
	}
	if f.replicas > 1 {
		flags = append(flags, "--replicas")
	}
	return flags
}

// Values joins --params and -p; -p wins.
func (f *SearchFlags) Values() (search.Values, error) {
	values := search.Values{}
	if f.ParamsFile != "" {
		text, err := os.ReadFile(f.ParamsFile)
		if err != nil {
			return nil, AsUserError(err)
		}
		var table map[string]any
		if err := toml.Unmarshal(text, &table); err != nil {
			return nil, UserErrorf("%s: %w", f.ParamsFile, err)
		}
		if values, err = params.FromMap(table); err != nil {
			return nil, UserErrorf("%s: %w", f.ParamsFile, err)
		}
	}
	for _, p := range f.Params {
		if err := params.Set(values, p); err != nil {
			return nil, UserErrorf("-p %w", err)
		}
	}
	return values, nil
}

// blame names the file of --params where a wrong parameter is its.
func (f *SearchFlags) blame(err error) error {
	wrong, ok := errors.AsType[*search.ParamError](err)
	if f.ParamsFile == "" || !ok {
		return err
	}
	for _, p := range f.Params {
		if name, _, _ := strings.Cut(p, "="); strings.TrimSpace(name) == wrong.Name {
			return err
		}
	}
	return fmt.Errorf("%s: %w", f.ParamsFile, err)
}

// limited reports whether the user said when a search ends.
func (f *SearchFlags) limited() bool {
	return f.generations > 0 || f.evaluations > 0 || f.stagnation > 0 || f.Time > 0 || f.Target != "" || f.convergence >= 0
}

// stop is the set of rules that the user gave.
func (f *SearchFlags) stop(t *Task) (search.Stop, error) {
	s := search.Stop{Steps: f.generations, Evaluations: f.evaluations, Stagnation: f.stagnation, Time: f.Time}
	if f.convergence >= 0 {
		s.Converged, s.Convergence = true, f.convergence
	}
	if f.Target != "" {
		score, err := targetScore(t.objective(), f.Target)
		if err != nil {
			return s, err
		}
		s.Target = &score
	}
	return s, nil
}

// targetScore is the score that --target asks for.
func targetScore(o problem.Objective, text string) (problem.Score, error) {
	score, err := answer.ParseScore(o, text)
	if err != nil {
		return 0, UserErrorf("--target %q: %w", text, err)
	}
	return score, nil
}

// saved is the header of the checkpoint to resume from, or nil. It decides the
// Algorithm where none was named.
func (s *Session) saved(algorithm *string) (*search.Header, error) {
	if s.Flags.Resume == "" {
		return nil, nil
	}
	var err error
	if s.checkpoint, err = os.ReadFile(s.Flags.Resume); err != nil {
		return nil, AsUserError(err)
	}
	c, err := search.ReadCheckpoint(bytes.NewReader(s.checkpoint))
	if err != nil {
		return nil, UserErrorf("%s: %w", s.Flags.Resume, err)
	}
	if *algorithm == "auto" {
		*algorithm = c.Header.Algorithm
	}
	return &c.Header, nil
}

// config is the engine's configuration. What the command line leaves open,
// a checkpoint decides; where both speak and differ, the engine refuses.
func (s *Session) config(t *Task, a search.Algorithm, values search.Values, saved *search.Header) (search.Config, error) {
	f := s.Flags
	c := search.Config{
		Problem: t.Problem, Threads: f.Threads, Values: values,
		Replicas: search.Seeds(f.Seed, f.replicas),
		Trace:    f.Trace != "" || f.Plot != "",
	}
	var err error
	if c.Stop, err = f.stop(t); err != nil {
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
	if !f.limited() && !s.goesOn(t) {
		c.Stop = choose.Unlimited(a, c)
		c.Stop.Time = f.Cap
	}
	if t.Steps > 0 && (c.Stop.Steps == 0 || c.Stop.Steps > t.Steps) {
		c.Stop.Steps = t.Steps
	}
	if t.Start != nil && f.Resume == "" {
		c.Start = t.Start()
	}
	if f.Start != "" && t.Front == nil {
		g, err := s.startFrom(t, f.Start)
		if err != nil {
			return c, AsUserError(err)
		}
		c.Start = []problem.Genome{g}
	}
	return c, nil
}

// startFrom reads an answer to start from.
func (a *App) startFrom(t *Task, path string) (problem.Genome, error) {
	r, name, err := a.Open(path)
	if err != nil {
		return problem.Genome{}, err
	}
	defer r.Close()
	text, err := a.answerOf(t.Kind, t.Paste, r, name)
	if err != nil {
		return problem.Genome{}, err
	}
	g, err := t.Form.Read(text, name)
	if err != nil {
		return g, err
	}
	if err := search.CheckGenome(t.Problem.Representation(), g); err != nil {
		return g, UserErrorf("%s: %w", name, err)
	}
	return g, nil
}
