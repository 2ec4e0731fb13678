package swarm

import (
	"fmt"
	"slices"

	"github.com/warbler-opt/warbler/internal/cnf"
)

// MaxVars is how many variables a formula may have: ranks and variables share a
// word.
const MaxVars = 1023

// none is no literal.
const none = ^uint32(0)

// Formula is clauses of two and three literals, by literal. The constant false is
// one variable more, so that all clauses have three; and before it come as many
// that are in no clause as make it a multiple of 32, so that formulas of about the
// same size share their kernels.
type Formula struct {
	real  int // variables
	vars  int // with those in no clause
	root  truth
	first []uint32 // by literal: its first pair; one more at the end
	pairs []uint32 // the two other literals of its clauses, in 16 bits each
}

// New is a formula of clauses of two and three literals of different variables.
func New(vars int, binary [][2]uint32, ternary [][3]uint32) (*Formula, error) {
	if vars > MaxVars {
		return nil, &cnf.LimitError{By: "swarm",
			Text: fmt.Sprintf("%d variables are left after simplification, and a swarm takes at most %d", vars, MaxVars)}
	}
	f := &Formula{real: vars, vars: (vars+32)/32*32 - 1}
	f.root = make(truth, f.words())
	for v := vars; v <= f.vars; v++ {
		f.root.set(uint32(2*v + 1))
	}
	vars = f.vars
	f.first = make([]uint32, 2*vars+1)
	all := slices.Clone(ternary)
	for _, c := range binary {
		all = append(all, [3]uint32{c[0], c[1], uint32(2 * vars)})
	}
	for _, c := range all {
		for _, l := range c {
			if int(l) < 2*vars {
				f.first[l+1]++
			}
		}
	}
	for l := range 2 * vars {
		f.first[l+1] += f.first[l]
	}
	f.pairs = make([]uint32, f.first[2*vars])
	next := slices.Clone(f.first)
	for _, c := range all {
		for i, l := range c {
			if int(l) < 2*vars {
				f.pairs[next[l]] = c[(i+1)%3] | c[(i+2)%3]<<16
				next[l]++
			}
		}
	}
	return f, nil
}

// words is how many words have the truth of all literals, two bits a variable.
func (f *Formula) words() int { return 2 * (f.vars + 1) / 32 }

// literals lists the variables' true literals.
func (f *Formula) literals(t truth) []uint32 {
	list := []uint32{}
	for l := range uint32(2 * f.real) {
		if t.of(l) == 1 {
			list = append(list, l)
		}
	}
	return list
}

// truth is which literals are true, a bit each.
type truth []uint32

// of is 0 where a literal is open, 1 where it is true and 2 where it is false.
func (t truth) of(l uint32) uint32 {
	x := t[l>>5] >> (l & 30)
	return x>>(l&1)&1 | x>>(^l&1)&1<<1
}

func (t truth) set(l uint32) { t[l>>5] |= 1 << (l & 31) }
