package experiment

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/problem/sat"
)

// maxClauses is the most that a plan may generate at once: beyond it a number is
// a slip of the pen that would take all memory.
const maxClauses = 1 << 22

// readGenerated reads a [[problem]] whose instances are drawn and not read, so
// that a plan needs no files.
func (e *entry) readGenerated() {
	if e.Text("generate") != "3sat" {
		e.Failf("generate", "it is 3sat")
	}
	variables := e.Whole("variables", 50, 3, 1<<20)
	// Around 4.26 clauses for each variable formulas are hardest.
	clauses := e.Whole("clauses", int64(math.Round(4.26*float64(variables))), 1, 1<<22)
	first := e.Whole("seed", 1, 0, math.MaxInt32)
	count := e.Whole("count", 1, 1, 1<<12)
	if count*clauses > maxClauses {
		key := "variables"
		for _, k := range []string{"count", "clauses"} {
			if e.Has(k) {
				key = k
				break
			}
		}
		e.Failf(key, "%d formulas of %d clauses are more than %d clauses", count, clauses, maxClauses)
	}
	var list []*subject
	for seed := first; seed < first+count && e.Err() == nil; seed++ {
		f, err := sat.Generate(3, int(variables), int(clauses), uint64(seed))
		if err != nil {
			e.Fail("generate", err)
			return
		}
		f.Name = fmt.Sprintf("3sat-%d-%d#%d", variables, clauses, seed)
		list = append(list, e.formula(f))
	}
	e.subjects = func(string) []*subject { return list }
}
