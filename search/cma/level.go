package cma

import (
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
)

// level is a size of the population with all that follows from it: Table 1 of
// the tutorial. Devices get it as a table, so logarithms are taken here only.
type level struct {
	lambda   int
	mu       int
	chunks   int       // steps of a generation
	weights  []float64 // w by rank; negative ones after the first μ
	sum      float64   // of all weights
	gap      int       // generations between two decompositions of C
	window   int       // generations whose best values TolFun compares
	patience int       // generations without a new best that end a run
	cc       float64   // learning rate of pc …
	ccn      float64   // … and √(cc (2 − cc) μeff)
	cs       float64   // learning rate of ps …
	csn      float64   // … and √(cs (2 − cs) μeff)
	fade     float64   // (1 − cs)²
	damp     float64   // cs / ds
	c1       float64   // learning rate of the rank-one update …
	cmu      float64   // … and of the rank-μ update
	chi      float64   // the expected length of z
	stall    float64   // ps longer than this holds pc back
}

// levels are the populations of the first run and of those after some restarts.
func levels(n, cells, chunk, restarts, increase int, parents float64) []level {
	list := []level{newLevel(n, cells, chunk, 1, parents)}
	for chunks := increase; len(list) <= restarts && increase > 1; chunks *= increase {
		if chunk*chunks > mostOf(cells) {
			break
		}
		list = append(list, newLevel(n, cells, chunk*chunks, chunks, parents))
	}
	return list
}

// newLevel is a size for n genes and a matrix of some cells.
func newLevel(n, cells, lambda, chunks int, parents float64) level {
	l := level{lambda: lambda, chunks: chunks}
	l.mu = max(1, min(lambda, int(math.Floor(float64(parents*float64(lambda))))))
	w := make([]float64, lambda)
	var sum, squares, minus, minusSquares float64
	for i := range w {
		w[i] = elementary.Log(float64(l.mu)+0.5) - elementary.Log(float64(i+1)) // (49)
		if i < l.mu {
			sum += w[i]
			squares += float64(w[i] * w[i])
		} else {
			minus -= w[i]
			minusSquares += float64(w[i] * w[i])
		}
	}
	size := float64(n)
	mueff := float64(sum*sum) / squares
	l.cc = (4 + mueff/size) / (size + 4 + float64(2*mueff)/size)                // (56)
	l.cs = (mueff + 2) / (size + mueff + 5)                                     // (55)
	l.c1 = 2 / (float64((size+1.3)*(size+1.3)) + mueff)                         // (57)
	l.cmu = 2 * (mueff - 1.75 + 1/mueff) / (float64((size+2)*(size+2)) + mueff) // (58)
	if cells < n*n {
		// A diagonal has less to learn: Ros and Hansen, section 3.
		l.c1 = float64(l.c1 * ((size + 2) / 3))
		l.cmu = float64(l.cmu * ((size + 2) / 3))
	}
	l.cmu = min(1-l.c1, l.cmu)
	ds := 1 + float64(2*max(0, math.Sqrt((mueff-1)/(size+1))-1)) + l.cs // (55)

	// (50) to (53): the negative weights are as strong as C stays positive definite.
	scale := 0.0
	if minus > 0 {
		minuseff := float64(minus*minus) / minusSquares
		scale = min(1+l.c1/l.cmu, 1+float64(2*minuseff)/(mueff+2), (1-l.c1-l.cmu)/float64(size*l.cmu)) / minus
	}
	for i := range w {
		if i < l.mu {
			w[i] /= sum
		} else {
			w[i] = float64(scale * w[i])
		}
		l.sum += w[i]
	}
	l.weights = w
	l.ccn = math.Sqrt(float64(float64(l.cc*(2-l.cc)) * mueff))
	l.csn = math.Sqrt(float64(float64(l.cs*(2-l.cs)) * mueff))
	l.fade = float64((1 - l.cs) * (1 - l.cs))
	l.damp = l.cs / ds
	l.chi = float64(math.Sqrt(size) * (1 - 1/float64(4*size) + 1/float64(21*float64(size*size))))
	l.stall = float64((1.4 + 2/(size+1)) * l.chi)
	l.gap = max(1, int(0.5/float64(size*(l.c1+l.cmu))))
	l.window = 10 + (30*n+lambda-1)/lambda
	l.patience = 120 + int(float64(100*float64(size*math.Sqrt(size)))/float64(lambda))
	return l
}
