// Design finds the choices between the weight and the sag of a beam. A simulation tells
// both, can fail, and may take only so long.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/warbler-opt/warbler"
)

// simulate loads a beam of a width and a height in centimeters: its weight in kilograms and
// its sag in millimeters. It fails where the beam breaks, and does not converge where it is flat.
func simulate(ctx context.Context, x []float64) ([]float64, error) {
	width, height := x[0], x[1]
	const load, length, stiffness = 5000.0, 300.0, 1.1e6 // newtons, cm, N/cm²
	if stress := 6 * load * length / (width * height * height); stress > 2400 {
		return nil, errors.New("the beam breaks")
	}
	if width > 15 && height < 18 {
		<-ctx.Done() // it does not converge
		return nil, ctx.Err()
	}
	inertia := width * height * height * height / 12
	return []float64{0.0005 * width * height * length, 10 * load * length * length * length / (3 * stiffness * inertia)}, nil
}

func main() {
	beam := warbler.TryReal([]float64{1, 5}, []float64{20, 50}, simulate,
		warbler.Objectives("weight", "sag"), warbler.Minimize(), warbler.EvaluationTimeout(200*time.Millisecond), warbler.Name("beam"))
	result, err := warbler.Solve(context.Background(), beam, warbler.Generations(60), warbler.Param("population", 40))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Evaluations, "simulations,", result.Failed, "failed;", len(result.Front), "designs are left, of which some:")
	for i := 0; i < len(result.Front); i += 8 {
		s := result.Front[i]
		fmt.Printf("weight %5.1f sag %6.2f: %4.1f x %4.1f\n", s.Values[0], s.Values[1], s.Genome.Reals[0], s.Genome.Reals[1])
	}
}
