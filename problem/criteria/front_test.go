package criteria

import (
	"math"
	"testing"

	"github.com/warbler-opt/warbler/internal/dominance"
	"github.com/warbler-opt/warbler/internal/indicator"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// TestReferenceFronts wants points of which none dominates another and that no random
// feasible solution dominates, at most about the points that an algorithm finds.
func TestReferenceFronts(t *testing.T) {
	for _, name := range names() {
		p, err := find(name, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		front := p.ReferenceFront()
		if len(front) < 20 || len(front) > 3000 {
			t.Errorf("%s: a front of %d", name, len(front))
		}
		if n := len(maxima(front)); n < len(front)*99/100 {
			t.Errorf("%s: of %d points %d are dominated", name, len(front), len(front)-n)
		}
		g := problemtest.RandomGenomes(p.Representation(), 500, 5)
		values := make([]float64, len(p.reference))
		for i := range g.Len() {
			p.values(g.At(i), values)
			if p.Violation(g.At(i)) != 0 {
				continue
			}
			for _, f := range front {
				worse, better := false, false
				for m, v := range values {
					worse, better = worse || v > f[m], better || v < f[m]-1e-9
				}
				if better && !worse {
					t.Fatalf("%s: %v dominates %v of the front", name, values, f)
				}
			}
		}
	}
}

// The fronts of ZDT1 and DTLZ2 dominate areas and volumes that are known: 1.1² less a third
// and the strips, and 1.1³ less an eighth of a ball.
func TestReferenceVolumes(t *testing.T) {
	for name, want := range map[string]float64{"zdt1": 1.21 - 1.0/3, "zdt2": 1.21 - 2.0/3, "dtlz1": math.Pow(0.55, 3) - 0.125/6, "dtlz2": 1.331 - math.Pi/6} {
		p, err := find(name, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		var scores [][]problem.Score
		for _, f := range p.ReferenceFront() {
			var s []problem.Score
			for _, v := range f {
				s = append(s, problem.FromFloat(-v))
			}
			scores = append(scores, s)
		}
		if got := indicator.FrontVolume(p.Criteria(), scores); got > want || got < 0.93*want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if got := len(dominance.Maxima(scores)); got != len(scores) {
			t.Errorf("%s: %d of %d points", name, got, len(scores))
		}
	}
}
