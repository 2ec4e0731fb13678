package subprocess

import (
	"context"
	"errors"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// What a parent asks for.
const (
	askOpen   = "open"   // an engine
	askStep   = "step"   // at most Count steps
	askBest   = "best"   // the best solutions of all replicas
	askTop    = "top"    // Count solutions
	askSave   = "save"   // a checkpoint
	askScore  = "score"  // the scores of Genomes
	askScores = "scores" // those by all objectives of the first of Genomes, and its violation
	askFront  = "front"  // that of replica Count
	askCancel = "cancel" // an end of what goes on; it has no answer of its own
)

// request is a message to a child.
type request struct {
	What    string
	Opening *opening
	Count   int
	Genomes []problem.Genome
}

// Spec is what a child makes its problem of. Its type is registered with package
// gob, by parents and children alike. The problem may be a Watched.
type Spec interface {
	Open() (problem.Problem, error)
}

// opening is what a child is to solve, and how.
type opening struct {
	Spec      Spec
	Algorithm string        // "" where there is only to be scored
	Config    search.Config // without what cannot travel, which follows
	Device    string        // "" is the CPU
	More      []string
	Resume    []byte
	// Target goes beside Config.Stop: gob takes a pointer to zero for none.
	HasTarget bool
	Target    problem.Score
}

// What a child tells.
const (
	tellDone      = "done"      // what was asked for
	tellFound     = "found"     // better solutions, on the way
	tellAlive     = "alive"     // functions of the problem have returned since the last time
	tellCompiling = "compiling" // or opening a device: the problem's code does not run
	tellCompiled  = "compiled"
)

// reply is a message from a child.
type reply struct {
	What      string
	Failure   *Error
	Progress  search.Progress
	Bests     []best
	Solutions []search.Solution
	Scores    []problem.Score
	Front     []search.Member
	Bytes     []byte
	Entry     uint64        // where the problem's code lies
	Calls     int64         // of the problem's functions that have returned
	Wait      time.Duration // how long an answer may take, where that is long
	Quiet     time.Duration // how long no function may return, where that is long
}

// best is the best solution of a replica.
type best struct {
	Replica  int
	Solution search.Solution
}

// Error is an error of a child's engine.
type Error struct {
	Text      string
	UserError bool     // its user can do something about it
	Device    bool     // a device, or the CPU, cannot do the work; another may, or less of it
	Params    []string // of the configuration that were refused
	Rule      string   // likewise
	Ended     bool     // only the context was over
	Hung      bool     // a device does not come back
}

func (e *Error) Error() string { return e.Text }

// Fault is what of the configuration the child refused: see search.FaultOf.
func (e *Error) Fault() (params []string, rule string) { return e.Params, e.Rule }

// Unusable reports whether a device cannot do the work: see driver.Unusable.
func (e *Error) Unusable() bool { return e.Device }

// failed is an error as it travels; nil stays nil.
func failed(err error) *Error {
	if err == nil {
		return nil
	}
	params, rule := search.FaultOf(err)
	unsuited, _ := errors.AsType[*search.UnsuitedError](err)
	return &Error{
		Text:   err.Error(),
		Ended:  errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded),
		Hung:   errors.Is(err, errHung),
		Params: params, Rule: rule,
		// Memory that the machine lacks is the CPU's: fewer replicas, or a device, need less.
		Device: driver.Unusable(err) || unsuited != nil && unsuited.Memory,
		UserError: errors.As(err, new(*search.ParamError)) || unsuited != nil || errors.As(err, new(*search.CheckpointError)) ||
			errors.As(err, new(*driver.CompileError)) || errors.As(err, new(*device.NotFoundError)) || errors.As(err, new(*device.OutOfMemoryError)),
	}
}

// The patience of a parent.
const (
	// Grace is how long a child may take to answer when it is told to stop.
	Grace = 2 * time.Second
	// compiling is how long a compiler may take.
	compiling = 10 * time.Minute
	// burial is how long a process that was killed may take to go.
	burial = 5 * time.Second
	// starting is how long a child may take to be there.
	starting = 20 * time.Second
)

// patience is how long a child may work without a sign that the problem's functions
// return, where nothing else is said; breath is how often it gives one. Tests shorten
// them.
var (
	patience = time.Minute
	breath   = patience / 8
)

// patienceFor is how long one evaluation may take before it counts as endless, in a run
// with a limit of time, or 0: well above that.
func patienceFor(limit time.Duration) time.Duration {
	if limit <= 0 {
		return patience
	}
	return limit + min(max(limit, patience/6), patience)
}
