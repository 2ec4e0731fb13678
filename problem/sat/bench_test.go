package sat

import (
	"bytes"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// bigText is a random 3-SAT formula as text.
func bigText(t testing.TB, clauses int, r Random) []byte {
	t.Helper()
	r.Width, r.Vars, r.Clauses, r.Seed = 3, clauses/4, clauses, 1
	f, err := Generate(r)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func BenchmarkRead(b *testing.B) {
	for _, c := range []struct {
		name string
		r    Random
	}{{"cnf", Random{}}, {"wcnf", Random{MaxWeight: 1000, Hard: 0.5}}} {
		text := bigText(b, 200_000, c.r)
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for range b.N {
				if _, err := Read(bytes.NewReader(text), "x"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// benchmarkFormulas are a SATLIB formula, and random ones with weights and
// hard clauses.
func benchmarkFormulas(b *testing.B) map[string]*Formula {
	list := map[string]*Formula{"uf250-01": readFile(b, problemtest.Data(b), "satlib/uf250-1065/uf250-01.cnf")}
	for name, r := range map[string]Random{"weighted": {MaxWeight: 1000}, "partial": {Hard: 0.5}} {
		r.Width, r.Vars, r.Clauses, r.Seed = 3, 250, 1065, 1
		f, err := Generate(r)
		if err != nil {
			b.Fatal(err)
		}
		list[name] = f
	}
	f, err := Generate(Random{Width: 2, Vars: 140, Clauses: 1200, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	list["max2sat"] = f
	return list
}

func BenchmarkEvaluate(b *testing.B) {
	for name, f := range benchmarkFormulas(b) {
		p, err := newProblem(f)
		if err != nil {
			b.Fatal(err)
		}
		const count = 1024
		g := problem.NewGenomes(p.Representation(), count)
		for i := range count { // uniform, as a search begins
			for w := range g.At(i).Bits {
				g.At(i).Bits[w] = rng.Address{Individual: uint32(i)}.Mask64(uint32(w), 1<<31)
			}
		}
		scores := make([]problem.Score, count)
		b.Run(name+"/one", func(b *testing.B) {
			for i := range b.N {
				scores[i%count] = p.Evaluate(g.At(i % count))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/genome")
		})
		b.Run(name+"/batch", func(b *testing.B) {
			for range b.N {
				p.EvaluateBatch(g, scores)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/genome")
		})
	}
}

func BenchmarkFlip(b *testing.B) {
	for name, f := range benchmarkFormulas(b) {
		p, err := newProblem(f)
		if err != nil {
			b.Fatal(err)
		}
		s := p.Moves(problemtest.RandomGenomes(p.Representation(), 5, 1).At(4)).(*state)
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				s.Flip(i % f.Vars)
			}
		})
		b.Run(name+"/gain", func(b *testing.B) {
			sum := problem.Score(0)
			for i := range b.N {
				sum += s.Gain(i % f.Vars)
			}
			if sum == 1 {
				b.Log("what a coincidence")
			}
		})
	}
}
