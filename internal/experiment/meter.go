package experiment

import (
	"sync"
	"time"
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

// finished is the end of a worker's batch, with so many runs more than were kept.
func (m *meter) finished(worker, count int) {
	m.tell(func() { m.inFlight[worker] = 0; m.done += count })
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
