package experiment

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Where says what works on a campaign.
type Where struct {
	Devices []device.Device
	CPU     bool // the CPU takes part
	Threads int  // of the CPU; 0 is all cores
	// Processor is what the vendor calls the CPU; empty, it is its architecture.
	Processor string
}

// Run does what is missing, on all devices at once, and stores every run that
// has finished. A run that a user's code breaks off is stored as a Failure; the
// others go on. Memory that is short ends it where no fewer runs can be done at
// once; what is missing may be tried again. When ctx ends, runs that are not
// finished are given up, and Done tells how far it came; that is no error. The
// runs do not depend on where they were done, unless time ends them.
func (c *Campaign) Run(ctx context.Context, where Where, watch func(Progress)) error {
	s, err := newSchedule(where.workers())
	if err != nil {
		return err
	}
	_, err = c.db.Exec("INSERT INTO sessions VALUES (?, ?, ?)", time.Now().UTC().Format(time.RFC3339), asJSON{where.Names()}, where.Threads)
	if err != nil {
		return err
	}
	sink := newStore(c.db, func(runs []Run) {
		for _, r := range runs {
			c.done[r.Number] = true
		}
	})
	s.deal.seed = c.Plan.Seeds.At(0)
	for _, g := range c.Plan.groups {
		s.add(g, c.missing(g))
	}
	m := newMeter(c.Plan.Wanted(), c.Done(), len(s.workers), watch)
	failed := s.perform(ctx, m, func(runs []Run) error {
		for i := range runs {
			if runs[i].Cell = c.Plan.cellOf(runs[i].Number); !c.Plan.NoSolutions {
				runs[i].solution = packGenome(runs[i].best)
			}
		}
		return sink.add(runs)
	}, c.lose)
	if err := sink.close(); err != nil {
		return err
	}
	return failed
}

// missing are the runs of a group that are not done.
func (c *Campaign) missing(g *batchable) (runs []int) {
	for _, cell := range g.members {
		for run := cell * c.Plan.Seeds.Count; run < (cell+1)*c.Plan.Seeds.Count; run++ {
			if !c.done[run] && c.Plan.wanted(run) {
				runs = append(runs, run)
			}
		}
	}
	return runs
}

// perform lets all workers do what the schedule has, and hands finished runs to
// keep and failures to lose, which any of them may call at any time. Without lose
// a failure ends it all.
func (s *schedule) perform(ctx context.Context, m *meter, keep func([]Run) error, lose func(Failure) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.halves = lose != nil
	defer context.AfterFunc(ctx, s.stop)()
	var all sync.WaitGroup
	for i, w := range s.workers {
		all.Go(func() {
			for q, runs := s.take(w); q != nil; q, runs = s.take(w) {
				b := q.newBatch(w, runs, m, i, keep)
				b.alone = len(s.workers) == 1
				err := b.launch(ctx)
				if rest := b.rest(); lose != nil && len(rest) == 1 && q.doubtful(w, err) {
					b = q.newBatch(&worker{id: "cpu", threads: w.threads}, rest, m, i, keep)
					err = b.launch(ctx)
				}
				rest, lost := b.rest(), 0
				var broken *brokenError
				if lose != nil && len(rest) == 1 && errors.As(err, &broken) {
					err = lose(Failure{
						Number: rest[0], Seed: q.replica(rest[0]).Seed, Status: broken.status, Message: broken.Error(), Device: b.worker.id,
					})
					rest, lost = nil, 1
				}
				m.finished(i, lost)
				if s.finished(q, w, runs, rest, b.took, err) {
					cancel() // the others need not finish
				}
			}
		})
	}
	all.Wait()
	return s.err
}

// Names are what works, for people.
func (where Where) Names() (names []string) {
	for _, d := range where.Devices {
		i := d.Info()
		names = append(names, fmt.Sprintf("%s %s, driver %s", i.ID(), i.Name, i.Version))
	}
	if where.CPU {
		names = append(names, fmt.Sprintf("cpu %s, %d cores", cmp.Or(where.Processor, runtime.GOARCH), runtime.NumCPU()))
	}
	return names
}

func (where Where) workers() (list []*worker) {
	for _, d := range where.Devices {
		info := d.Info()
		w := &worker{device: d, id: info.ID(), threads: where.Threads, lanes: max(info.ComputeUnits, 1)}
		w.first = w.lanes
		list = append(list, w)
		if info.GPU {
			w.first *= firstPerUnit
			w.lanes *= groupsPerUnit
			// While one checks and stores what the device has found, it works for the others.
			for rank := 1; rank < streams; rank++ {
				twin := *w
				twin.rank = rank
				list = append(list, &twin)
			}
		}
	}
	if where.CPU {
		w := &worker{id: "cpu", threads: where.Threads, lanes: where.Threads}
		if w.lanes <= 0 {
			w.lanes = runtime.GOMAXPROCS(0)
		}
		w.first = w.lanes
		list = append(list, w)
	}
	return list
}

// unlessOver is err, unless it only says that ctx has ended.
func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		return nil
	}
	return err
}

// examine checks all solutions and tells them apart by hashes, on all cores: a
// device makes thousands at once.
func (g *batchable) examine(found []search.Solution) (hashes []string, err error) {
	threads := min(runtime.GOMAXPROCS(0), len(found))
	errs := make([]error, threads)
	hashes = make([]string, len(found))
	var all sync.WaitGroup
	for t := range threads {
		all.Go(func() {
			for i := t; i < len(found) && errs[t] == nil; i += threads {
				errs[t] = g.verify(found[i])
				hashes[i] = hashGenome(found[i].Genome)
			}
		})
	}
	all.Wait()
	return hashes, errors.Join(errs...)
}

// hashGenome is enough of a hash to tell solutions apart.
func hashGenome(g problem.Genome) string {
	h := sha256.New()
	for _, part := range []any{g.Bits, g.Symbols, g.Order, g.Long, g.Reals} {
		_ = binary.Write(h, binary.LittleEndian, part) // a hash takes all
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
