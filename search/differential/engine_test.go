package differential

import (
	"math"
	"testing"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/search"
)

func TestBadParametersAreRefused(t *testing.T) {
	searchtest.Refused(t, algorithm(t), map[string]search.Config{
		"parameter population:":        {Values: search.Values{"population": "3"}},
		"set population to at least 6": {Values: search.Values{"population": "5", "strategy": "rand/2/bin"}},
		"one of rand/1/bin":            {Values: search.Values{"strategy": "rand/1"}},
		"parameter f:":                 {Values: search.Values{"f": "2.5"}},
		"parameter cr:":                {Values: search.Values{"cr": "-0.1"}},
		"one of none, jde":             {Values: search.Values{"adapt": "no"}},
	})
}

func TestForeignCheckpointIsRefused(t *testing.T) {
	searchtest.Foreign(t, algorithm(t), search.Values{"f": "0.7"})
}

func TestProblemWithoutKernelStaysOnTheCPU(t *testing.T) { searchtest.WithoutKernel(t, algorithm(t)) }

func TestCancellation(t *testing.T) { searchtest.CanceledVectors(t, algorithm(t)) }

// Donors differ from the member and from each other, and every one of them is
// as likely as the others.
func TestDonors(t *testing.T) {
	const n, rounds = 7, 7000
	var count [mostDonors][n]int
	at := rng.Address{Seed: 5, Purpose: rng.Donor}
	for round := range rounds {
		at.Step, at.Individual = uint64(round), uint32(round%n)
		var x [8]uint32
		x[0], x[1], x[2], x[3] = at.Block(0)
		x[4], x[5], x[6], x[7] = at.Block(1)
		var list [mostDonors]uint32
		draw(list[:], at, &x, at.Individual, n)
		seen := map[uint32]bool{at.Individual: true}
		for k, d := range list {
			if seen[d] || d >= n {
				t.Fatalf("member %d has donors %v", at.Individual, list)
			}
			seen[d] = true
			count[k][d]++
		}
	}
	for k := range count {
		for d, c := range count[k] { // 1000 expected, with a deviation of about 29
			if c < 850 || c > 1150 {
				t.Errorf("donor %d was member %d in %d of %d rounds", k, d, c, rounds)
			}
		}
	}
}

func TestWithin(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{0.25, 0.25}, {-1, -1}, {2, 2}, {-1.5, -0.5}, {2.5, 1.5}, {-10, 2}, {10, -1},
		{math.Inf(1), -1}, {math.Inf(-1), 2}, {math.NaN(), -1},
	} {
		if got := within(c.x, -1, 2); got != c.want {
			t.Errorf("within(%v, -1, 2) = %v, want %v", c.x, got, c.want)
		}
	}
	if got := within(7, 3, 3); got != 3 {
		t.Errorf("a gene without a range became %v", got)
	}
}
