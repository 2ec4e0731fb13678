package answer

import "github.com/warbler-opt/warbler/problem"

// Ordered is the genome of a list of places: the inverse of problem.Genome.List.
func Ordered(list []int) problem.Genome {
	g := problem.Genome{Order: make([]uint16, len(list))}
	for i, x := range list {
		g.Order[i] = uint16(x)
	}
	return g
}
