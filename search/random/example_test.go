package random_test

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/random" // registers the algorithm
)

func Example() {
	p, err := onemax.New(20)
	if err != nil {
		panic(err)
	}
	algorithm, err := search.Lookup("random")
	if err != nil {
		panic(err)
	}
	stop := search.Stop{Steps: 100}
	e, err := algorithm.Engine(context.Background(), search.Config{Problem: p, Stop: stop})
	if err != nil {
		panic(err)
	}
	defer e.Close()
	result, err := search.Run(context.Background(), e, stop)
	if err != nil {
		panic(err)
	}
	best := result.Solution()
	fmt.Println(best.Score, "of 20 after", best.Evaluations, "evaluations")
	// Output:
	// 18 of 20 after 10100 evaluations
}
