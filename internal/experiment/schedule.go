package experiment

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/search"
)

const (
	// shortLaunch is a launch so short that making its engine counts: the next one
	// is larger.
	shortLaunch = 500 * time.Millisecond
	// longLaunch is as long as a launch may become for the sake of a device that
	// is not full yet: a kill loses as much.
	longLaunch = 5 * time.Second
	// fuller is the growth of the rate that says that a device was not full.
	fuller = 1.3
	// mostReplicas bounds a launch.
	mostReplicas = 1 << 14
	// groupsPerUnit is how many populations a compute unit of a GPU should have
	// at least, and firstPerUnit how many the first launch has, where runs need not
	// have the device for themselves.
	groupsPerUnit = 4
	firstPerUnit  = 40
	// streams is how many workers a GPU has. From spare on they take kinds of runs of
	// which there are too few to fill it: instances of one shape go side by side.
	streams = 8
	spare   = 2
)

// worker is a device, or the CPU, that takes batches of runs.
type worker struct {
	device  device.Device // nil: the CPU
	id      string
	threads int
	lanes   int // replicas that it works on side by side
	first   int // replicas of its first launch
	rank    int // among the workers of a device, of which the first alone has the runs that errShared is for
}

// queue is the runs of one kind that wait.
type queue struct {
	*batchable
	runs     []int
	inFlight int     // runs that workers have
	suspect  [][]int // parts of batches that a user's code broke off, to be done before
	sizes    map[*worker]*batchSize
	refused  map[*worker]error
}

// batchSize is how many replicas a worker takes of a group at once.
type batchSize struct {
	count int
	most  int
	rate  float64 // runs per second of the last, smaller size
}

// learn makes the next batch larger where that pays.
func (b *batchSize) learn(runs int, took time.Duration, gpu bool) {
	if runs < b.count {
		return // the rest of a group tells nothing
	}
	rate := float64(runs) / max(took, time.Microsecond).Seconds()
	if took < shortLaunch || gpu && took < longLaunch && rate > fuller*b.rate {
		b.count, b.rate = min(2*b.count, b.most), rate
	}
}

// errShared keeps the other workers of a device from runs that time ends, and from
// those whose children open the device, which some let only one process do.
var errShared = errors.New("another worker has the device")

// schedule hands batches to workers.
type schedule struct {
	sync.Mutex
	changed  *sync.Cond
	queues   []*queue
	workers  []*worker
	inFlight int
	busy     map[string]int  // batches by device
	alone    map[string]bool // devices that runs have for themselves, since time ends them
	short    map[string]bool // devices that lacked memory, until one of their batches has ended
	halves   bool            // of batches that a user's code broke off are done on their own
	deal     deal            // the order of runs that time ends
	stopped  bool
	err      error
}

func newSchedule(workers []*worker) (*schedule, error) {
	if len(workers) == 0 {
		return nil, errors.New("experiment: there is no device to run on")
	}
	s := &schedule{workers: workers, busy: map[string]int{}, alone: map[string]bool{}, short: map[string]bool{}}
	s.changed = sync.NewCond(s)
	return s, nil
}

// add makes a queue of runs, before any worker takes one.
func (s *schedule) add(b *batchable, runs []int) {
	if b.stop.Time > 0 {
		s.deal.shuffle(runs)
	}
	q := &queue{batchable: b, runs: runs, sizes: map[*worker]*batchSize{}, refused: map[*worker]error{}}
	for _, w := range s.workers {
		q.sizes[w] = &batchSize{count: w.first, most: max(w.first, mostReplicas)}
		if b.stop.Time > 0 {
			// Time is a run's own, so runs do not share what is theirs.
			q.sizes[w] = &batchSize{count: w.lanes, most: w.lanes}
		}
		if w.rank > 0 && (b.remote() || b.stop.Time > 0) {
			q.refused[w] = errShared
		}
	}
	s.queues = append(s.queues, q)
}

// take gives a worker something to do, or nil when there is nothing left that
// it could do.
func (s *schedule) take(w *worker) (*queue, []int) {
	s.Lock()
	defer s.Unlock()
	for !s.stopped {
		later := false // there is something, but not now
		var able []*queue
		for _, q := range s.queues {
			if q.refused[w] != nil || len(q.runs) == 0 && len(q.suspect) == 0 {
				continue
			}
			if s.mustWait(w, q) {
				later = true
				continue
			}
			if able = append(able, q); q.stop.Time == 0 {
				break
			}
		}
		if q := s.deal.pick(able); q != nil {
			batch := q.next(w, s.workers)
			s.began(w, q, batch)
			return q, batch
		}
		if s.inFlight == 0 && !later {
			break
		}
		s.changed.Wait() // what another worker has may come back
	}
	return nil, nil
}

// mustWait tells that a worker must not take of a queue now; the lock is held.
func (s *schedule) mustWait(w *worker, q *queue) bool {
	return s.alone[w.id] || s.short[w.id] || q.stop.Time > 0 && s.busy[w.id] > 0 ||
		w.rank >= spare && len(q.suspect) == 0 && len(q.runs)+q.inFlight > w.lanes
}

// next is a batch for a worker.
func (q *queue) next(w *worker, workers []*worker) (batch []int) {
	if last := len(q.suspect) - 1; last >= 0 {
		n := min(q.sizes[w].count, len(q.suspect[last]))
		batch = q.suspect[last][:n:n]
		if q.suspect[last] = q.suspect[last][n:]; len(q.suspect[last]) == 0 {
			q.suspect = q.suspect[:last]
		}
		return batch
	}
	// At the end all workers get a share, what they have counted in.
	able := q.able(workers)
	n := min(q.sizes[w].count, max(w.lanes, (len(q.runs)+q.inFlight+able-1)/able), len(q.runs))
	batch = q.runs[:n:n]
	q.runs = q.runs[n:]
	return batch
}

// able is how many workers share runs of which there are many.
func (q *queue) able(workers []*worker) (count int) {
	for _, w := range workers {
		if w.rank < spare && q.refused[w] == nil {
			count++
		}
	}
	return max(1, count)
}

// refuse keeps the workers of a device from the runs, and reports whether nobody is
// left.
func (q *queue) refuse(workers []*worker, id string, err error) bool {
	for _, w := range workers {
		if w.id == id {
			q.refused[w] = err
		}
	}
	return len(q.refused) == len(workers)
}

// began counts a batch that a worker gets; the lock is held.
func (s *schedule) began(w *worker, q *queue, batch []int) {
	s.inFlight++
	s.busy[w.id]++
	s.alone[w.id] = q.stop.Time > 0
	q.inFlight += len(batch)
}

// ended counts a batch that no worker has any more; the lock is held.
func (s *schedule) ended(q *queue, w *worker, batch []int) {
	s.inFlight--
	s.busy[w.id]--
	s.alone[w.id], s.short[w.id] = false, false
	q.inFlight -= len(batch)
	s.changed.Broadcast()
}

// finished is the end of a batch, but for the rest of it, which goes back: in halves,
// if one of its runs has broken the others off. It reports whether all is over.
func (s *schedule) finished(q *queue, w *worker, batch, rest []int, took time.Duration, err error) bool {
	s.Lock()
	defer s.Unlock()
	s.ended(q, w, batch)
	if s.halves && len(rest) > 1 && errors.As(err, new(*brokenError)) {
		q.suspect = append(q.suspect, rest[len(rest)/2:], rest[:len(rest)/2])
		return s.err != nil
	}
	q.runs = append(slices.Clip(rest), q.runs...)
	switch {
	case err == nil:
		if len(rest) == 0 && took > 0 {
			q.sizes[w].learn(len(batch), took, w.device != nil)
		}
	case scarce(err) && s.busy[w.id] > 0: // what others have may be what is missing
		s.short[w.id] = true
	case len(batch) > 1 && scarce(err):
		q.sizes[w].count = len(batch) / 2
		q.sizes[w].most = q.sizes[w].count
	case !refusal(err) || q.refuse(s.workers, w.id, err):
		s.err = cmp.Or(s.err, err)
		s.stopped = true
	}
	return s.err != nil
}

// refusal tells errors of a device that another one need not have.
func refusal(err error) bool {
	return scarce(err) || errors.As(err, new(*driver.CompileError)) || errors.As(err, new(*search.UnsuitedError))
}

// scarce tells errors that fewer runs at once need not have.
func scarce(err error) bool {
	var room *search.UnsuitedError
	var child interface{ Unusable() bool } // it does not say whether it was the memory
	return errors.As(err, new(*device.OutOfMemoryError)) || errors.As(err, &room) && room.Memory || errors.As(err, &child) && child.Unusable() || shortage(err)
}

// stop keeps workers from taking more.
func (s *schedule) stop() {
	s.Lock()
	defer s.Unlock()
	s.stopped = true
	s.changed.Broadcast()
}

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
