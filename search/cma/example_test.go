package cma_test

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/cma" // registers the algorithm
)

func Example() {
	p, err := function.New("rosenbrock", 5)
	if err != nil {
		panic(err)
	}
	target := problem.FromFloat(-1e-9) // scores are larger for better
	stop := search.Stop{Target: &target, Steps: 5000}
	algorithm, err := search.Lookup("cma")
	if err != nil {
		panic(err)
	}
	e, err := algorithm.Engine(context.Background(), search.Config{
		Problem:  p,
		Replicas: search.Seeds(1, 4),
		Stop:     stop,
	})
	if err != nil {
		panic(err)
	}
	defer e.Close()
	result, err := search.Run(context.Background(), e, stop)
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Status)
	for _, x := range result.Solution().Genome.Reals {
		fmt.Printf("%.3f ", x)
	}
	fmt.Println()
	// Output:
	// target
	// 1.000 1.000 1.000 1.000 1.000
}
