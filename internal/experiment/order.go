package experiment

import (
	"math"

	"github.com/warbler-opt/warbler/internal/rng"
)

// drawDeal is the individual of what is drawn for the order of runs; a tuner's candidates
// count from 0.
const drawDeal = math.MaxUint32 - 1

// deal is an order that is drawn from a seed. Runs that time ends are dealt in it: other
// load on the machine comes and goes, and must not fall on one algorithm alone.
type deal struct {
	seed  uint64
	drawn uint64
}

// below is a number below n.
func (d *deal) below(n int) int {
	d.drawn++
	return rng.Below(rng.Address{Seed: d.seed, Step: d.drawn, Individual: drawDeal, Purpose: rng.Tune}.Word(0), n)
}

// shuffle brings runs into an order.
func (d *deal) shuffle(runs []int) {
	for i := len(runs) - 1; i > 0; i-- {
		j := d.below(i + 1)
		runs[i], runs[j] = runs[j], runs[i]
	}
}

// pick is one of the queues that a worker can take of: the first, or of those whose runs
// time ends one by chance, as likely as it has runs.
func (d *deal) pick(queues []*queue) *queue {
	if len(queues) == 0 || queues[0].stop.Time == 0 {
		return first(queues)
	}
	total := 0
	for _, q := range queues {
		if q.stop.Time > 0 {
			total += len(q.runs)
		}
	}
	if total == 0 { // what is left is suspect
		return queues[0]
	}
	at := d.below(total)
	for _, q := range queues {
		if q.stop.Time > 0 {
			if at < len(q.runs) {
				return q
			}
			at -= len(q.runs)
		}
	}
	return queues[0]
}

func first(queues []*queue) *queue {
	if len(queues) == 0 {
		return nil
	}
	return queues[0]
}
