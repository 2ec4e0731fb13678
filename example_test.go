package warbler_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem/knapsack"
)

// A problem is a function: here the numbers 1, 4, 9, … 10,000 are dealt to two
// hands so that their sums differ as little as can be.
func Example() {
	hands := warbler.Binary(100, func(left warbler.Bits) int {
		difference := 0
		for i := range 100 {
			if square := (i + 1) * (i + 1); left.Has(i) {
				difference += square
			} else {
				difference -= square
			}
		}
		return max(difference, -difference)
	}, warbler.Minimize(), warbler.Bound(0))

	result, err := warbler.Solve(context.Background(), hands, warbler.Time(10*time.Second))
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Value, result.Status, warbler.Bits(result.Best.Bits).Count())
	// Output:
	// 0 optimal 45
}

func ExampleReal() {
	// A valley around the unit circle, whose lowest point is (1, 0).
	valley := warbler.Real([]float64{-5, -5}, []float64{5, 5}, func(x []float64) float64 {
		return 100*math.Abs(math.Hypot(x[0], x[1])-1) + math.Abs(x[0]-1)
	}, warbler.Minimize())
	result, err := warbler.Solve(context.Background(), valley, warbler.Target(1e-6))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.3f at (%.3f, %.3f): %v\n", result.Value, result.Best.Reals[0], math.Abs(result.Best.Reals[1]), result.Status)
	// Output:
	// 0.000 at (1.000, 0.000): target
}

func ExamplePermutation() {
	// Jobs on one machine: each takes some days and is paid by the day it waits.
	days, pay := []int{6, 2, 9, 4, 7, 3, 8, 5}, []int{4, 5, 3, 9, 2, 8, 6, 7}
	jobs := warbler.Permutation(len(days), func(order []uint16) int {
		cost, day := 0, 0
		for _, job := range order {
			day += days[job]
			cost += pay[job] * day
		}
		return cost
	}, warbler.Minimize())
	result, err := warbler.Solve(context.Background(), jobs)
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Value, result.Best.Order)
	// Output:
	// 671 [5 1 3 7 6 0 2 4]
}

func ExampleDiscrete() {
	// Eight queens, one in each column: no two share a row or a diagonal.
	queens := warbler.Discrete(8, 8, func(row []uint8) int {
		attacks := 0
		for i := range row {
			for j := range i {
				if d := int(row[i]) - int(row[j]); d == 0 || d == i-j || d == j-i {
					attacks++
				}
			}
		}
		return attacks
	}, warbler.Minimize(), warbler.Bound(0))
	result, err := warbler.Solve(context.Background(), queens, warbler.Algorithm("robust"))
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Value, result.Status)
	// Output:
	// 0 optimal
}

// Any type of package problem's folders is solved the same way.
func ExampleSolve() {
	file, err := os.Open("examples/knapsack-50.txt")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	instances, err := knapsack.Read(file, "knapsack-50")
	if err != nil {
		panic(err)
	}
	sack, err := knapsack.New(instances[0], "greedy")
	if err != nil {
		panic(err)
	}
	result, err := warbler.Solve(context.Background(), sack,
		warbler.Algorithm("genetic"), warbler.Param("population", 100), warbler.Seed(7), warbler.Replicas(5), warbler.Generations(100), warbler.Device("cpu"))
	if err != nil {
		panic(err)
	}
	for _, run := range result.Runs {
		fmt.Println(run.Seed, run.Score)
	}
	fmt.Println(result.Reproduce())
	// Output:
	// 7 14832
	// 8 14832
	// 9 14832
	// 10 14832
	// 11 14832
	// warbler.Solve(ctx, problem, warbler.Algorithm("genetic"), warbler.Param("population", 100), warbler.Seed(7), warbler.Replicas(5), warbler.Generations(100))
}

// Progress is a loop. Leaving it ends the run.
func ExampleRun_Progress() {
	run := warbler.New(context.Background(), alike(), warbler.Every(20), warbler.Generations(1000))
	for p := range run.Progress() {
		fmt.Println(p.Steps, p.Value)
		if p.Value >= 85 {
			break
		}
	}
	result, err := run.Result()
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Value, result.Status)
	// Output:
	// 20 70
	// 40 73
	// 60 77
	// 80 83
	// 100 87
	// 87 interrupted
}

// alike counts neighbors that are equal: 99 where all genes are.
func alike() warbler.Problem {
	return warbler.Binary(100, func(g warbler.Bits) int {
		pairs := 0
		for i := range 99 {
			if g.Has(i) == g.Has(i+1) {
				pairs++
			}
		}
		return pairs
	}, warbler.Name("alike"))
}

// Replicas tell how sure a search is of its answer.
func ExampleResult_Statistics() {
	result, err := warbler.Solve(context.Background(), alike(), warbler.Replicas(5), warbler.Generations(200), warbler.Target(90))
	if err != nil {
		panic(err)
	}
	s := result.Statistics()
	fmt.Printf("best %v, mean %.1f, deviation %.2f, worst %v; %d of %d reached 90\n", s.Best, s.Mean, s.Deviation, s.Worst, s.Hits, s.Count)
	for _, run := range result.Runs {
		fmt.Println(run.Seed, run.Value, run.Status)
	}
	// Output:
	// best 91, mean 89.0, deviation 1.58, worst 87; 2 of 5 reached 90
	// 1 89 steps
	// 2 88 steps
	// 3 87 steps
	// 4 91 target
	// 5 90 target
}

// A loop of your own: it asks for values, and you tell them.
func ExampleLoop() {
	space := warbler.Real[float64]([]float64{0, 0}, []float64{1, 1}, nil, warbler.Minimize())
	loop := warbler.NewLoop(context.Background(), space, warbler.Param("population", 20), warbler.Generations(50))
	defer loop.Close()
	batches := 0
	for batch := loop.Ask(); batch != nil; batch = loop.Ask() {
		values := make([]float64, len(batch))
		for i, g := range batch { // a simulation, a laboratory, a cluster
			values[i] = math.Abs(g.Reals[0]-0.25) + math.Abs(g.Reals[1]-0.75)
		}
		if err := loop.Tell(values); err != nil {
			panic(err)
		}
		batches++
	}
	result, err := loop.Result()
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d batches: %.3f %.3f\n", batches, result.Best.Reals[0], result.Best.Reals[1])
	// Output:
	// 51 batches: 0.250 0.750
}

// A run that was stopped goes on where it was.
func ExampleResume() {
	folder, err := os.MkdirTemp("", "warbler")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	state := filepath.Join(folder, "state")
	ctx := context.Background()

	half, err := warbler.Solve(ctx, alike(), warbler.Generations(20), warbler.Checkpoint(state))
	if err != nil {
		panic(err)
	}
	rest, err := warbler.Solve(ctx, alike(), warbler.Generations(40), warbler.Resume(state))
	if err != nil {
		panic(err)
	}
	whole, err := warbler.Solve(ctx, alike(), warbler.Generations(40))
	if err != nil {
		panic(err)
	}
	fmt.Println(half.Value, rest.Value, whole.Value)
	// Output:
	// 70 73 73
}
