package experiment

import (
	"errors"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/search"
)

func scheduleOf(t *testing.T, workers ...*worker) *schedule {
	t.Helper()
	s, err := newSchedule(workers)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestBatchesGrow(t *testing.T) {
	for _, c := range []struct {
		what string
		took time.Duration
		gpu  bool
		rate float64
		want int
	}{
		{"a short one", 100 * time.Millisecond, false, 0, 16},
		{"a long one on the CPU", time.Second, false, 0, 8},
		{"a device that is not full", time.Second, true, 5, 16},
		{"a device that is full", time.Second, true, 7, 8},
		{"too long to risk more", time.Minute, true, 0, 8},
	} {
		b := batchSize{count: 8, most: 16, rate: c.rate}
		if b.learn(8, c.took, c.gpu); b.count != c.want {
			t.Errorf("%s: %d", c.what, b.count)
		}
		b.learn(b.count, time.Millisecond, c.gpu)
		b.learn(b.count, time.Millisecond, c.gpu)
		if b.count != 16 {
			t.Errorf("%s: %d at last", c.what, b.count)
		}
	}
}

// What one worker cannot do goes to another; what none can do is an error.
func TestRefusals(t *testing.T) {
	gpu, cpu := &worker{id: "gpu", lanes: 4, first: 4}, &worker{id: "cpu", lanes: 1, first: 1}
	p := planOf(t, "seeds.count = 8\nstop.generations = 1\n[[problem]]\nfunction = \"sphere\"\n[[algorithm]]\nname = \"genetic\"\n")
	s := scheduleOf(t, gpu, cpu)
	s.add(p.groups[0], []int{0, 1, 2, 3, 4, 5, 6, 7})
	take := func(w *worker, want int) (*queue, []int) {
		t.Helper()
		q, batch := s.take(w)
		if len(batch) != want {
			t.Fatalf("%s takes %v, want %d", w.id, batch, want)
		}
		return q, batch
	}
	memory := &device.OutOfMemoryError{}
	for _, n := range []int{4, 2, 1} { // halved until it is one that does not fit
		q, batch := take(gpu, n)
		s.finished(q, gpu, batch, batch, 0, memory)
	}
	q, batch := take(cpu, 1)
	if batch[0] != 0 {
		t.Errorf("run %d comes first", batch[0])
	}
	s.finished(q, cpu, batch, nil, time.Hour, nil)
	q, batch = take(cpu, 1)
	unsuited := &search.UnsuitedError{Algorithm: "x", Reason: "y"}
	s.finished(q, cpu, batch, batch, 0, unsuited)
	take(cpu, 0)
	if !errors.Is(s.err, unsuited) {
		t.Errorf("%v", s.err)
	}
}

// The last runs are divided between all that work.
func TestLastRuns(t *testing.T) {
	p := planOf(t, "seeds.count = 50\nstop.generations = 1\n[[problem]]\nfunction = \"sphere\"\n[[algorithm]]\nname = \"genetic\"\n")
	one, two := &worker{id: "gpu", lanes: 4, first: 40}, &worker{id: "gpu", lanes: 4, first: 40, rank: 1}
	s := scheduleOf(t, one, two)
	s.add(p.groups[0], make([]int, 50))
	for _, w := range []*worker{one, two} {
		if _, batch := s.take(w); len(batch) != 25 {
			t.Errorf("%d, want 25", len(batch))
		}
	}
}

// Two workers of a GPU share runs that steps end, but not those that time ends.
func TestSecondWorker(t *testing.T) {
	one := &worker{id: "gpu", lanes: 4, first: 16}
	two := &worker{id: "gpu", lanes: 4, first: 16, rank: 1}
	for _, c := range []struct {
		stop   string
		counts [2]int
	}{{"generations = 1", [2]int{16, 16}}, {"time = \"1s\"", [2]int{4, 0}}} {
		p := planOf(t, "seeds.count = 64\nstop."+c.stop+"\n[[problem]]\nfunction = \"sphere\"\n[[algorithm]]\nname = \"genetic\"\n")
		s := scheduleOf(t, one, two)
		runs := make([]int, 64)
		s.add(p.groups[0], runs)
		q, batch := s.take(one)
		if len(batch) != c.counts[0] {
			t.Errorf("%s: the first takes %d, want %d", c.stop, len(batch), c.counts[0])
		}
		if c.counts[1] == 0 {
			s.finished(q, one, batch, nil, time.Second, nil) // the second would wait for it
		}
		if _, batch := s.take(two); len(batch) != c.counts[1] {
			t.Errorf("%s: the second takes %d, want %d", c.stop, len(batch), c.counts[1])
		}
	}
}

// The spare workers of a GPU take kinds of runs that would not fill it, one each, and
// leave the others alone; what the device cannot do, none of them tries again.
func TestSpareWorkers(t *testing.T) {
	var gpu []*worker
	for rank := range streams {
		gpu = append(gpu, &worker{id: "gpu", lanes: 8, first: 40, rank: rank})
	}
	few := planOf(t, "seeds.count = 5\nstop.generations = 1\n[[problem]]\nfunction = \"sphere\"\n[[problem]]\nfunction = \"ackley\"\n[[problem]]\nfunction = \"schwefel\"\n[[problem]]\nfunction = \"griewank\"\n[[algorithm]]\nname = \"genetic\"\n")
	if len(few.groups) != 4 {
		t.Fatalf("%d groups", len(few.groups))
	}
	s := scheduleOf(t, gpu...)
	for i, g := range few.groups {
		s.add(g, []int{5 * i, 5*i + 1, 5*i + 2, 5*i + 3, 5*i + 4})
	}
	for i := range few.groups {
		if q, batch := s.take(gpu[len(gpu)-1-i]); len(batch) != 5 || batch[0] != 5*i || q.inFlight != 5 {
			t.Errorf("spare %d takes %v", i, batch)
		}
	}

	many := planOf(t, "seeds.count = 200\nstop.generations = 1\n[[problem]]\nfunction = \"sphere\"\n[[algorithm]]\nname = \"genetic\"\n")
	s = scheduleOf(t, gpu...)
	s.add(many.groups[0], make([]int, 50))
	q, batch := s.take(gpu[0])
	if len(batch) != 25 {
		t.Errorf("the first takes %d, want half", len(batch))
	}
	// Memory that is short while others work keeps the device from more, and no longer
	// than until one of them has ended.
	memory := &device.OutOfMemoryError{}
	q2, batch2 := s.take(gpu[1])
	s.finished(q2, gpu[1], batch2, batch2, 0, memory)
	if len(q.refused) > 0 || !s.short["gpu"] || !s.mustWait(gpu[0], q) || q.sizes[gpu[1]].count != 40 || s.err != nil {
		t.Errorf("refused are %v, %v", q.refused, s.err)
	}
	s.finished(q, gpu[0], batch, nil, 0, nil)
	if s.short["gpu"] || s.mustWait(gpu[0], q) {
		t.Error("the device does not go on")
	}
	for q.refused[gpu[0]] == nil { // alone it has fewer, and gives up in the end
		q, batch = s.take(gpu[0])
		s.finished(q, gpu[0], batch, batch, 0, memory)
	}
	if !errors.Is(s.err, memory) {
		t.Errorf("%v", s.err)
	}
	for _, w := range gpu {
		if _, batch := s.take(w); batch != nil {
			t.Errorf("worker %d takes %v", w.rank, batch)
		}
	}
}

// Runs that time ends have their device for themselves.
func TestTimedRunsAreAlone(t *testing.T) {
	gpu := []*worker{{id: "gpu", lanes: 4, first: 16}, {id: "gpu", lanes: 4, first: 16, rank: 1}, {id: "gpu", lanes: 4, first: 16, rank: 2}}
	other := &worker{id: "cpu", lanes: 4, first: 4}
	p := planOf(t, "seeds.count = 8\n[[problem]]\nfunction = \"sphere\"\n[[algorithm]]\nname = \"genetic\"\nstop.time = \"1s\"\n[[algorithm]]\nname = \"differential\"\nstop.generations = 3\n")
	s := scheduleOf(t, append(gpu, other)...)
	for i, g := range p.groups {
		s.add(g, []int{8 * i, 8*i + 1, 8*i + 2, 8*i + 3, 8*i + 4, 8*i + 5, 8*i + 6, 8*i + 7})
	}
	timed, untimed := s.queues[0], s.queues[1]
	q, batch := s.take(gpu[1])
	if q != untimed || !s.mustWait(gpu[0], timed) || s.mustWait(other, timed) {
		t.Error("timed runs go beside others")
	}
	s.finished(q, gpu[1], batch, nil, time.Second, nil)
	if q, batch = s.take(gpu[0]); q != timed || !s.mustWait(gpu[1], untimed) || !s.mustWait(gpu[2], untimed) {
		t.Error("others go beside timed runs")
	}
	s.finished(q, gpu[0], batch, nil, time.Second, nil)
	if s.mustWait(gpu[1], untimed) {
		t.Error("nobody goes on")
	}
}

// A spare worker that comes before the others have begun stays for what is left.
func TestSpareWorkersStay(t *testing.T) {
	first, last := &worker{id: "gpu", lanes: 4, first: 16}, &worker{id: "gpu", lanes: 4, first: 16, rank: spare}
	p := planOf(t, "seeds.count = 20\nstop.generations = 1\n[[problem]]\nfunction = \"sphere\"\n[[algorithm]]\nname = \"genetic\"\n")
	s := scheduleOf(t, first, last)
	s.add(p.groups[0], make([]int, 20))
	took := make(chan int)
	go func() {
		q, batch := s.take(last)
		s.finished(q, last, batch, nil, time.Second, nil)
		took <- len(batch)
	}()
	for {
		q, batch := s.take(first)
		if len(batch) == 0 {
			t.Fatal("nothing was left for the spare worker")
		}
		time.Sleep(10 * time.Millisecond)
		s.Lock()
		rest := len(q.runs)
		s.Unlock()
		s.finished(q, first, batch, nil, time.Second, nil)
		if rest > 0 && rest <= 4 {
			break
		}
	}
	if n := <-took; n != 4 {
		t.Errorf("the spare worker has taken %d", n)
	}
}
