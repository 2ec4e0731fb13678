package genetic

import (
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
)

// breeder chooses parents and makes their children. One belongs to one
// goroutine.
type breeder struct {
	variation.Breeder
	plan      *plan
	couples   []couple       // the parents of a block
	words     []uint64       // their parents, where those are single words
	positions []uint64       // their places on a wheel
	found     []hint         // what its guide says of those
	missed    []uint32       // the places of which it does not say enough
	touched   uint64         // keeps the compiler from leaving loads out
	spare     problem.Genome // a child that is made but not wanted
}

func newBreeder(p *plan) *breeder {
	return &breeder{Breeder: variation.NewBreeder(&p.Operators), plan: p, spare: problem.NewGenomes(p.Rep, 1).At(0)}
}
