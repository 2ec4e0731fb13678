package flowshop

import "fmt"

// Schedule is when each machine begins with the job at each place of an order (from 0):
// starts[u][k]. An error says that it is no order of the instance's jobs.
func Schedule(inst *Instance, order []int) (starts [][]int64, err error) {
	if err := inst.Validate(); err != nil {
		return nil, err
	}
	if len(order) != inst.Jobs {
		return nil, fmt.Errorf("%d jobs are scheduled; there are %d", len(order), inst.Jobs)
	}
	seen := make(map[int]bool, inst.Jobs)
	for _, job := range order {
		if job < 0 || job >= inst.Jobs {
			return nil, fmt.Errorf("job %d does not exist; there are 1 to %d", job+1, inst.Jobs)
		}
		if seen[job] {
			return nil, fmt.Errorf("job %d stands twice", job+1)
		}
		seen[job] = true
	}
	ready := make([]int64, inst.Jobs) // when the job of each place comes from the machine before
	for u := range inst.Machines {
		starts = append(starts, make([]int64, inst.Jobs))
		free := int64(0) // when this machine is
		for k, job := range order {
			starts[u][k] = max(free, ready[k])
			free = starts[u][k] + inst.Times[u*inst.Jobs+job]
			ready[k] = free
		}
	}
	return starts, nil
}

// Check judges an order of jobs (from 0) against an instance: it returns both objectives,
// and an error when a job is missing, stands twice or does not exist. It goes from
// machine to machine, not from job to job, and shares no code with scoring.
func Check(inst *Instance, order []int) (values [2]int64, err error) {
	starts, err := Schedule(inst, order)
	if err != nil {
		return values, err
	}
	last := inst.Machines - 1
	for k, job := range order {
		end := starts[last][k] + inst.Times[last*inst.Jobs+job]
		values[Makespan] = end // no job ends before the one before it
		values[FlowTime] += end
	}
	return values, nil
}
