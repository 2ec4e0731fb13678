package flowshop

import "github.com/warbler-opt/warbler/internal/answer"

// schedule is when each machine begins with the job at each place of an order (from 0):
// starts[u][k]. An error says that it is no order of the instance's jobs.
func (q *Instance) schedule(order []int) (starts [][]int64, err error) {
	if err := answer.CheckOrder(order, q.Jobs, "job"); err != nil {
		return nil, err
	}
	ready := make([]int64, q.Jobs) // when the job of each place comes from the machine before
	for u := range q.Machines {
		starts = append(starts, make([]int64, q.Jobs))
		free := int64(0) // when this machine is
		for k, job := range order {
			starts[u][k] = max(free, ready[k])
			free = starts[u][k] + q.Times[u*q.Jobs+job]
			ready[k] = free
		}
	}
	return starts, nil
}

// values are both objectives of a schedule.
func (q *Instance) values(order []int, starts [][]int64) (values [2]int64) {
	last := q.Machines - 1
	for k, job := range order {
		end := starts[last][k] + q.Times[last*q.Jobs+job]
		values[makespan] = end // no job ends before the one before it
		values[flowTime] += end
	}
	return values
}

// check judges an order of jobs (from 0) against the instance: it returns both objectives,
// and an error when a job is missing, stands twice or does not exist. It goes from
// machine to machine, not from job to job, and shares no code with scoring.
func (q *Instance) check(order []int) (values [2]int64, err error) {
	starts, err := q.schedule(order)
	if err != nil {
		return values, err
	}
	return q.values(order, starts), nil
}
