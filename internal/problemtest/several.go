package problemtest

import (
	"context"
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
	devicetest.Each(t, func(t *testing.T, d device.Device) {
		got := scoresOn(t, d, p, g)
		want := make([]problem.Score, m)
		for i := range count {
			p.Scores(g.At(i), want)
			for k, s := range append(want, problem.ViolationOf(p, g.At(i))) {
				if got[i*(m+1)+k] != s {
					t.Fatalf("genome %d: number %d is %d, in Go %d", i, k, got[i*(m+1)+k], s)
				}
			}
		}
	})
}

// scoresOn are the scores of genomes on a device, each genome's before its
// violation.
func scoresOn(t *testing.T, d device.Device, p problem.MultiObjective, g problem.Genomes) []problem.Score {
	t.Helper()
	k := p.(problem.ScoresKernelled).ScoresKernel()
	r, m := p.Representation(), len(p.Criteria())
	src := kernel.Source{Name: "problemtest/" + p.Name()}
	src.Defines = append([]kernel.Define{
		{Name: "KIND", Value: int(r.Kind)}, {Name: "LEN", Value: r.Length}, {Name: "WORDS", Value: r.Words()},
		{Name: "STRIDE", Value: r.Stride()}, {Name: "TEAM", Value: 1}, {Name: "CACHED", Value: 0}, {Name: "OBJECTIVES", Value: m},
	}, k.Defines...)
	src.Parts = append([]kernel.Part{kernel.Philox, {Name: "problemtest/harness.cl", Text: harnessText}}, k.Parts...)
	src.Parts = append(src.Parts, kernel.Part{Name: "problemtest/several.cl", Text: severalText})
	ctx := context.Background()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	program, err := d.Compile(ctx, src)
	check(err)
	defer program.Close()
	entry, err := program.Kernel("judge_several")
	check(err)
	q, err := d.NewQueue()
	check(err)
	defer q.Close()
	data := k.Data
	if len(data) == 0 {
		data = make([]uint64, 1)
	}
	scores := make([]problem.Score, g.Len()*(m+1))
	var list []any
	for _, b := range [][]byte{rowBytes(g), bytesOf(data), bytesOf(scores)} {
		mem, err := d.Alloc(len(b))
		check(err)
		defer mem.Close()
		check(q.Write(mem, 0, b))
		list = append(list, mem)
	}
	check(q.Launch(entry, device.Shape{Groups: (g.Len() + 63) / 64, Group: 64, Local: 8}, append(list, uint32(g.Len()))...))
	check(q.Read(bytesOf(scores), list[2].(device.Buffer), 0))
	check(q.Wait(ctx))
	return scores
}
