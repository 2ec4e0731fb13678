package nsga2

import (
	"sync"

	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
)

// breeder is what one worker makes children with.
type breeder struct {
	variation.Breeder
	spare problem.Genome // of a child that is made but not wanted
}

// breeders are those of all workers, which the replicas share.
type breeders struct {
	operators *variation.Operators
	made      sync.Once // when the first child is: a device needs none
	list      []breeder
}

// of is the breeder of a worker, one of so many.
func (b *breeders) of(worker, workers int) *breeder {
	b.made.Do(func() {
		for range workers {
			b.list = append(b.list, breeder{variation.NewBreeder(b.operators), problem.NewGenomes(b.operators.Rep, 1).At(0)})
		}
	})
	return &b.list[worker]
}
