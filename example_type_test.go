package warbler_test

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem"
)

// word is a problem of its own type: a text is to be found by the number of its
// letters that are right.
type word string

// Name implements warbler.Problem.
func (w word) Name() string { return "word" }

// Representation implements warbler.Problem: one of 27 symbols for each letter.
func (w word) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Discrete, Length: len(w), Alphabet: 27}
}

// Evaluate implements warbler.Problem.
func (w word) Evaluate(g warbler.Genome) (right problem.Score) {
	for i, s := range g.Symbols {
		if " abcdefghijklmnopqrstuvwxyz"[s] == w[i] {
			right++
		}
	}
	return right
}

// Bound implements problem.Targeted: nothing is better than all letters.
func (w word) Bound() (problem.Score, bool) { return problem.Score(len(w)), true }

// A problem is any type with three methods. More of them are powers that the
// algorithms look for.
func ExampleProblem() {
	result, err := warbler.Solve(context.Background(), word("methinks it is like a weasel"), warbler.Seed(3))
	if err != nil {
		panic(err)
	}
	text := ""
	for _, s := range result.Best.Symbols {
		text += " abcdefghijklmnopqrstuvwxyz"[s : s+1]
	}
	fmt.Println(text, result.Status)
	// Output:
	// methinks it is like a weasel optimal
}
