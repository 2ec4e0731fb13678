// Asktell owns its loop: it is asked for the values of a batch, and has four goroutines
// of its own that find them.
package main

import (
	"context"
	"fmt"
	"log"
	"sync"

	"github.com/warbler-opt/warbler"
)

const sensors = 8

// unseen is how much of a corridor from 0 to 100 no sensor sees, and what sensors see twice.
func unseen(x []float64) float64 {
	sum := 0.0
	for at := 0.5; at < 100; at++ {
		seen := 0.0
		for i := range sensors {
			if d := at - x[i]; d < 7 && d > -7 {
				seen++
			}
		}
		sum += (seen - 1) * (seen - 1)
	}
	return sum
}

func main() {
	lower, upper := make([]float64, sensors), make([]float64, sensors)
	for i := range upper {
		upper[i] = 100
	}
	corridor := warbler.Real[float64](lower, upper, nil, warbler.Minimize(), warbler.Name("corridor"))
	loop := warbler.NewLoop(context.Background(), corridor, warbler.Param("population", 60), warbler.Generations(150))
	defer loop.Close()
	asked := 0
	for batch := loop.Ask(); batch != nil; batch = loop.Ask() {
		values, work, wait := make([]float64, len(batch)), make(chan int), sync.WaitGroup{}
		for range 4 {
			wait.Go(func() {
				for i := range work {
					values[i] = unseen(batch[i].Reals)
				}
			})
		}
		for i := range batch {
			work <- i
		}
		close(work)
		wait.Wait()
		if err := loop.Tell(values); err != nil {
			log.Fatal(err)
		}
		asked += len(batch)
	}
	result, err := loop.Result()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.0f unseen or seen twice, %d asked for, %s by %s\n", result.Value, asked, result.Status, result.Algorithm)
}
