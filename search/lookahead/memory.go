package lookahead

import (
	"fmt"
	"math/bits"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem/sat"
)

// maxClauses is the largest formula that is searched, as it is read and once
// its clauses have three literals at most.
const maxClauses = 1_000_000

// tooLarge is the error of a formula with more clauses than that; what they are
// follows their number.
func tooLarge(f *sat.Formula, clauses int, what string) error {
	return &cnf.LimitError{Text: fmt.Sprintf(
		"%s: it has %d clauses%s; lookahead is for at most %d, and a CDCL solver such as CaDiCaL or Kissat is the better tool for this one",
		f.Name, clauses, what, maxClauses)}
}

// memory is how many bytes may be used on the host.
func (o Options) memory() uint64 { return cnf.Allowed(o.Memory) }

// ready finds that a formula is too large to be prepared: it has too many clauses,
// or what is made of it, with cubes and what else is at work, needs too much.
func (o Options) ready(f *sat.Formula) error {
	if f.Clauses() > maxClauses {
		return tooLarge(f, f.Clauses(), "")
	}
	return cnf.Fits(f.Name, preparing(f)+cubing(o.Cubes)+o.beside, o.memory())
}

// preparing is how many bytes prepare needs at most, what it makes among them.
func preparing(f *sat.Formula) uint64 {
	need := 4096 + 96*uint64(f.Vars) + 72*uint64(f.Clauses()) + 20*uint64(len(f.Lits))
	for c := range f.Clauses() {
		need += splitting(len(f.Clause(c)))
	}
	return need
}

// splitting is how many bytes the parts of a clause need, and the lines that define
// its new variables.
func splitting(literals int) uint64 {
	if literals <= 3 {
		return 0
	}
	return uint64(160*(literals-3) + 4*literals*bits.Len(uint(literals)))
}

// walking is how many bytes a walk needs at most.
func walking(f *sat.Formula) uint64 {
	return 65536 + 64*uint64(f.Vars) + 100*uint64(f.Clauses()) + 28*uint64(len(f.Lits))
}

// cubing is how many bytes cubes need in a search, besides the clauses that exclude
// them: as they were read, as parts, and as clauses.
func cubing(cubes [][]int32) uint64 {
	need := uint64(0)
	for _, c := range cubes {
		need += 300 + 16*uint64(len(c))
	}
	return need
}

// bytes is how many a prepared formula holds.
func (p *prepared) bytes() uint64 {
	need := 8*cap(p.binary) + 12*cap(p.ternary) + 4*cap(p.names) + 4*cap(p.number) + cap(p.values) + 24*(cap(p.defined)+cap(p.learned))
	for _, list := range [][][]int32{p.defined, p.learned} {
		for _, clause := range list {
			need += 4*cap(clause) + 8
		}
	}
	return uint64(need)
}

// footprint is how many bytes a goroutine needs for its search at most: lists of
// clauses, which grow on the path, and the weights of the nodes on it. Clauses that
// exclude cubes are among them.
func (p *prepared) footprint(cubes [][]int32) uint64 {
	vars, three, two := uint64(p.vars), uint64(len(p.ternary)), uint64(len(p.binary))
	for _, c := range cubes {
		vars += uint64(max(len(c)-3, 0))
		three += uint64(max(len(c)-2, 1))
	}
	return 512 + 8*vars*min(vars, heldWeights/(2*max(vars, 1))+1) + 400*vars + 200*three + 64*two
}

// within is how many goroutines may search: no more than the memory has room for,
// beside the formula, the cubes and what else is at work.
func (p *prepared) within(o Options) (int, error) {
	held := p.bytes() + cubing(o.Cubes) + o.beside
	for _, c := range o.Cubes {
		held += splitting(len(c))
	}
	each := p.footprint(o.Cubes)
	if err := cnf.Fits(p.formula.Name, held+each, o.memory()); err != nil {
		return 0, err
	}
	return int(min(uint64(o.Threads), (o.memory()-held)/each)), nil
}
