package experiment

import (
	"sync"
	"time"

	"github.com/warbler-opt/warbler/search"
)

// Progress is how far a campaign is.
type Progress struct {
	Done    int // finished runs, also those of earlier times
	Runs    int
	Part    float64 // of the campaign, from 0 to 1, with what is half done
	Elapsed time.Duration
	Left    time.Duration // if runs go on as they did; 0 where that cannot be said yet
}

// meter adds up what the workers tell.
type meter struct {
	sync.Mutex
	runs, before, done int
	inFlight           []float64 // runs of a worker's batch, as parts of runs that are half done
	began              time.Time
	watch              func(Progress)
}

func newMeter(runs, done, workers int, watch func(Progress)) *meter {
	m := &meter{runs: runs, before: done, done: done, inFlight: make([]float64, workers), began: time.Now(), watch: watch}
	m.tell(func() {})
	return m
}

// finished is the end of a batch, with so many runs more than were kept.
func (m *meter) finished(g *gauge, count int) {
	m.tell(func() { m.inFlight[g.worker] = 0; m.done += count })
}

// tell changes the meter and reports. One worker at a time calls watch.
func (m *meter) tell(change func()) {
	m.Lock()
	defer m.Unlock()
	if change(); m.watch == nil {
		return
	}
	sum := float64(m.done)
	for _, f := range m.inFlight {
		sum += f
	}
	p := Progress{Done: m.done, Runs: m.runs, Part: sum / float64(max(m.runs, 1)), Elapsed: time.Since(m.began)}
	if new := sum - float64(m.before); new > 0 {
		p.Left = time.Duration((float64(m.runs) - sum) / new * float64(p.Elapsed))
	}
	m.watch(p)
}

// gauge is the observer of one batch.
type gauge struct {
	meter    *meter
	worker   int
	stop     search.Stop
	replicas int
	kept     int // replicas that count as done
}

func (m *meter) gauge(worker int, stop search.Stop, replicas int) *gauge {
	return &gauge{meter: m, worker: worker, stop: stop, replicas: replicas}
}

// Observe implements search.Observer.
func (g *gauge) Observe(p search.Progress, elapsed time.Duration) error {
	part := 1 - float64(p.Running)/float64(g.replicas)
	if g.stop.Steps > 0 {
		part = max(part, float64(p.Steps)/float64(g.stop.Steps))
	}
	if g.stop.Time > 0 {
		part = max(part, float64(elapsed)/float64(g.stop.Time))
	}
	g.meter.tell(func() { g.meter.inFlight[g.worker] = max(0, min(part, 1)*float64(g.replicas)-float64(g.kept)) })
	return nil
}

// keep counts runs of the batch that are kept.
func (g *gauge) keep(count int) {
	g.meter.tell(func() {
		g.kept += count
		g.meter.done += count
		g.meter.inFlight[g.worker] = max(0, g.meter.inFlight[g.worker]-float64(count))
	})
}
