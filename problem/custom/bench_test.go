package custom

import (
	"os"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
)

// BenchmarkSatchel scores batches of the example in C, and of the same knapsack
// built in.
func BenchmarkSatchel(b *testing.B) {
	text, err := os.Open("../../examples/evolve/satchel.c")
	if err != nil {
		b.Fatal(err)
	}
	defer text.Close()
	f, err := readFragment(text, "../../examples/evolve/satchel.c", Options{})
	if err != nil {
		b.Fatal(err)
	}
	if err := f.compile(b.Context()); err != nil {
		b.Skip(err)
	}
	mine, err := f.load()
	if err != nil {
		b.Fatal(err)
	}
	file, err := os.Open("../../examples/knapsack-50.txt")
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	list, err := knapsack.Read(file, "knapsack-50.txt")
	if err != nil {
		b.Fatal(err)
	}
	sack, err := knapsack.New(list[0], "penalty")
	if err != nil {
		b.Fatal(err)
	}
	g := problemtest.RandomGenomes(mine.Representation(), 512, 1)
	scores := make([]problem.Score, 512)
	for name, p := range map[string]problem.BatchEvaluator{"custom": mine.(problem.BatchEvaluator), "built-in": sack.(problem.BatchEvaluator)} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				p.EvaluateBatch(g, scores)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/512, "ns/genome")
		})
	}
}
