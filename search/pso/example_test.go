package pso_test

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/pso" // registers the algorithm
)

func Example() {
	p, err := function.New("rosenbrock", 5)
	if err != nil {
		panic(err)
	}
	target := problem.FromFloat(-1e-6) // scores are larger for better
	stop := search.Stop{Target: &target, Steps: 5000}
	algorithm, err := search.Lookup("pso")
	if err != nil {
		panic(err)
	}
	e, err := algorithm.Engine(context.Background(), search.Config{
		Problem:  p,
		Values:   search.Values{"topology": "global"},
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
		fmt.Printf("%.2f ", x)
	}
	fmt.Println()
	// Output:
	// target
	// 1.00 1.00 1.00 1.00 1.00
}
