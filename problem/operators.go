package problem

// Operators are ways to make genomes that a problem brings with it, in Go: those that are
// set replace the algorithm's. What is random in them comes from at, and from nowhere
// else. They run on the CPU. A problem that has some has
//
//	Operators() Operators
//
// and an algorithm that has no use for one of them refuses it.
type Operators struct {
	First  func(g Genome, at Random)           // fills a genome of the first population
	Cross  func(a, b, child Genome, at Random) // makes a child, which holds a, of two parents
	Mutate func(child Genome, at Random)       // changes a child
}

// OperatorsOf are the operators that a problem brings with it.
func OperatorsOf(p Problem) Operators {
	if b, ok := p.(interface{ Operators() Operators }); ok {
		return b.Operators()
	}
	return Operators{}
}
