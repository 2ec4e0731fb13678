// Command campaign measures what a campaign costs: the same runs once in a
// campaign, with its plan, batches, checks and store, and once in one engine
// alone, in turn, and by how much the first takes longer.
//
//	go run ./benchmarks/campaign -runs 10000 -rounds 3
//	go run ./benchmarks/campaign -device cuda:0
//
// The runs are those of the quantum-inspired genetic algorithm on a knapsack of
// Han and Kim's kind, as many generations as take -least on their own.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cputime"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/quantum" // registers the algorithm
)

func main() { bench.Main("campaign", run) }

func run(ctx context.Context) error {
	b := &comparison{}
	where := b.Flags("cpu")
	flag.IntVar(&b.runs, "runs", 10_000, "runs of a campaign")
	rounds := flag.Int("rounds", 3, "how often both are done, in turn")
	least := flag.Duration("least", 20*time.Millisecond, "how long a run takes at least, alone")
	items := flag.Int("items", 250, "items of the knapsack")
	flag.Int64Var(&b.generations, "generations", 0, "generations of a run; 0: as many as take -least")
	flag.IntVar(&b.batch, "batch", 0, "runs of an engine alone; 0: all in one. 64 is what a campaign takes on two cores")
	flag.BoolVar(&b.trace, "trace", false, "keep traces; the engine alone records them too")
	flag.Parse()
	err := b.Open(ctx, *where)
	if err != nil {
		return err
	}
	defer b.Close()
	if b.folder, err = os.MkdirTemp("", "campaign"); err != nil {
		return err
	}
	defer os.RemoveAll(b.folder)
	if err := b.prepare(ctx, *items, *least); err != nil {
		return err
	}
	return b.compare(ctx, max(1, *rounds))
}

// comparison is what is run, and where.
type comparison struct {
	bench.Place
	runs        int
	generations int64
	batch       int // runs of an engine alone; 0 is all
	trace       bool
	folder      string
	problem     problem.Problem
	single      time.Duration // a run alone
}

// prepare makes the instance and finds how long a run must be.
func (b *comparison) prepare(ctx context.Context, items int, least time.Duration) error {
	inst, err := knapsack.Generate("han-kim", items, 0, 1)
	if err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(b.folder, "items.txt"))
	if err != nil {
		return err
	}
	if err := errors.Join(inst.Write(f), f.Close()); err != nil {
		return err
	}
	if b.problem, err = knapsack.New(inst, "index"); err != nil {
		return err
	}
	given := b.generations
	if given == 0 {
		b.generations = 500
	}
	if err := b.time(ctx); err != nil {
		return err
	}
	if given == 0 && b.single < least {
		longer := float64(least) / float64(b.single)
		b.generations = int64(longer*float64(b.generations)) + 1
		b.single = least
	}
	return nil
}

// time finds how long a run alone takes, on one thread of the CPU. The first of
// several compiles kernels; of the others the fastest is the least disturbed.
func (b *comparison) time(ctx context.Context) error {
	defer func(threads int) { b.Threads = threads }(b.Threads)
	b.Threads = 1
	b.single = time.Hour
	for i := range 6 {
		before := cputime.Seconds()
		began := time.Now()
		if _, err := b.engine(ctx, search.Seeds(1, 1)); err != nil {
			return err
		}
		took := time.Since(began)
		// On a shared machine the clock also counts what others do.
		if worked := time.Duration((cputime.Seconds() - before) * float64(time.Second)); b.Device == nil && worked > 0 {
			took = min(took, worked)
		}
		if i > 0 {
			b.single = min(b.single, took)
		}
	}
	return nil
}

// engine makes runs in one engine and returns their scores.
func (b *comparison) engine(ctx context.Context, runs []search.Replica) ([]int64, error) {
	r, err := bench.Run(ctx, "quantum", search.Config{
		Problem: b.problem, Device: b.Device, Threads: b.Threads, Replicas: runs, Stop: search.Stop{Steps: b.generations}, Trace: b.trace,
	})
	if err != nil {
		return nil, err
	}
	scores := make([]int64, len(r.Runs))
	for i, s := range r.Runs {
		scores[i] = s.Score
	}
	return scores, nil
}

// alone makes all runs without a campaign.
func (b *comparison) alone(ctx context.Context) (scores []int64, took time.Duration, err error) {
	began := time.Now()
	for batch := range slices.Chunk(search.Seeds(1, b.runs), cmp.Or(b.batch, b.runs)) {
		part, err := b.engine(ctx, batch)
		if err != nil {
			return nil, 0, err
		}
		scores = append(scores, part...)
	}
	return scores, time.Since(began), nil
}

// campaign makes the same runs in a campaign.
func (b *comparison) campaign(ctx context.Context) ([]int64, time.Duration, error) {
	began := time.Now()
	dir, err := os.MkdirTemp(b.folder, "run")
	if err != nil {
		return nil, 0, err
	}
	plan := filepath.Join(b.folder, "plan.toml")
	text := fmt.Sprintf("trace = %v\nseeds.count = %d\nstop.generations = %d\n[[problem]]\nfile = \"items.txt\"\nconstraint = \"index\"\n[[algorithm]]\nname = \"quantum\"\n",
		b.trace, b.runs, b.generations)
	if err := os.WriteFile(plan, []byte(text), 0o600); err != nil {
		return nil, 0, err
	}
	p, err := experiment.ReadPlan(plan)
	if err != nil {
		return nil, 0, err
	}
	c, err := experiment.Create(dir, p, "")
	if err != nil {
		return nil, 0, err
	}
	where := experiment.Where{CPU: b.Device == nil, Threads: b.Threads}
	if b.Device != nil {
		where.Devices = []device.Device{b.Device}
	}
	if err := errors.Join(c.Run(ctx, where, nil), c.Close(), ctx.Err()); err != nil {
		return nil, 0, err
	}
	took := time.Since(began)
	r, err := experiment.Open(dir)
	if err != nil {
		return nil, 0, err
	}
	scores := make([]int64, 0, b.runs)
	for _, run := range r.Cells[0].Runs {
		scores = append(scores, run.Score)
	}
	return scores, took, os.RemoveAll(dir)
}

// compare does both in turn; the first in one round is the second in the next.
func (b *comparison) compare(ctx context.Context, rounds int) error {
	fmt.Printf("%d runs of %d generations on %s; one of them alone takes %.1f ms.\n", b.runs, b.generations, b.Name, 1000*b.single.Seconds())
	bench.Head("round", "alone, s", "campaign, s", "more", "alone, CPU s", "campaign, CPU s", "more")
	var wall, work []float64
	for round := range rounds {
		var took [2]time.Duration
		var spent [2]float64
		var scores [2][]int64
		for half := range 2 {
			which := (round + half) % 2
			before := cputime.Seconds()
			var err error
			if which == 0 {
				scores[0], took[0], err = b.alone(ctx)
			} else {
				scores[1], took[1], err = b.campaign(ctx)
			}
			if err != nil {
				return err
			}
			spent[which] = cputime.Seconds() - before
		}
		if !slices.Equal(scores[0], scores[1]) {
			return errors.New("the campaign's runs are not those of the engine alone")
		}
		more := 100 * (took[1].Seconds()/took[0].Seconds() - 1)
		moreWork := 100 * (spent[1]/max(spent[0], 1e-9) - 1)
		wall, work = append(wall, more), append(work, moreWork)
		fmt.Printf("| %d | %.2f | %.2f | %+.1f %% | %.2f | %.2f | %+.1f %% |\n", round+1, took[0].Seconds(), took[1].Seconds(), more, spent[0], spent[1], moreWork)
	}
	fmt.Printf("\nThe campaign takes %+.1f %% longer and %+.1f %% more CPU time (medians).\n", bench.Median(wall), bench.Median(work))
	return nil
}
