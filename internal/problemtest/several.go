package problemtest

import (
	_ "embed"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed several.cl
var severalText string

// EqualScores compares the kernel of a problem with several objectives with its
// Go code on every device, on genomes that it makes from the seed.
func EqualScores(t *testing.T, p problem.MultiObjective, seed uint64) {
	t.Helper()
	const count = 40
	g := RandomGenomes(p.Representation(), count, seed)
	m := len(p.Criteria())
	violation := func(problem.Genome) problem.Score { return 0 }
	if c, ok := p.(problem.Constrained); ok {
		violation = c.Violation
	}
	devicetest.Each(t, func(t *testing.T, d device.Device) {
		got := make([]problem.Score, count*(m+1)) // each genome's scores before its violation
		k := p.(problem.ScoresKernelled).ScoresKernel()
		var defines kernel.Defines
		defines.Add("TEAM", 1)
		defines.Add("CACHED", 0)
		defines.Add("OBJECTIVES", m)
		part := kernel.Part{Name: "problemtest/several.cl", Text: severalText}
		launch(t, d, p, k, append(defines, k.Defines...), "judge_several", part, device.Shape{Groups: 1, Group: 64, Local: 8}, g, got, uint32(count))
		want := make([]problem.Score, m)
		for i := range count {
			p.Scores(g.At(i), want)
			for k, s := range append(want, violation(g.At(i))) {
				if got[i*(m+1)+k] != s {
					t.Fatalf("genome %d: number %d is %d, in Go %d", i, k, got[i*(m+1)+k], s)
				}
			}
		}
	})
}
