// Features chooses the columns of a table that a linear model should use: the
// set with the least cross-validated error. The objective is a Go function that
// fits a model for each of five folds.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/warbler-opt/warbler"
)

const rows, columns, folds = 200, 40, 5

// What the data are made of: the rest of the columns is noise.
var truth = map[int]float64{3: 2, 8: -1.5, 17: 1, 22: 0.8, 31: -0.6}

// fold is the rows that a model is tested on, and the sums of products of
// columns over the others; the last column is to be foretold.
type fold struct {
	tested [][]float64
	sums   [columns + 1][columns + 1]float64
}

func main() {
	data := generate()
	cost := func(chosen warbler.Bits) float64 {
		used, squares := slices.Collect(chosen.Ones()), 0.0
		for i := range data {
			weights := fit(&data[i], used)
			for _, row := range data[i].tested {
				miss := row[columns]
				for k, j := range used {
					miss -= weights[k] * row[j]
				}
				squares += miss * miss
			}
		}
		return math.Sqrt(squares/rows) + 0.002*float64(len(used)) // a feature must be worth its keep
	}
	features := warbler.Binary(columns, cost, warbler.Minimize(), warbler.Name("features"))
	result, err := warbler.Solve(context.Background(), features, warbler.Param("population", 100), warbler.Generations(150))
	if err != nil {
		log.Fatal(err)
	}
	chosen := slices.Collect(warbler.Bits(result.Best.Bits).Ones())
	fmt.Printf("chosen: %v of %d, error %.3f\n", chosen, columns, result.Value)
	fmt.Printf("of these %v made the data\n", slices.DeleteFunc(chosen, func(j int) bool { return truth[j] == 0 }))
	fmt.Printf("with all columns the error is %.3f\n", cost(warbler.Bits{1<<columns - 1}))
}

// generate draws the table and deals it to folds.
func generate() (data [folds]fold) {
	random := rand.New(rand.NewPCG(7, 7))
	for i := range rows {
		row := make([]float64, columns+1)
		for j := range columns {
			row[j] = random.NormFloat64()
			row[columns] += truth[j] * row[j]
		}
		row[columns] += random.NormFloat64()
		for f := range data {
			if i%folds == f {
				data[f].tested = append(data[f].tested, row)
				continue
			}
			for a := range row {
				for b := range row {
					data[f].sums[a][b] += row[a] * row[b]
				}
			}
		}
	}
	return data
}

// fit solves the normal equations of some columns by elimination.
func fit(f *fold, used []int) []float64 {
	n, weights := len(used), make([]float64, len(used))
	m := make([][]float64, n)
	for i, a := range used {
		for _, b := range used {
			m[i] = append(m[i], f.sums[a][b])
		}
		m[i] = append(m[i], f.sums[a][columns])
	}
	for i := range n { // the matrix is positive definite: no need to exchange rows
		for k := range n {
			for j, ratio := n, m[k][i]/m[i][i]; k != i && j >= i; j-- {
				m[k][j] -= ratio * m[i][j]
			}
		}
	}
	for i := range weights {
		weights[i] = m[i][n] / m[i][i]
	}
	return weights
}
