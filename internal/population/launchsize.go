package population

import "time"

// LaunchSize is how many steps are launched on a device before the host looks at it
// again: as many as take about LaunchTime, so that a run can be canceled.
type LaunchSize int

// LaunchTime is about how long a device works between two looks.
const LaunchTime = 30 * time.Millisecond

// Next corrects a launch size after a launch of some steps.
func (p LaunchSize) Next(steps int, took time.Duration) LaunchSize {
	return p.next(steps, took, LaunchTime)
}

// next is Next for launches that are to take another time.
func (p LaunchSize) next(steps int, took, want time.Duration) LaunchSize {
	if took > 2*want {
		return max(1, LaunchSize(float64(steps)*float64(want)/float64(took)))
	}
	if took < want/2 && steps >= int(p) {
		return min(2*p, 1<<20)
	}
	return p
}

// ahead is the most steps that are launched at once after so many, in a run
// that may end any time: what is launched past its end is wasted.
func ahead(done int64) int { return int(min(8+done/4, 1<<20)) }
