// Replicas compares two algorithms by twenty runs each: one run says little.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/warbler-opt/warbler"
)

const n = 48

// signs is the energy of a sequence of signs: the sum of the squares of its autocorrelations,
// which is to be small. For 48 signs 140 is the least (Packebusch and Mertens 2016).
func signs(bits warbler.Bits) int {
	var s [n]int
	for i := range s {
		s[i] = -1
		if bits.Has(i) {
			s[i] = 1
		}
	}
	energy := 0
	for lag := 1; lag < n; lag++ {
		sum := 0
		for i := range n - lag {
			sum += s[i] * s[i+lag]
		}
		energy += sum * sum
	}
	return energy
}

func main() {
	problem := warbler.Binary(n, signs, warbler.Minimize(), warbler.Name("signs"))
	for _, algorithm := range []string{"genetic", "tabu"} {
		result, err := warbler.Solve(context.Background(), problem, warbler.Algorithm(algorithm),
			warbler.Replicas(20), warbler.Generations(100), warbler.Target(220))
		if err != nil {
			log.Fatal(err)
		}
		s := result.Statistics()
		fmt.Printf("%s: best %v, mean %.1f, deviation %.1f, worst %v; %d of %d reached 220\n",
			algorithm, s.Best, s.Mean, s.Deviation, s.Worst, s.Hits, s.Count)
	}
}
