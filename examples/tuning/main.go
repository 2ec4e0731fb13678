// Tuning finds settings of several types: numbers, magnitudes, whole numbers, choices and
// switches, all fields of one struct.
package main

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/warbler-opt/warbler"
)

// settings are what a training can be told. The tags say what is tried.
type settings struct {
	Rate    float64 `warbler:"1e-5..1 log"`
	Dropout float64 `warbler:"0..0.9"`
	Layers  int     `warbler:"1..12"`
	Batch   int     `warbler:"16|32|64|128"`
	Method  string  `warbler:"sgd|momentum|adam"`
	Warmup  bool
}

// loss stands for a training: a rate that fits the method and the batch, layers that fit the dropout.
func loss(s settings) float64 {
	best := map[string]float64{"sgd": 0.1, "momentum": 0.03, "adam": 0.001}[s.Method] * math.Sqrt(float64(s.Batch)/32)
	loss := 0.2 + 0.1*math.Pow(math.Log10(s.Rate/best), 2)
	loss += 0.01*math.Pow(float64(s.Layers)-6-4*s.Dropout, 2) + 0.5*math.Pow(s.Dropout-0.3, 2)
	if s.Method == "adam" && !s.Warmup {
		loss += 0.05
	}
	if s.Method == "sgd" {
		loss += 0.1
	}
	return loss + 0.0002*float64(s.Batch)
}

func main() {
	space := warbler.SpaceOf[settings]()
	known, err := space.Genome(map[string]any{"Rate": 0.01, "Dropout": 0.5, "Layers": 3, "Batch": 32, "Method": "sgd", "Warmup": false})
	if err != nil {
		log.Fatal(err)
	}
	training := warbler.Mixed(space, loss, warbler.Minimize(), warbler.Name("training"))
	result, err := warbler.Solve(context.Background(), training, warbler.Generations(200), warbler.Start(known))
	if err != nil {
		log.Fatal(err)
	}
	var best settings
	if err := space.Fill(&best, result.Best); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("loss %.4f by %s\n", result.Value, result.Algorithm)
	fmt.Printf("rate %.2g, dropout %.2f, %d layers, batches of %d, %s, warmup %v\n",
		best.Rate, best.Dropout, best.Layers, best.Batch, best.Method, best.Warmup)
}
