package nsga2_test

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/problem/profits"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/nsga2" // registers the algorithm
)

func Example() {
	p, err := profits.New(&profits.Instance{
		Profits:    [][]int64{{9, 5, 1, 4}, {1, 5, 9, 4}},
		Weights:    [][]int64{{2, 2, 2, 3}},
		Capacities: []int64{4},
	})
	if err != nil {
		panic(err)
	}
	algorithm, err := search.Lookup("nsga2")
	if err != nil {
		panic(err)
	}
	stop := search.Stop{Steps: 50}
	e, err := algorithm.Engine(context.Background(), search.Config{Problem: p, Replicas: search.Seeds(1, 1), Stop: stop})
	if err != nil {
		panic(err)
	}
	defer e.Close()
	if _, err := search.Run(context.Background(), e, stop); err != nil {
		panic(err)
	}
	front, err := e.(search.Fronted).Front(0)
	if err != nil {
		panic(err)
	}
	for _, m := range front {
		fmt.Printf("%v %04b\n", m.Scores, m.Genome.Bits[0])
	}
	// Output:
	// [14 6] 0011
	// [10 10] 0101
	// [6 14] 0110
}
