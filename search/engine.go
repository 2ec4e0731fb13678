package search

import (
	"context"
	"io"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
)

// Engine advances one population, or many replicas of it, on some device. A
// step is a generation, an iteration, a flip or a node, as the algorithm has
// it.
type Engine interface {
	// Step advances every running replica by at most atMost steps, the first time
	// after the first population, which is step 0. It returns soon after ctx ends:
	// within 100 ms, or when the evaluations that are being made have returned; but
	// something is scored before. Targets, stagnation and step limits are judged per
	// replica after every step; a finished replica freezes. An engine may return
	// before atMost steps, and in the midst of one, so that progress can be shown.
	Step(ctx context.Context, atMost int) (Progress, error)
	// Replicas is how many there are.
	Replicas() int
	// Best is the best solution a replica has seen, also in a step that is not
	// complete. One that has scored nothing has no genome and no evaluations.
	Best(replica int) (Solution, error)
	// Save writes a checkpoint: the state after the last whole step, for any device.
	// Before the first population is complete there is none, and the error is ErrUnbegun.
	Save(w io.Writer) error
	Close() error
}

// Config is all that an algorithm needs to make an engine. Fields left zero
// take the defaults in their comments.
type Config struct {
	Problem problem.Problem
	Device  device.Device // nil: the CPU
	// More are further devices, for algorithms that are Shared.
	More     []device.Device
	Threads  int       // CPU goroutines; 0: all cores
	Values   Values    // parameters; missing ones take the table's defaults
	Replicas []Replica // at least one
	Stop     Stop      // the rules that are judged per replica
	Start    []problem.Genome
	Resume   io.Reader // a checkpoint to continue from, or nil
	Trace    bool      // fill Progress.Samples
	// KernelTimes, unless nil, gets the time of every kernel added, by its name,
	// by an engine on a device. Measuring slows the engine down a little.
	KernelTimes map[string]time.Duration
}

// Replica is one of several independent runs in an engine.
type Replica struct {
	Seed   uint64 `json:"seed"`
	Values Values `json:"values,omitempty"` // parameters that differ from Config.Values; only those marked PerReplica
}

// Seeds makes replicas with seeds first, first+1, ….
func Seeds(first uint64, count int) []Replica {
	r := make([]Replica, count)
	for i := range r {
		r[i].Seed = first + uint64(i)
	}
	return r
}

// Progress is what an engine reports after Step.
type Progress struct {
	Steps       int64         // of the replica that is furthest
	Evaluations int64         // by all replicas
	Running     int           // replicas that have not finished
	Best        problem.Score // over all replicas
	// Samples are the statistics of the steps since the last call, ordered by
	// step and then by replica, when Config.Trace asked for them. The memory is
	// the engine's and valid until the next call.
	Samples []Sample
}

// Sample is one line of a trace: a replica's statistics after a step. Scores
// read as problem.Objective.Number: larger is better.
type Sample struct {
	Replica     int
	Step        int64
	Evaluations int64         // by this replica so far
	BestSoFar   problem.Score // since the start
	Best        problem.Score // of the population now
	Worst       problem.Score
	Mean        float64
	Deviation   float64
	Diversity   float64 // mean distance between members 2i and 2i+1, an estimate of that between any two, from 0 to 1
	Online      float64 // mean over all steps so far of Mean
	Offline     float64 // mean over all steps so far of BestSoFar

	// With several objectives the scores are those by the first criterion.
	Front       int     // feasible members that no other is better than
	Hypervolume float64 // the area that they dominate; NaN unless there are two objectives
}

// Solution is a replica's best.
type Solution struct {
	Genome      problem.Genome
	Score       problem.Score
	Seed        uint64
	Found       int64  // the step that found it
	Steps       int64  // the replica's steps so far
	Evaluations int64  // likewise
	Status      Status // Running until the replica has finished
}

// scored reports whether there is a solution: a replica whose first population was
// broken off may have scored nothing.
func (s Solution) scored() bool {
	g := s.Genome
	return s.Evaluations > 0 || len(g.Bits)+len(g.Symbols)+len(g.Order)+len(g.Long)+len(g.Reals) > 0
}

// Algorithm is an entry of the registry: what --algorithm names.
type Algorithm struct {
	Name   string
	Help   string // one line
	Paper  string // the work it follows
	Kinds  []problem.GenomeKind
	Params Table
	OnCPU  bool  // it needs many replicas to gain from a device, so one must be named
	Shared bool  // it shares its work among several devices
	Fronts bool  // it is for problems with several objectives, and only for those
	Breeds bool  // it takes crossovers and mutations of a problem's own: see problem.Operators
	Long   bool  // it takes permutations that are long: see problem.Representation
	Begins bool  // it takes first populations of a problem's own
	Steps  int64 // of a run without a limit, where nothing can stagnate: with Fronts
	// Patience is for a run without a limit: the least steps without a better solution
	// that end it. nil: 1000.
	Patience func(s Settings, p problem.Problem) int64
	// Suits reports whether it works on a problem of its Kinds; nil: on all.
	Suits func(p problem.Problem) bool
	// Footprint is how many bytes a replica needs on the CPU, nearly, and what makes it
	// less: names of parameters, or other words. nil: next to nothing.
	Footprint func(s Settings, r problem.Representation) (bytes float64, lower []string)
	// New makes an engine at step 0 or, with Config.Resume, where the checkpoint
	// was taken.
	New func(ctx context.Context, c Config) (Engine, error)
}
