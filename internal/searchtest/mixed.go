package searchtest

import (
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/criteria"
)

// mixedVariables has a variable of every type, in nine genes.
var mixedVariables = []problem.Variable{
	{Name: "share", Type: problem.Float, Lower: 0, Upper: 1},
	{Name: "rate", Type: problem.LogFloat, Lower: 0.01, Upper: 100},
	{Name: "count", Type: problem.Int, Lower: -3, Upper: 4},
	{Name: "color", Type: problem.Choice, Choices: []string{"red", "green", "blue", "white"}},
	{Name: "open", Type: problem.Bool},
	{Name: "route", Type: problem.Order, Length: 4},
}

// mixed is a problem of real vectors whose genes stand for variables.
type mixed struct {
	problem.Problem
	problem.Kernelled
	problem.Valued
	representation problem.Representation
}

// Representation implements problem.Problem.
func (m mixed) Representation() problem.Representation { return m.representation }

// mixedSeveral is such a problem with several objectives.
type mixedSeveral struct {
	problem.MultiObjective
	problem.ScoresKernelled
	representation problem.Representation
}

// Representation implements problem.Problem.
func (m mixedSeveral) Representation() problem.Representation { return m.representation }

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// Mixed is a problem with a variable of every type.
func Mixed() problem.Problem {
	r := must(problem.NewVariables(mixedVariables))
	p := Function("rastrigin", r.Length)
	return mixed{p, p.(problem.Kernelled), p.(problem.Valued), r}
}

// MixedSeveral is one with two objectives.
func MixedSeveral() problem.Problem {
	r := must(problem.NewVariables(mixedVariables))
	p := must(criteria.New("zdt4", r.Length))
	return mixedSeveral{p, p.(problem.ScoresKernelled), r}
}
