package report

import (
	"math"
	"strconv"
	"strings"
)

// missing stands where there is no number.
const missing = "–"

// scale is how the numbers of a column, or of all values of a problem, are
// written: with at most so many decimals, or in exponents.
type scale struct {
	decimals  int
	exponents bool
}

// scaleOf fits numbers of which three digits of a standard deviation mean
// something. Whole numbers are never in exponents, unless they are enormous.
func scaleOf(x []float64, deviation float64) scale {
	s := scale{decimals: 6}
	if deviation > 0 && !math.IsInf(deviation, 0) {
		s.decimals = max(0, 2-int(math.Floor(math.Log10(deviation))))
	}
	largest, smallest := sizes(x)
	s.exponents = largest >= 1e15 ||
		!exactAt(x, 0) && largest > 0 && (s.decimals > 8 || largest < 1e-3 || math.Log10(largest)-math.Log10(smallest) > 6)
	return s
}

// sizes are those of the largest and the smallest number, but for 0.
func sizes(x []float64) (largest, smallest float64) {
	smallest = math.Inf(1)
	for _, v := range x {
		if v = math.Abs(v); v > 0 && !math.IsInf(v, 0) {
			largest, smallest = max(largest, v), min(smallest, v)
		}
	}
	return largest, smallest
}

// align formats numbers that stand in one column, all in one way and with as
// few digits as show them exactly, if these are fewer than the scale's.
func align(x []float64, s scale) []string {
	digits, most := 0, s.decimals
	exact := exactAt
	if s.exponents {
		most, exact = 3, exactMantissas
	}
	for digits < most && !exact(x, digits) {
		digits++
	}
	text := make([]string, len(x))
	for i, v := range x {
		switch {
		case math.IsNaN(v):
			text[i] = missing
		case math.IsInf(v, 0):
			text[i] = strings.TrimPrefix(strings.ReplaceAll(strconv.FormatFloat(v, 'f', 0, 64), "Inf", "∞"), "+")
		case s.exponents:
			text[i] = exponential(v, digits)
		default:
			text[i] = group(strconv.FormatFloat(v, 'f', digits, 64))
		}
		text[i] = strings.Replace(text[i], "-", "−", 1)
	}
	return text
}

// exactMantissas tells that so many digits after the point show all numbers.
func exactMantissas(x []float64, digits int) bool {
	for _, v := range x {
		shown, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits, 64), 64) // it was formatted here
		if math.Abs(v-shown) > 1e-12*math.Abs(v) {
			return false
		}
	}
	return true
}

func exactAt(x []float64, decimals int) bool {
	scale := math.Pow(10, float64(decimals))
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		if s := v * scale; math.Abs(s-math.Round(s)) > 1e-9*max(1e-3, math.Abs(s)) {
			return false
		}
	}
	return true
}

// exponential is 1.234e−5.
func exponential(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	mantissa, power, _ := strings.Cut(strconv.FormatFloat(v, 'e', digits, 64), "e")
	exponent, _ := strconv.Atoi(power) // FormatFloat writes a number there
	if exponent == 0 {
		return mantissa
	}
	return mantissa + "e" + strings.Replace(strconv.Itoa(exponent), "-", "−", 1)
}

// group puts commas between thousands.
func group(s string) string {
	whole, fraction, point := strings.Cut(s, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	var b strings.Builder
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	s = sign + b.String()
	if point {
		s += "." + fraction
	}
	if strings.Trim(s, "-0.,") == "" { // no negative zero
		s = strings.TrimPrefix(s, "-")
	}
	return s
}

// Count is a whole number for people.
func Count(n int) string { return group(strconv.Itoa(n)) }

// Number is one number for people, with up to so many significant digits.
func Number(v float64, digits int) string {
	s := scaleOf([]float64{v}, math.NaN())
	if size := math.Abs(v); size > 0 && !math.IsInf(v, 0) {
		s.decimals = max(0, digits-1-int(math.Floor(math.Log10(size))))
	}
	return align([]float64{v}, s)[0]
}

// effort formats a column of times or counts: with two significant digits of
// the smallest and three of the largest, but no more than six decimals.
func effort(x []float64) []string {
	s := scale{}
	if largest, smallest := sizes(x); largest > 0 {
		s.decimals = max(0, 1-int(math.Floor(math.Log10(smallest))), 2-int(math.Floor(math.Log10(largest))))
		s.decimals = min(6, s.decimals)
		s.exponents = largest >= 1e15
	}
	return align(x, s)
}

// probability is a P for people.
func probability(p float64) string {
	switch {
	case math.IsNaN(p):
		return missing
	case p < 0.0001:
		return "< 0.0001"
	case p < 0.001:
		return strconv.FormatFloat(p, 'f', 4, 64)
	case p < 0.1:
		return strconv.FormatFloat(p, 'f', 3, 64)
	case p > 0.99:
		return "> 0.99"
	}
	return strconv.FormatFloat(p, 'f', 2, 64)
}

// equation is a probability in a sentence.
func equation(p float64) string {
	text := probability(p)
	if strings.HasPrefix(text, "<") || strings.HasPrefix(text, ">") {
		return "p " + text
	}
	return "p = " + text
}

// duration is a time for people.
func duration(seconds float64) string {
	switch {
	case seconds < 120:
		return Number(seconds, 3) + " s"
	case seconds < 7200:
		return Number(seconds/60, 3) + " min"
	case seconds < 48*3600:
		return Number(seconds/3600, 3) + " h"
	}
	return Number(seconds/86400, 3) + " days"
}
