package quantum

import (
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
)

// ring is a quarter of a turn, in units of 0.005π. A Q-bit is an angle from 0,
// where its gene is 0, to ring, where it is 1; the signs of its two amplitudes
// would only say in which quadrant the angle really lies.
const ring = 100

// even is the angle of a Q-bit whose gene is as likely 0 as 1.
const even = ring / 2

// chances are the probabilities of 1, as thresholds of 32 bits; at ring it is
// certain, and the threshold is not looked at.
var chances = func() (t [ring + 1]uint32) {
	for k := 1; k < ring; k++ {
		s := elementary.Sin(float64(k) * (math.Pi / (2 * ring)))
		t[k] = uint32(math.Floor(float64(s*s)*(1<<32) + 0.5))
	}
	t[ring] = math.MaxUint32
	return t
}()

// table has where every Q-bit goes: [gene, best gene, at least as good][angle].
// moves tells the cases in which some do not stay.
type table struct {
	next  [8][256]uint8 // ring + 1 are used; a byte needs no check
	moves [8]bool
}

// uppers are the upper bytes of the chances.
var uppers = func() (t [256]uint8) {
	for k, x := range chances {
		t[k] = uint8(x >> 24)
	}
	return t
}()

// rotation is the rotations toward 1 of the eight cases; no probability goes below
// epsilon.
type rotation struct {
	angles  [8]int
	epsilon float64
}

// newTable makes the table of a rotation.
func newTable(r rotation) *table {
	lo := 0
	for lo < even && float64(chances[lo]) < r.epsilon*(1<<32) {
		lo++
	}
	var t table
	for c, d := range r.angles {
		for k := range ring + 1 {
			t.next[c][k] = uint8(min(max(turn(k, d), lo), ring-lo))
			if int(t.next[c][k]) != k {
				t.moves[c] = true
			}
		}
	}
	return &t
}

// turn is an angle turned toward 1. At the ends a turn further is none; one
// that leads over an end comes back, since the sign of one amplitude has changed.
func turn(k, d int) int {
	if d > 0 && k == ring || d < 0 && k == 0 {
		return k
	}
	for k += d; k < 0 || k > ring; {
		if k < 0 {
			k = -k
		} else {
			k = 2*ring - k
		}
	}
	return k
}
