package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// paperGenerations is how long a run goes when nothing ends it and its algorithm
// does not say: the tables of Shah et al. 2010 are for 100 generations.
const paperGenerations = 100

// searchFlags are the flags of every subcommand that searches.
type searchFlags struct {
	algorithm       string
	params          []string
	paramsFile      string
	threads         int
	device          string
	seed            uint64
	replicas        int
	time            time.Duration
	generations     int64
	target          string
	stagnation      int64
	convergence     float64
	start           string
	checkpoint      string
	checkpointEvery time.Duration
	resume          string
	top             int
	out             string
	json            bool
	trace           string
	plot            string
	progress        string
}

func (f *searchFlags) bind(c *cobra.Command, algorithms string) {
	s := c.Flags()
	s.SortFlags = false
	s.StringVar(&f.algorithm, "algorithm", "auto", "how to search: "+algorithms)
	s.StringArrayVarP(&f.params, "param", "p", nil, "a parameter of the algorithm, `name=value`; repeat it for more ('warbler help genetic' lists them)")
	s.StringVar(&f.paramsFile, "params", "", "a TOML `FILE` with parameters; -p goes before it")
	s.IntVar(&f.threads, "threads", 0, "threads on the CPU; 0 takes all cores")
	s.StringVar(&f.device, "device", "auto", device.Names)
	s.Uint64Var(&f.seed, "seed", 1, "the same seed gives the same answer")
	s.IntVar(&f.replicas, "replicas", 1, "independent runs with seeds from --seed on")
	s.Var((*span)(&f.time), "time", "stop after this long, as 10s or 1m30s (a plain number is seconds); 0 is no limit")
	s.Int64Var(&f.generations, "generations", 0, "stop after this many generations; 0 is no limit, or 100 (500 for quantum) where nothing else ends the run")
	s.StringVar(&f.target, "target", "", "stop at this `value` of the objective, or a better one")
	s.Int64Var(&f.stagnation, "stagnation", 0, "stop after this many generations without a better answer; 0 is no limit")
	s.Float64Var(&f.convergence, "convergence", -1, "stop when the diversity of the population is at most this, from 0 to 1; -1 is no limit")
	s.StringVar(&f.start, "start", "", "a `FILE` with an answer to start from")
	s.StringVar(&f.checkpoint, "checkpoint", "", "a `FILE` that keeps the state of the run")
	f.checkpointEvery = 30 * time.Second
	s.Var((*span)(&f.checkpointEvery), "checkpoint-every", "how often --checkpoint writes")
	s.StringVar(&f.resume, "resume", "", "a `FILE` that --checkpoint wrote, to go on from; --generations and other ends must be given again, and --trace goes on too")
	s.IntVar(&f.top, "top", 1, "print this many of the best different answers")
	s.StringVar(&f.out, "out", "", "a `FILE` for the answers instead of standard output")
	s.BoolVar(&f.json, "json", false, "print an answer as a JSON object on one line")
	s.StringVar(&f.trace, "trace", "", "a .csv or .jsonl `FILE` for statistics of every generation")
	s.StringVar(&f.plot, "plot", "", "a .svg or .png `FILE` for a picture of the run")
	s.StringVar(&f.progress, "progress", "auto", "auto, bar, plain or none")
	for _, name := range []string{"params", "start", "checkpoint", "resume", "out"} {
		_ = c.MarkFlagFilename(name)
	}
	_ = c.MarkFlagFilename("trace", "csv", "jsonl")
	_ = c.MarkFlagFilename("plot", "svg", "png")
	complete := func(flag string, words ...string) {
		_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	complete("progress", "auto", "bar", "plain", "none")
	complete("device", "auto", "cpu", "cuda", "opencl", "all")
	complete("algorithm", strings.Split(algorithms, "|")...)
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
func (f *searchFlags) check() error {
	switch f.progress {
	case "auto", "bar", "plain", "none":
	default:
		return userErrorf("--progress %s: it is auto, bar, plain or none", f.progress)
	}
	if f.start != "" && f.resume != "" {
		return userErrorf("--start is for a run that begins, and --resume goes on with one; give one of them")
	}
	for _, n := range []struct {
		flag        string
		value, most int64
		least       int64
	}{
		{"replicas", int64(f.replicas), 1 << 24, 1},
		{"threads", int64(f.threads), 1 << 16, 0},
		{"generations", f.generations, 1 << 55, 0},
		{"stagnation", f.stagnation, 1 << 55, 0},
		{"top", int64(f.top), 1 << 20, 1},
	} {
		if n.value < n.least || n.value > n.most {
			return userErrorf("--%s %d: it is a whole number from %d to %d", n.flag, n.value, n.least, n.most)
		}
	}
	for _, d := range []struct {
		flag  string
		value time.Duration
	}{{"time", f.time}, {"checkpoint-every", f.checkpointEvery}} {
		if d.value < 0 {
			return userErrorf("--%s %v: it cannot be negative", d.flag, d.value)
		}
	}
	if f.convergence != -1 && !(f.convergence >= 0 && f.convergence <= 1) {
		return userErrorf("--convergence %v: it is a number from 0 to 1", f.convergence)
	}
	if uint64(f.replicas-1) > math.MaxUint64-f.seed {
		return userErrorf("--seed %d: %d replicas have no seeds beyond it", f.seed, f.replicas)
	}
	if f.trace != "" {
		if _, err := search.TraceFormat(f.trace); err != nil {
			return userErrorf("--trace %w", err)
		}
	}
	if f.plot != "" {
		if _, err := plot.Format(f.plot); err != nil {
			return userErrorf("--plot %w", err)
		}
	}
	if useless := f.searching(); f.algorithm == "exact" && len(useless) > 0 {
		return userErrorf("%s: the exact method has no use for it; leave it out, or use another --algorithm", strings.Join(useless, ", "))
	}
	if err := checkDevice(f.device); err != nil {
		return err
	}
	// --out is made before the search anyway.
	return errors.Join(writable("--checkpoint", f.checkpoint, false), writable("--plot", f.plot, false), writable("--trace", f.trace, true))
}

// checkDevice finds names that can be no device's, without asking any driver.
func checkDevice(spec string) error {
	if err := device.Check(spec); err != nil {
		return userErrorf("--device %s: %w", spec, err)
	}
	return nil
}

// single are the flags that make sense for one instance only.
func (f *searchFlags) single() (flags []string) {
	for _, flag := range []struct{ name, value string }{
		{"--trace", f.trace}, {"--plot", f.plot}, {"--checkpoint", f.checkpoint}, {"--resume", f.resume}, {"--start", f.start},
	} {
		if flag.value != "" {
			flags = append(flags, flag.name)
		}
	}
	return flags
}

// searching are the given flags that only a search has a use for.
func (f *searchFlags) searching() []string {
	flags := f.single()
	if len(f.params) > 0 {
		flags = append(flags, "-p")
	}
	if f.paramsFile != "" {
		flags = append(flags, "--params")
	}
	if f.replicas > 1 {
		flags = append(flags, "--replicas")
	}
	return flags
}

// values joins --params and -p; -p wins.
func (f *searchFlags) values() (search.Values, error) {
	values := search.Values{}
	if f.paramsFile != "" {
		text, err := os.ReadFile(f.paramsFile)
		if err != nil {
			return nil, mendable(err)
		}
		var table map[string]any
		if err := toml.Unmarshal(text, &table); err != nil {
			return nil, userErrorf("%s: %w", f.paramsFile, err)
		}
		if values, err = search.FromMap(table); err != nil {
			return nil, userErrorf("%s: %w", f.paramsFile, err)
		}
	}
	for _, p := range f.params {
		if err := values.Set(p); err != nil {
			return nil, userErrorf("-p %w", err)
		}
	}
	return values, nil
}

// blame names the file of --params where a wrong parameter is its.
func (f *searchFlags) blame(err error) error {
	var wrong *search.ParamError
	if f.paramsFile == "" || !errors.As(err, &wrong) {
		return err
	}
	for _, p := range f.params {
		if name, _, _ := strings.Cut(p, "="); strings.TrimSpace(name) == wrong.Name {
			return err
		}
	}
	return fmt.Errorf("%s: %w", f.paramsFile, err)
}

// stop is the set of rules for a task and an algorithm, with its paper's number of
// generations where none was given, unless a search without end is what the task
// wants.
func (f *searchFlags) stop(t *task, a search.Algorithm) (search.Stop, error) {
	s := search.Stop{Steps: f.generations, Stagnation: f.stagnation, Time: f.time}
	if f.convergence >= 0 {
		s.Converged, s.Convergence = true, f.convergence
	}
	if f.target != "" {
		score, err := targetScore(t.objective(), f.target)
		if err != nil {
			return s, err
		}
		s.Target = &score
	}
	if s == (search.Stop{}) && !t.kind.Endless {
		s.Steps = cmp.Or(t.kind.Steps, a.Steps, paperGenerations)
	}
	return s, nil
}

// targetScore is the score that --target asks for.
func targetScore(o problem.Objective, text string) (problem.Score, error) {
	score, err := search.ParseTarget(o, text)
	if err != nil {
		return 0, userErrorf("--target %q: %w", text, err)
	}
	return score, nil
}
