package problem

import (
	"math"
	"strconv"
	"strings"
)

// Worst is the score of what cannot be scored: NaN maps to it.
const Worst Score = math.MinInt64

// FromFloat maps a float64 to an int64 so that larger floats give larger
// integers; -0 equals +0 and NaN is below everything.
func FromFloat(f float64) Score {
	if f != f {
		return Worst
	}
	b := int64(math.Float64bits(f + 0)) // -0 + 0 is +0
	if b < 0 {
		return math.MinInt64 - b
	}
	return b
}

// ToFloat is the inverse of FromFloat; Worst gives NaN.
func ToFloat(s Score) float64 {
	if s == Worst {
		return math.NaN()
	}
	if s < 0 {
		s = math.MinInt64 - s
	}
	return math.Float64frombits(uint64(s))
}

// ObjectiveOf is the objective of a problem: plain integers to be maximized
// unless it says otherwise.
func ObjectiveOf(p Problem) Objective {
	if v, ok := p.(Valued); ok {
		return v.Objective()
	}
	return Objective{}
}

// Number is a score as a float64, for arithmetic: means, deviations, plots.
// It is still larger for better, and decimals are unscaled. What violates
// constraints has none.
func (o Objective) Number(s Score) float64 {
	switch {
	case o.Float:
		return ToFloat(s)
	case o.Violation(s) != 0:
		return math.NaN()
	}
	return float64(s)
}

// Value is a score as people state it: a cost where one minimizes, with its
// decimals. What violates constraints has none.
func (o Objective) Value(s Score) float64 {
	if o.Violation(s) != 0 {
		return math.NaN()
	}
	if o.Float {
		if o.Minimize {
			return 0 - ToFloat(s)
		}
		return ToFloat(s)
	}
	negative, magnitude := o.signed(s)
	v := float64(magnitude)
	if o.Decimals > 0 {
		v /= math.Pow10(o.Decimals)
	}
	if negative {
		return -v
	}
	return v
}

// signed is the value of an integer score; it may need 65 bits.
func (o Objective) signed(s Score) (negative bool, magnitude uint64) {
	from, to := Score(0), s
	if o.Minimize {
		from, to = s, o.Total
	}
	if to < from {
		return true, uint64(from) - uint64(to)
	}
	return false, uint64(to) - uint64(from)
}

// Format writes a score as people state it, exactly, or "infeasible:2.5" with what is
// violated.
func (o Objective) Format(s Score) string {
	if v := o.Violation(s); v > 0 {
		return infeasible(v)
	}
	if o.Float {
		return strconv.FormatFloat(o.Value(s), 'g', -1, 64)
	}
	negative, magnitude := o.signed(s)
	sign, text := "", strconv.FormatUint(magnitude, 10)
	if negative {
		sign = "-"
	}
	if o.Decimals == 0 {
		return sign + text
	}
	for len(text) <= o.Decimals {
		text = "0" + text
	}
	whole, part := text[:len(text)-o.Decimals], strings.TrimRight(text[len(text)-o.Decimals:], "0")
	if part == "" {
		return sign + whole
	}
	return sign + whole + "." + part
}

// Feasible reports whether a score is one of a solution that violates nothing.
func (o Objective) Feasible(s Score) bool { return (o.Rule == "" || s >= 0) && o.Violation(s) == 0 }

// Describe is Format, but for a solution that is not feasible it says why not:
// "2 hard clauses violated".
func (o Objective) Describe(s Score) string {
	if o.Feasible(s) {
		return o.Format(s)
	}
	if o.Constrained {
		return "a violation of " + strconv.FormatFloat(o.Violation(s), 'g', -1, 64)
	}
	_, count := Objective{}.signed(s)
	if count == 1 {
		return "1 " + o.Rule + " violated"
	}
	return strconv.FormatUint(count, 10) + " " + o.Rule + "s violated"
}
