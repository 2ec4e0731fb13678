package searchtest

import (
	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/problem/sat"
)

// DrawFormula draws a small formula of short clauses, whose literals may repeat,
// exclude each other or be missing altogether.
func DrawFormula(t *rapid.T) *sat.Formula {
	vars := rapid.IntRange(1, 90).Draw(t, "vars")
	width := rapid.IntRange(1, 6).Draw(t, "width")
	f := &sat.Formula{Name: "drawn", Vars: vars, Start: []uint32{0}}
	literal := rapid.Custom(func(t *rapid.T) int32 {
		x := int32(rapid.IntRange(1, vars).Draw(t, "variable"))
		if rapid.Bool().Draw(t, "negated") {
			return -x
		}
		return x
	})
	for range rapid.IntRange(0, 4*vars).Draw(t, "clauses") {
		f.Add(1, rapid.SliceOfN(literal, 0, width).Draw(t, "clause")...)
	}
	return f
}
