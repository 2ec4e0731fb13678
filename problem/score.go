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

// ObjectiveOf is the objective of a problem: plain integers to be maximised
// unless it says otherwise.
func ObjectiveOf(p Problem) Objective {
	if v, ok := p.(Valued); ok {
		return v.Objective()
	}
	return Objective{}
}

// Number is a score as a float64, for arithmetic: means, deviations, plots.
// It is still larger for better, and decimals are unscaled.
func (o Objective) Number(s Score) float64 {
	if o.Float {
		return ToFloat(s)
	}
	return float64(s)
}

// Value is a score as people state it: a cost where one minimises, with its
// decimals.
func (o Objective) Value(s Score) float64 {
	v := o.Number(s)
	if o.Decimals > 0 {
		v /= math.Pow10(o.Decimals)
	}
	if o.Minimize {
		return 0 - v
	}
	return v
}

// Format writes a score as people state it, exactly.
func (o Objective) Format(s Score) string {
	if o.Float {
		return strconv.FormatFloat(o.Value(s), 'g', -1, 64)
	}
	text := strconv.FormatInt(s, 10)
	if o.Minimize {
		if strings.HasPrefix(text, "-") {
			text = text[1:]
		} else if s != 0 {
			text = "-" + text
		}
	}
	if o.Decimals == 0 {
		return text
	}
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
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
