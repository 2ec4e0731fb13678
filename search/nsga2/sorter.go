package nsga2

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/parallel"
	"github.com/warbler-opt/warbler/internal/population"
)

const (
	// tileItems is TILE_ITEMS of fronts.cl, countRows its COUNT_ROWS.
	tileItems = 8
	countRows = 4
	// countColumns is how many classes a group compares its rows with.
	countColumns = 1 << 11

	// fewPairs is how many pairs a launch may compare and still be short, so that nobody has
	// to wait for each; fewOnGPU is that of GPUs.
	fewPairs = 1 << 26
	fewOnGPU = 1 << 33
)

// sorter finds the survivors of large pools on a device: by sorts, and fronts one after
// the other until there are enough.
type sorter struct {
	*kernels
	blocks         *parallel.Blocks
	scratch        *parallel.Scratch
	keys, values   device.Buffer
	flags, numbers device.Buffer
	summary        []uint32 // of all replicas, as the kernels keep it
	fronts         int      // that the last pool needed
	// In groups, how much of a count and of a front is launched at a time.
	counted, taken population.LaunchSize
}

// tiles is how many groups share so many classes of two objectives.
func (k *kernels) tiles(size int) int { return (size + k.group*tileItems - 1) / (k.group * tileItems) }

// rooms are what the kernels of large pools need of memory for a replica.
func (s *sorter) rooms(p *population.Program, plan *plan, tiles int) {
	rows, m := plan.rows(), len(plan.criteria)
	p.Room("u32", "places", m*rows) // of rows, by each criterion
	p.Room("u32", "row_class", rows)
	p.Room("u32", "begins", rows+1) // of classes, in the order
	p.Room("u32", "class_ranks", rows)
	p.Room("u32", "class_places", (m-1)*rows)
	p.Room("u32", "counts", 1) // feasible classes
	p.Room("u32", "tally", 4*(rows+1))
	p.Room("u32", "summary", 4)
	p.Room("u32", "lows", 2*tiles)
	p.Room("u32", "pool_ranks", rows)
	p.Room("f64", "pool_crowding", rows)
}

// open makes what sorts need.
func (s *sorter) open(ctx context.Context, k *kernels) (err error) {
	s.kernels, s.fronts = k, 1
	if s.blocks, err = parallel.New(ctx, k.Device.Device); err != nil {
		return err
	}
	k.Keep(s.blocks)
	if s.scratch, err = s.blocks.Scratch(2*k.plan.members, k.Replicas); err != nil {
		return err
	}
	k.Keep(s.scratch)
	all := 2 * k.plan.members * k.Replicas
	s.keys, s.values, s.flags, s.numbers = k.Scratch(8*all), k.Scratch(4*all), k.Scratch(4*all), k.Scratch(4*all)
	s.summary = make([]uint32, 4*k.Replicas)
	return k.Err
}

// survive queues what finds the survivors of so many candidates, and waits for the most
// of it. It reports false when ctx has ended before.
func (s *sorter) survive(ctx context.Context, back uint32, size int) bool {
	s.order(back, size)
	if !s.rank(ctx, back, size) {
		return false
	}
	for m := range s.plan.criteria {
		s.each("key_crowd", back, size, 0, s.keys, s.values, uint32(m))
		s.sort(size)
		s.each("add_crowd", back, size, 0, s.keys, s.values, uint32(m))
	}
	s.each("key_survive", back, size, 0, s.keys, s.values)
	s.sort(size)
	s.each("mark_survivors", back, size, 0, s.values, s.flags)
	s.scan(size)
	s.each("list_survivors", back, size, 0, s.flags, s.numbers)
	return s.Err == nil
}

// order queues the sorting of candidates by violation and scores, the last criterion
// first, and their classes.
func (s *sorter) order(back uint32, size int) {
	last := len(s.plan.criteria)
	for m := last - 1; m >= 0; m-- {
		s.each("key_score", back, size, 0, s.keys, s.values, uint32(m))
		s.sort(size)
		s.each("place_score", back, size, 0, s.keys, s.values, uint32(m))
	}
	s.each("key_score", back, size, 0, s.keys, s.values, uint32(last))
	s.sort(size)
	s.each("class_starts", back, size, 0, s.values, s.flags)
	s.scan(size)
	s.each("class_rows", back, size, 0, s.values, s.flags, s.numbers)
}

// rank finds fronts until there are enough survivors, and the ranks of the others.
func (s *sorter) rank(ctx context.Context, back uint32, size int) bool {
	groups, pairs := s.tiles(size), 0
	if s.sweeps() {
		s.Launch("first_lows", device.Shape{Groups: s.Replicas * groups, Group: s.group, Local: s.frontLocal()}, uint32(groups), back)
	} else {
		groups, pairs = s.groups(size), size*size/2
		if !s.count(ctx, back, size) {
			return false
		}
	}
	front, batch := 0, s.fronts+1
	for {
		began := time.Now()
		for range batch {
			f := front
			if !s.inPieces(ctx, &s.taken, s.Replicas*groups, s.Replicas*pairs, func(first, count int) {
				s.Launch("take_front", device.Shape{Groups: count, Group: s.group, Local: s.frontLocal()}, uint32(groups), back, uint32(first), uint32(f))
			}) {
				return false
			}
			front++
		}
		s.Read(population.Bytes(s.summary), s.Buffer("summary"))
		if !s.Wait(ctx) {
			return false
		}
		if s.closed() {
			break
		}
		// As many again, unless that would take long.
		if batch *= 2; time.Since(began) > population.LaunchTime/2 {
			batch = max(1, batch/4)
		}
	}
	s.each("spread_ranks", back, size, 0)
	s.Launch("conclude_ranks", device.Shape{Groups: s.Replicas, Group: s.peelGroup, Local: parallel.GroupScratch(s.peelGroup) + 8}, back)
	return s.Err == nil
}

// closed reports whether all replicas have fronts enough, and how many that were.
func (s *sorter) closed() bool {
	closed := true
	s.fronts = 1
	for r := 0; r < len(s.summary); r += 4 {
		closed = closed && s.summary[r+3] != 0
		s.fronts = max(s.fronts, int(s.summary[r]))
	}
	return closed
}

// count queues the counting of who dominates whom, and waits for it.
func (s *sorter) count(ctx context.Context, back uint32, size int) bool {
	rows, columns := (size+s.group*countRows-1)/(s.group*countRows), (size+countColumns-1)/countColumns
	return s.inPieces(ctx, &s.counted, s.Replicas*rows*columns, s.Replicas*size*size/2, func(first, count int) {
		s.Launch("count_dominators", device.Shape{Groups: count, Group: s.group, Local: s.frontLocal()}, uint32(rows), uint32(columns), back, uint32(first))
	})
}

// frontLocal is the on-chip memory of what compares classes.
func (s *sorter) frontLocal() int {
	return max(parallel.GroupScratch(s.group), 4*s.group*len(s.plan.criteria))
}

// inPieces launches groups that compare so many pairs, and where these are many waits for
// one piece after the other. It reports false when ctx has ended.
func (s *sorter) inPieces(ctx context.Context, size *population.LaunchSize, groups, pairs int, launch func(first, count int)) bool {
	if pairs <= fewPairs || s.Info.GPU && pairs <= fewOnGPU {
		launch(0, groups)
		return s.Err == nil
	}
	if *size == 0 {
		*size = population.LaunchSize(s.Info.ComputeUnits)
		if s.Info.GPU {
			*size *= 16
		}
	}
	for first := 0; first < groups; {
		if first = s.Piece(ctx, size, first, groups, launch); s.Err != nil || ctx.Err() != nil {
			return false
		}
	}
	return true
}

func (s *sorter) sort(size int) {
	if s.Err == nil {
		s.Err = s.blocks.Sort(s.Queue, s.keys, s.values, size, s.Replicas, s.scratch)
	}
}

func (s *sorter) scan(size int) {
	if s.Err == nil {
		s.Err = s.blocks.Scan(s.Queue, s.numbers, s.flags, size, s.Replicas, s.scratch)
	}
}
