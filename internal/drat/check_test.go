package drat

import (
	"errors"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
)

// square has all clauses of two variables, triple all of three; spread says that
// one of four is true, and that none is.
const (
	square = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
	spread = "p cnf 6 7\n1 2 3 4 0\n-1 5 0\n-2 5 0\n-3 5 0\n-4 5 0\n-5 6 0\n-5 -6 0\n"
	triple = "p cnf 3 8\n1 2 3 0\n-1 2 3 0\n1 -2 3 0\n1 2 -3 0\n-1 -2 3 0\n-1 2 -3 0\n1 -2 -3 0\n-1 -2 -3 0\n"
)

func check(t *testing.T, cnf, proof string) (lemmas int, err error) {
	t.Helper()
	f, err := sat.Read(strings.NewReader(cnf), "x.cnf")
	if err != nil {
		t.Fatal(err)
	}
	return Check(f, strings.NewReader(proof), "x.drat")
}

func TestRight(t *testing.T) {
	for _, c := range []struct {
		name, cnf, proof string
		want             int
	}{
		{"one lemma", square, "2 0\n", 1},
		{"with the empty clause", square, "c so it goes\n 2 0\n0\n", 1},
		{"over two lines", triple, "1\n2 0 d 1 2 3 0\n1 0\n2 0\n0\n", 3},
		{"nothing needed", "p cnf 1 2\n1 0\n-1 0\n", "", 0},
		{"nothing needed but given", "p cnf 1 2\n1 0\n-1 0\n", "0\n", 0},
		{"an empty clause", "p cnf 1 1\n0\n", "", 0},
		{"repeated literals", "p cnf 2 4\n1 2 2 0\n-1 2 -1 0\n1 -2 0\n-1 -2 0\n", "d 2 1 1 0\n1 0\n", 0},
		// A new variable, false where 1 or 2 is true: its clauses need RAT.
		{"a definition", spread, "7 1 2 0\n-7 3 4 0\n-5 0\n", 3},
		{"deletion of a unit is ignored", "p cnf 2 3\n1 0\n-1 2 0\n-1 -2 0\n", "d 1 0\n0\n", 0},
	} {
		got, err := check(t, c.cnf, c.proof)
		if c.name == "repeated literals" {
			if !errors.Is(err, problem.ErrWrong) { // without (1 or 2) it can be satisfied
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v, want %+v", c.name, got, err, c.want)
		}
	}
}

func TestWrong(t *testing.T) {
	satisfiable := "p cnf 3 3\n1 2 0\n-1 3 0\n2 3 0\n"
	for _, c := range []struct{ name, cnf, proof, want string }{
		{"nothing", square, "", "x.drat: the proof ends without the empty clause"},
		// The first is harmless, but the second does not follow.
		{"too soon", triple, "1 0\n0\n", "x.drat:2: the clause does not follow from those before it"},
		{"satisfiable", satisfiable, "0\n", "x.drat:1: the clause does not follow from those before it"},
		{"a consequence is none of the empty clause", satisfiable, "3 2 0\n0\n", "x.drat:2: the clause does not follow from those before it"},
		{"deleted what is needed", square, "d 1 2 0\nc x\n2 0\n0\n", "x.drat:3: the clause does not follow from those before it"},
		{"deleted what is not there", square, "d 1 0\n", "x.drat:1: there is no such clause to delete"},
		{"deleted twice", square, "d 1 2 0\nd 2 1 0\n", "x.drat:2: there is no such clause to delete"},
		{"a definition that is none", "p cnf 4 1\n1 2 3 4 0\n", "5 1 2 0\n-5 3 0\n", "x.drat:2: the clause does not follow from those before it"},
	} {
		_, err := check(t, c.cnf, c.proof)
		if !errors.Is(err, problem.ErrWrong) || err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestUnreadable(t *testing.T) {
	for proof, want := range map[string]string{
		"2 x 0\n":           `x.drat:1: "x" is not a literal; a proof has lines of literals that end with 0, deletions after a d`,
		"1 2 0\n1\n":        "x.drat:2: the last clause does not end with 0",
		"99999999999 0\n":   `x.drat:1: "99999999999" is not a literal; a proof has lines of literals that end with 0, deletions after a d`,
		"1 999999999 0\n":   "x.drat:1: variable 999999999; a proof may have up to 16777216 more than the formula's 3",
		"d d 1 2 0\n":       `x.drat:1: "d" is not a literal; a proof has lines of literals that end with 0, deletions after a d`,
		"-2147483648 0\n":   `x.drat:1: "-2147483648" is not a literal; a proof has lines of literals that end with 0, deletions after a d`,
		"s UNSATISFIABLE\n": `x.drat:1: "s" is not a literal; a proof has lines of literals that end with 0, deletions after a d`,
	} {
		_, err := check(t, triple, proof)
		if err == nil || errors.Is(err, problem.ErrWrong) || err.Error() != want {
			t.Errorf("%q: %v, want %q", proof, err, want)
		}
	}
}

// No proof of a formula that can be satisfied is right.
func FuzzCheck(f *testing.F) {
	for _, proof := range []string{"3 2 0\n0\n", "d 1 2 0\n-1 0\nc x\n0\n", "4 1 2 0\n-4 3 0\n0\n"} {
		f.Add(proof)
	}
	f.Fuzz(func(t *testing.T, proof string) {
		for _, x := range strings.Fields(proof) {
			if len(x) > 5 {
				return // a variable takes memory
			}
		}
		if _, err := check(t, "p cnf 3 3\n1 2 0\n-1 3 0\n2 3 0\n", proof); err == nil {
			t.Fatalf("%q is taken for a proof", proof)
		}
	})
}
