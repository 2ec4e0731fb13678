package pipeline

// paths keeps assignments only; a row is the assignment and the place of the
// clause to divide on.
type paths struct {
	*instance
	shortest bool
}

func (p *paths) begin(row []uint32) { row[p.words] = p.choose(row[:p.words], 0) }

func (p *paths) done(row []uint32) bool { return row[p.words] == uint32(len(p.clauses)) }

// choose is the clause to divide on, or the number of clauses when all are
// satisfied; those before from are. What is satisfied stays so along a path, so the
// first clause moves in one direction.
func (p *paths) choose(a []uint32, from uint32) uint32 {
	if p.shortest {
		from = 0
	}
	best, fewest := uint32(len(p.clauses)), 4
	for at := from; at < uint32(len(p.clauses)) && fewest > 1; at++ {
		c := p.clauses[at]
		if satisfied(a, c) {
			continue
		}
		if !p.shortest {
			return at
		}
		if _, count := left(a, c); count < fewest {
			best, fewest = at, count
		}
	}
	return best
}

func (p *paths) divide(row []uint32, to *branches) {
	a, from := row[:p.words], row[p.words]
	rest, count := left(a, p.clauses[from])
	to.outputs += uint32(count)
	p.eachBranch(a, rest, count, func(j int) {
		next := p.choose(a, from)
		if next == uint32(len(p.clauses)) {
			to.found(j, a)
		}
		list := to.list(j)
		*list = append(append(*list, a...), next)
	})
}
