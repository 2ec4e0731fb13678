package pipeline

import "context"

// part is a search of one part of the first batch.
type part interface {
	begin(ctx context.Context) error
	// advance makes steps until it has made so many in all, or the end is reached.
	// When ctx ends it returns within a tenth of a second, and no error.
	advance(ctx context.Context, until int64) error
	result() *report
	// open is the share of all assignments that is still to be searched.
	open() (float64, error)
	close() error
}

// report is how far a part is.
type report struct {
	step    int64    // steps made
	outputs int64    // of the SAT rules in them
	recent  []uint32 // those of each step since advance was called
	ended   bool
	model   []uint32 // an assignment that satisfies all clauses, found in the last step
	swapped int64    // formulas that were swapped out to the host
}

func (r *report) result() *report { return r }

func (r *report) add(outputs uint32) {
	r.step++
	r.outputs += int64(outputs)
	r.recent = append(r.recent, outputs)
}

// until is how many formulas there were up to a step of those made last.
func (r *report) until(step int64) int64 {
	n := r.outputs
	for s, k := r.step, len(r.recent)-1; s > step && k >= 0; s, k = s-1, k-1 {
		n -= int64(r.recent[k])
	}
	return n
}
