package search

import (
	"time"

	"github.com/warbler-opt/warbler/problem"
)

// Stop is the set of rules that end a run; zero fields are no rules. The first
// that holds wins. Time is judged by Run, the rest per replica by the engine.
type Stop struct {
	Steps       int64          // after this many steps
	Evaluations int64          // before the step that would need more; an engine refuses fewer than its first population needs
	Target      *problem.Score // when a score is at least this
	Stagnation  int64          // after this many steps without a better score
	Patience    int64          // with Stagnation: and not before so many times the steps that the best took
	Convergence float64        // when the diversity is at most this, if Converged (0: when neighbors are alike; see Sample.Diversity)
	Converged   bool           // judge Convergence
	Time        time.Duration  // after this long
}

// Status says why a replica stopped.
type Status int

// The statuses, in the order in which the rules are judged after a step. From TimedOut
// on a run was cut short, by the clock or by something that happened.
const (
	Running     Status = iota
	Optimal            // reached a proven bound
	Reached            // reached the target
	Exhausted          // did all steps
	Spent              // made all evaluations, or would exceed them in another step
	Stagnated          // found nothing better for too long
	Uniform            // the population has converged
	TimedOut           // the time was over
	Interrupted        // the context ended
	Crashed            // what scores genomes, or the device, failed; see the error
	Hung               // it did not come back; see the error
)

var statusNames = [...]string{"running", "optimal", "target", "steps", "evaluations", "stagnation", "converged", "time", "interrupted", "crashed", "hung"}

// String is the status as --json states it.
func (s Status) String() string { return statusNames[s] }
