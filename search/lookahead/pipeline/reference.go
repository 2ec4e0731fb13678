package pipeline

import (
	"context"
	"fmt"
	"slices"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem/sat"
)

// MaxLimit is the largest limit of Reference: brute force then tries up to 2²¹
// assignments.
const MaxLimit = 8

// Reference decides a formula by Algorithm 1 as section 2.1 has it before it is
// made parallel: recursion in depth, a random clause, and brute force on formulas of
// fewer clauses than limit, from 0 to MaxLimit. It is what the pipeline is measured
// against; nodes are its formulas.
func Reference(ctx context.Context, f *sat.Formula, seed uint64, limit int) (r Result, err error) {
	if limit < 0 || limit > MaxLimit {
		return r, fmt.Errorf("a limit of %d clauses for brute force; 0 to %d are possible", limit, MaxLimit)
	}
	p, err := newInstance(f, nil, false)
	if err != nil {
		return r, err
	}
	d := &recursion{ctx: ctx, formulas: formulas{instance: p}, seed: seed, limit: limit}
	row := make([]uint32, p.words+2+len(p.clauses))
	row[0] = 2
	d.begin(row)
	found := !p.refuted && d.solve(row)
	r.Formulas = d.outputs
	switch {
	case found:
		r.Status, r.Values = sat.Satisfiable, p.values(d.model)
	case ctx.Err() != nil:
		r.Status = sat.Unknown
	default:
		r.Status, r.Closed = sat.Unsatisfiable, 1
	}
	return r, nil
}

// recursion is the work of Reference.
type recursion struct {
	formulas
	ctx     context.Context
	seed    uint64
	limit   int
	outputs int64
	model   []uint32
}

// solve is Algorithm 1.
func (d *recursion) solve(row []uint32) bool {
	n := int(row[d.words+1])
	clauses := row[d.clausesAt():][:n]
	if n == 0 || n < d.limit {
		return d.bruteForce(row[:d.words], clauses)
	}
	if d.outputs%1024 < 3 && d.ctx.Err() != nil {
		return false
	}
	address := rng.Address{Seed: d.seed, Step: uint64(d.outputs), Purpose: rng.Walk}
	decided := clauses[address.Bounded(address.Word(0), 0, uint32(n))]
	for j := range length(decided) {
		d.outputs++
		child := slices.Clone(row)
		for i := range j + 1 {
			flip(child, decided>>(bitsOf*i)&ofBits^one(i < j))
		}
		if d.apply(child, clauses, decided, j) && d.solve(child) {
			return true
		}
	}
	return false
}

// bruteForce tries all values of the variables that are left.
func (d *recursion) bruteForce(a, clauses []uint32) bool {
	var vars []uint32
	for _, c := range clauses {
		for ; c != 0; c >>= bitsOf {
			if v := c & ofBits >> 1; !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
		}
	}
	for number := range 1 << len(vars) {
		try := slices.Clone(a)
		for k, v := range vars {
			flip(try, 2*v|uint32(number>>k&1))
		}
		if !slices.ContainsFunc(clauses, func(c uint32) bool { return !satisfied(try, c) }) {
			d.model = try
			return true
		}
	}
	return false
}
