package population

import (
	"context"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// begin makes the first population, or goes on with it, and reports whether it is
// complete.
func (p *onDevice) begin(ctx context.Context) (bool, error) {
	if p.first != nil {
		if p.first.pool.begin(ctx, p.first.replicas, p.first.members); p.first.unbegun() {
			return false, nil
		}
		p.Frame.Samples = p.Frame.Samples[:0]
		p.Frame.TakeSamples(p.first.replicas, true)
		if err := p.sendAll(p.first.evolvers); err != nil {
			return false, err
		}
		return true, p.look(context.WithoutCancel(ctx), 0, 0)
	}
	whole := p.kernels.(Starter).Start(ctx)
	if p.Err != nil {
		return false, p.Err
	}
	if !whole {
		return false, p.lead()
	}
	return true, p.look(context.WithoutCancel(ctx), 0, 1)
}

// beginning is how far the first population has come.
func (p *onDevice) beginning(ctx context.Context) search.Progress {
	if p.first != nil {
		return p.first.report(ctx)
	}
	all := p.Frame.Report(p.States)
	all.Evaluations = int64(p.Made)
	for _, l := range p.leads {
		if l.found {
			all.Best = max(all.Best, l.score)
		}
	}
	return all
}

// Populate makes the first populations in Go, or goes on with them, for algorithms that
// step their replicas themselves. It reports whether they are complete, or how far they
// have come.
func (e *Engine) Populate(ctx context.Context) (search.Progress, bool) {
	p := e.place.(*cpu)
	if p.unbegun() {
		p.pool.begin(ctx, p.replicas, p.members)
	}
	if p.unbegun() {
		return p.report(ctx), false
	}
	return search.Progress{}, true
}

// unbegun reports whether first populations are to be made.
func (p *cpu) unbegun() bool {
	return slices.ContainsFunc(p.replicas, func(r *Replica) bool { return r.State.Step < 0 })
}

// begin makes first populations, or goes on with them.
func (p *Pool) begin(ctx context.Context, list []*Replica, members int) {
	defer p.watch(ctx, p.deadline())()
	p.start(list, members)
}

// madeBy is how many members of a replica's first population there are.
func (p *onDevice) madeBy(r int) int {
	return max(0, min(p.about.Members, p.Made-r*p.about.Members))
}

// lead finds the best of the members that there are of first populations.
func (p *onDevice) lead() error {
	scores := slices.IndexFunc(p.arrays, func(a Array) bool { return a.scores != nil })
	genomes := slices.IndexFunc(p.arrays, func(a Array) bool { return a.genomes != nil })
	if scores < 0 || genomes < 0 {
		return p.askLeaders()
	}
	list := make([]problem.Score, p.about.Members)
	for r := range p.leads {
		made := p.madeBy(r)
		if made == 0 {
			break
		}
		err := p.eachPartOf(r, scores, 0, func(b device.Buffer, offset, lo, hi int) error {
			if hi = min(hi, 8*made); lo >= hi {
				return nil
			}
			return p.Queue.Read(Bytes(list)[lo:hi], b, offset)
		})
		if err == nil {
			err = p.Queue.Wait(context.Background())
		}
		if err != nil {
			return err
		}
		best := slices.Max(list[:made])
		if p.leads[r].found && best <= p.leads[r].score {
			continue
		}
		row, size := problem.NewGenomes(p.Frame.Rep, 1), p.Frame.Rep.Bytes()
		at := size * slices.Index(list[:made], best)
		err = p.eachPartOf(r, genomes, 0, func(b device.Buffer, offset, lo, hi int) error {
			if at < lo || at >= hi {
				return nil
			}
			return p.Queue.Read(Raw(row), b, offset+at-lo)
		})
		if err == nil {
			err = p.Queue.Wait(context.Background())
		}
		if err != nil {
			return err
		}
		p.leads[r] = lead{genome: row.At(0), score: best, found: true}
	}
	return nil
}

// askLeaders is lead where replicas know which of their members is best.
func (p *onDevice) askLeaders() error {
	for r := range p.leads {
		made := p.madeBy(r)
		if made == 0 || p.leads[r].found && made == p.about.Members {
			continue
		}
		list, err := p.Snapshot(r, r+1)
		if err != nil {
			return err
		}
		if one, ok := list[0].(Leader); ok {
			member, score := one.Leading(made)
			p.leads[r] = lead{genome: list[0].replica().genomes.At(member).Clone(), score: score, found: true}
		}
	}
	return nil
}

// StartPieces launches the groups from begun on of a kernel that makes the first
// population, and returns up to which: until ctx ends or a report is due, but at least
// one piece of them, so that there is an answer.
func (d *Device) StartPieces(ctx context.Context, begun, groups int, launch func(first, count int)) int {
	if d.pieces == 0 { // a repair may take long, so it begins with little
		d.pieces = LaunchSize(d.Info.ComputeUnits)
		if d.Info.GPU {
			d.pieces *= 4
		}
	}
	within := stepTime
	if begun == 0 {
		within = firstReport
	}
	for began := time.Now(); begun < groups && d.Err == nil; {
		if begun > 0 && (ctx.Err() != nil || time.Since(began) > within) {
			break
		}
		begun = d.Piece(ctx, &d.pieces, begun, groups, launch)
	}
	return begun
}

// Piece launches and waits for the groups of a kernel from first on, no more than take
// about as long as a launch may, and returns up to which. It corrects size, which is how
// many these are.
func (d *Device) Piece(ctx context.Context, size *LaunchSize, first, groups int, launch func(first, count int)) int {
	began, count := time.Now(), min(int(*size), groups-first)
	launch(first, count)
	d.Wait(ctx)
	*size = size.Next(count, time.Since(began))
	return first + count
}
