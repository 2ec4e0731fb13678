package warbler

import (
	"fmt"
	"math"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/choose"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/internal/trace"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Option says how a problem is solved: the flags of the command line, by the
// same names. Later options go before earlier ones.
type Option func(*settings)

// settings are the options of a run.
type settings struct {
	algorithm       string
	params          map[string]any
	threads         int
	device          string
	open            replicas.Places
	seed            uint64
	replicas        int
	seeded          bool // seed or replicas were given
	stop            search.Stop
	target          *float64
	start           []Genome
	checkpoint      string
	checkpointEvery time.Duration
	resume          string
	trace           string
	every           int
	top             int
	watch           []search.Observer
}

func newSettings(options []Option) *settings {
	s := &settings{algorithm: "auto", params: map[string]any{}, device: "auto", seed: 1, replicas: 1, top: 1}
	for _, option := range options {
		if option != nil {
			option(s)
		}
	}
	return s
}

// Algorithm names the algorithm; "auto", the default, is what has been
// best on problems like it.
func Algorithm(name string) Option { return func(s *settings) { s.algorithm = name } }

// Param sets a parameter of the algorithm: a number, a text or a truth value.
// 'warbler help genetic' lists those of the genetic algorithm.
func Param(name string, value any) Option { return func(s *settings) { s.params[name] = value } }

// Threads is how many goroutines work on the CPU; 0, the default, takes all
// cores.
func Threads(n int) Option { return func(s *settings) { s.threads = n } }

// Device says where to search: "auto", the default, "cpu", "cuda", "opencl:1",
// or several such as "all,cpu", which share the replicas. auto begins on the
// CPU and moves to a GPU if there is one, the problem has a kernel and steps take less
// time there; cpu loads no driver. A device stays open for later runs; CloseDevices closes it.
func Device(name string) Option { return func(s *settings) { s.device, s.open = name, nil } }

// On is Device for what the program has opened itself, and closes. A nil among several
// is the CPU.
func On(devices ...device.Device) Option { return func(s *settings) { s.open = devices } }

// where names the devices that were asked for.
func (s *settings) where() string {
	if s.open != nil {
		return s.open.ID()
	}
	return s.device
}

// Seed decides all that is random; the default is 1.
func Seed(seed uint64) Option { return func(s *settings) { s.seed, s.seeded = seed, true } }

// Replicas makes n independent runs at once, from 1 on, with seeds from Seed on.
func Replicas(n int) Option { return func(s *settings) { s.replicas, s.seeded = n, true } }

// Time ends a run after this long; 0 is no limit, and a negative duration is refused.
// Evaluations that are being made are waited for, and at least one always is.
func Time(limit time.Duration) Option { return func(s *settings) { s.stop.Time = limit } }

// Generations ends a run after so many steps: generations, iterations or
// flips, as the algorithm has it. 0 is no limit, and a negative number is refused.
func Generations(n int64) Option { return func(s *settings) { s.stop.Steps = n } }

// Evaluations ends a run before the step that would make more than n of them, in each
// replica; where a step makes many, it may be fewer. A first population that needs more
// is refused. 0 is no limit, and a negative number is refused.
func Evaluations(n int64) Option { return func(s *settings) { s.stop.Evaluations = n } }

// Target ends a run at this value of the objective, or a better one. 0 is a value like
// others.
func Target(value float64) Option { return func(s *settings) { s.target = &value } }

// Stagnation ends a run after so many steps without a better solution. 0 is no limit, and
// a negative number is refused.
func Stagnation(n int64) Option { return func(s *settings) { s.stop.Stagnation = n } }

// Convergence ends a run when the diversity of its population is at most this,
// from 0 (neighbors are alike) to 1; search.Sample says how it is estimated.
func Convergence(diversity float64) Option {
	return func(s *settings) { s.stop.Converged, s.stop.Convergence = true, diversity }
}

// Start gives solutions to begin with: the first members of the population of
// every replica.
func Start(solutions ...Genome) Option { return func(s *settings) { s.start = solutions } }

// Checkpoint keeps the state of a run in a file, every half minute and when it
// ends.
func Checkpoint(path string) Option { return func(s *settings) { s.checkpoint = path } }

// CheckpointEvery is how often Checkpoint writes; 0 is the default, every half minute.
func CheckpointEvery(interval time.Duration) Option {
	return func(s *settings) { s.checkpointEvery = interval }
}

// Resume goes on from a file that Checkpoint wrote, to the same bits as a run
// that was never stopped. The algorithm, its parameters and the seeds are those
// of the file where they are not given. When to end must be given again; Generations
// counts from the first start.
func Resume(path string) Option { return func(s *settings) { s.resume = path } }

// Trace writes the statistics of every step to a .csv or .jsonl file.
func Trace(path string) Option { return func(s *settings) { s.trace = path } }

// Every makes Run.Progress report after so many steps; without it, and with 0, it
// reports about four times a second.
func Every(steps int) Option { return func(s *settings) { s.every = steps } }

// Top asks for so many of the best different solutions, in Result.Top: 1, the default, or
// more.
func Top(n int) Option { return func(s *settings) { s.top = n } }

// Watch adds an observer of the run's progress: plot.To("run.svg") draws it. One that
// needs statistics says so (search.Observer), and has them.
func Watch(o search.Observer) Option {
	return func(s *settings) {
		if o != nil {
			s.watch = append(s.watch, o)
		}
	}
}

// check finds the mistakes that need no algorithm.
func (s *settings) check() error {
	for _, n := range []struct {
		option             string
		value, least, most int64
	}{
		{"Replicas", int64(s.replicas), 1, 1 << 24},
		{"Threads", int64(s.threads), 0, 1 << 16},
		{"Generations", s.stop.Steps, 0, 1 << 55},
		{"Evaluations", s.stop.Evaluations, 0, 1 << 55},
		{"Stagnation", s.stop.Stagnation, 0, 1 << 55},
		{"Every", int64(s.every), 0, math.MaxInt32},
		{"Top", int64(s.top), 1, 1 << 20},
	} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("warbler: %s(%d): it is a whole number from %d to %d", n.option, n.value, n.least, n.most)
		}
	}
	for option, d := range map[string]time.Duration{"Time": s.stop.Time, "CheckpointEvery": s.checkpointEvery} {
		if d < 0 {
			return fmt.Errorf("warbler: %s(%v): it must not be negative", option, d)
		}
	}
	if c := s.stop.Convergence; !(c >= 0 && c <= 1) {
		return fmt.Errorf("warbler: Convergence(%v): it is a number from 0 to 1", c)
	}
	if uint64(s.replicas-1) > math.MaxUint64-s.seed {
		return fmt.Errorf("warbler: Seed(%d): %d replicas have no seeds beyond it", s.seed, s.replicas)
	}
	if s.trace != "" {
		if _, err := trace.IsJSON(s.trace); err != nil {
			return fmt.Errorf("warbler: %w", err)
		}
	}
	if err := device.Check(s.device); err != nil {
		return fmt.Errorf("warbler: Device(%q): %w", s.device, err)
	}
	return nil
}

// rules are the stop rules, with those of a run without a limit where neither the
// options nor the caller's context has one.
func (s *settings) rules(a search.Algorithm, c search.Config, limited bool) (search.Stop, error) {
	stop := s.stop
	if s.target != nil {
		score, err := target(problem.ObjectiveOf(c.Problem), *s.target)
		if err != nil {
			return stop, fmt.Errorf("warbler: Target(%v): %w", *s.target, err)
		}
		stop.Target = &score
	}
	if stop == (search.Stop{}) && !limited {
		stop = choose.Unlimited(a, c)
	}
	return stop, nil
}
