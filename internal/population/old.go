package population

import "context"

// What follows are the names of before, for packages that are not yet ported.

type (
	Crew   = Pool
	Spread = ParallelFor
	Pace   = LaunchSize
)

func NewCrew(threads int) *Pool { return NewPool(threads) }

func (p *Pool) Together(tasks int, run func(worker, task int)) { p.Parallel(tasks, run) }

func (p *Pool) Alone(worker int) ParallelFor { return p.Serial(worker) }

func (h *Host) FirstPace(work, group, serial int) LaunchSize { return h.FirstSize(work, group, serial) }

func (h *Host) Onward(ctx context.Context) (bool, error) { return h.Throttle(ctx) }
