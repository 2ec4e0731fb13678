package pipeline

import (
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
)

// ring is how the formulas that are kept are shared between a device and the
// host. On the device they are a stack in a ring; when it is nearly full, its
// oldest quarter is swapped out, and when it is nearly empty, what was swapped out
// last comes back below the others. So where a formula lies does not change the
// search.
type ring struct {
	capacity int // formulas
	chunks   [][]uint32
}

// swapSize is how many formulas are swapped at once.
func (r *ring) swapSize() int { return r.capacity / 4 }

// fits is how many steps can be made before something must be swapped.
func (d *onDevice) fits() int {
	size := int(d.state[stateSize])
	steps := (d.capacity - size) / (2 * d.batch)
	if len(d.chunks) > 0 {
		steps = min(steps, size/d.batch)
	}
	return steps
}

// swap brings a chunk to the host, or back.
func (d *onDevice) swap() error {
	n, head := d.swapSize(), int(d.state[stateHead])
	if int(d.state[stateSize])+2*d.batch > d.capacity {
		words := make([]uint32, n*d.row)
		if err := d.move(words, head, n, false); err != nil {
			return err
		}
		d.chunks = append(d.chunks, words)
		d.swapped += int64(n)
		head += n
	} else {
		last := len(d.chunks) - 1
		head += d.capacity - n
		if err := d.move(d.chunks[last], head%d.capacity, n, true); err != nil {
			return err
		}
		d.chunks = slices.Delete(d.chunks, last, last+1)
		n = -n
	}
	d.state[stateHead] = uint32(head % d.capacity)
	d.state[stateSize] -= uint32(n)
	d.state[stateSwapped] += uint32(n)
	return d.queue.Write(d.buffers["state"], 0, population.Bytes(d.state[:stateSwapped+1]))
}

// move copies n formulas from a place of the ring on to the host's memory, word by
// word of the rows, or the other way.
func (d *onDevice) move(words []uint32, at, n int, in bool) error {
	arena := d.buffers["arena"]
	for w := range d.row {
		column := words[w*n : (w+1)*n]
		for _, piece := range [2]struct{ from, to, slot int }{
			{0, min(n, d.capacity-at), at}, {min(n, d.capacity-at), n, 0},
		} {
			memory := population.Bytes(column[piece.from:piece.to])
			if len(memory) == 0 {
				continue
			}
			offset := 4 * (w*d.capacity + piece.slot)
			var err error
			if in {
				err = d.queue.Write(arena, offset, memory)
			} else {
				err = d.queue.Read(memory, arena, offset)
			}
			if err != nil {
				return err
			}
		}
	}
	return d.wait()
}

// open is the share of all assignments that was swapped out.
func (r *ring) open(words int) float64 {
	sum := 0.0
	a, n := make([]uint32, words), r.swapSize()
	for _, c := range r.chunks {
		for i := range n {
			for w := range words {
				a[w] = c[w*n+i]
			}
			sum += math.Ldexp(1, -assigned(a))
		}
	}
	return sum
}
