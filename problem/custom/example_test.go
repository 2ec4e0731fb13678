package custom_test

import (
	"context"
	"fmt"
	"log"

	"github.com/warbler-opt/warbler/problem/custom"
	"github.com/warbler-opt/warbler/search"
)

// A program calls custom.Serve first in its main, for it is also the child that
// runs the fragment.
func ExampleOpen() {
	ctx := context.Background()
	p, err := custom.Open(ctx, "../../examples/evolve/satchel.c", custom.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	algorithm, err := search.Lookup("genetic")
	if err != nil {
		log.Fatal(err)
	}
	stop := search.Stop{Steps: 200}
	engine, err := algorithm.Engine(ctx, search.Config{Problem: p, Replicas: search.Seeds(1, 1), Stop: stop})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	result, err := search.Run(ctx, engine, stop)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Solution().Score)
}
