// Instance solves a knapsack from a file, with the genetic algorithm, and checks the answer
// with code that the search does not share.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: instance FILE, such as examples/knapsack-50.txt")
	}
	file, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	instances, err := knapsack.Read(file, file.Name())
	if err != nil {
		log.Fatal(err)
	}
	task, err := instances[0].Task(context.Background(), problem.Options{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := warbler.Solve(context.Background(), task.Problem, warbler.Device("cpu"), warbler.Generations(200))
	if err != nil {
		log.Fatal(err)
	}
	if err := task.Form.Check(result.Best, result.Score); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(instances[0].Profits), "items, checked; by", result.Algorithm)
	if err := task.Form.Write(os.Stdout, result.Best, result.Score); err != nil {
		log.Fatal(err)
	}
}
