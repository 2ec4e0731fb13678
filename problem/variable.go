package problem

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/elementary"
)

// VariableType is what the values of a variable are.
type VariableType int

// The types of variables.
const (
	Float    VariableType = iota // a number within a range
	LogFloat                     // a positive number, searched evenly over its magnitudes
	Int                          // a whole number within a range
	Choice                       // one of several words, without an order
	Bool                         // false or true
	Order                        // an order of 0 … Length-1
)

var typeNames = [...]string{"float", "log", "int", "choice", "bool", "order"}

// String is the type's name as it appears in messages.
func (t VariableType) String() string { return typeNames[t] }

// Variable is what one gene of a real genome stands for, or several in a row. Genes
// stay real numbers for the search; what they stand for is rounded from them, so that
// algorithms for real vectors work on variables of all types.
type Variable struct {
	Name    string
	Type    VariableType
	Lower   float64 // of Float, LogFloat and Int
	Upper   float64
	Choices []string // of Choice
	Length  int      // of Order
}

// domain says which values it has: "whole numbers from 1 to 20".
func (v Variable) domain() string {
	switch v.Type {
	case Int:
		return fmt.Sprintf("whole numbers from %.0f to %.0f", v.Lower, v.Upper)
	case Choice:
		return strings.Join(v.Choices, ", ")
	case Bool:
		return "false and true"
	case Order:
		return fmt.Sprintf("orders of 0 to %d", v.Length-1)
	}
	return fmt.Sprintf("numbers from %g to %g", v.Lower, v.Upper)
}

// mostWhole bounds Int: half of a unit more is still exact in a float64.
const mostWhole = 1 << 51

// NewVariables is the representation of genomes that stand for variables.
func NewVariables(list []Variable) (Representation, error) {
	r := Representation{Kind: Real, Variables: slices.Clone(list)}
	names := map[string]bool{}
	for i, v := range list {
		if err := v.validate(); err != nil {
			return r, err
		}
		if names[v.Name] {
			return r, fmt.Errorf("problem: two variables are called %s", v.Name)
		}
		names[v.Name] = true
		lower, upper := v.bounds()
		for range v.Genes() {
			r.Lower, r.Upper = append(r.Lower, lower), append(r.Upper, upper)
		}
		r.Variables[i].Choices = slices.Clone(v.Choices)
	}
	r.Length = len(r.Lower)
	return r, r.Validate()
}

func (v Variable) validate() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("problem: variable %s: %s", v.Name, fmt.Sprintf(format, args...))
	}
	span := v.Upper - v.Lower
	switch {
	case v.Name == "":
		return fmt.Errorf("problem: a variable has no name")
	case v.Type < Float || v.Type > Order:
		return bad("there is no type %d", int(v.Type))
	case v.Type <= Int && !(span >= 0 && span <= math.MaxFloat64):
		return bad("%v to %v is no range", v.Lower, v.Upper)
	case v.Type == LogFloat && !(v.Lower > 0):
		return bad("its values are searched by their logarithm, so %v to %v must be positive", v.Lower, v.Upper)
	case v.Type == Int && (v.Lower != math.Trunc(v.Lower) || v.Upper != math.Trunc(v.Upper) || math.Abs(v.Lower) > mostWhole || math.Abs(v.Upper) > mostWhole):
		return bad("%v to %v are no whole numbers of at most 2^51", v.Lower, v.Upper)
	case v.Type == Choice && len(v.Choices) == 0:
		return bad("there is nothing to choose from")
	case v.Type == Order && (v.Length < 1 || v.Length > 65535):
		return bad("an order has 1 to 65535 places, not %d", v.Length)
	}
	for i, c := range v.Choices {
		if slices.Contains(v.Choices[:i], c) {
			return bad("%q is there twice", c)
		}
	}
	return nil
}

// Genes is how many genes stand for the variable.
func (v Variable) Genes() int {
	if v.Type == Order {
		return v.Length
	}
	return 1
}

// bounds are those of its genes. A whole number has a unit around it, so that all
// are equally likely.
func (v Variable) bounds() (lower, upper float64) {
	switch v.Type {
	case LogFloat:
		return elementary.Log(v.Lower), elementary.Log(v.Upper)
	case Int:
		return v.Lower - 0.5, v.Upper + 0.5
	case Choice:
		return -0.5, float64(len(v.Choices)) - 0.5
	case Bool:
		return -0.5, 1.5
	case Order:
		return 0, 1
	}
	return v.Lower, v.Upper
}

// Float is the number that a gene stands for: Float and LogFloat.
func (v Variable) Float(gene float64) float64 {
	if v.Type == LogFloat { // rounding may leave the range
		return min(max(elementary.Exp(gene), v.Lower), v.Upper)
	}
	return gene
}

// Int is the whole number that a gene stands for: Int, and the place of a Choice or
// Bool among its values.
func (v Variable) Int(gene float64) int64 {
	_, upper := v.bounds()
	return int64(min(math.Floor(gene+0.5), upper-0.5))
}

// Order fills to with the order that genes stand for: the places of the genes by
// their values, the lower place first among equals (random keys, Bean 1994).
func (v Variable) Order(genes []float64, to []int) {
	for i := range to {
		to[i] = i
	}
	slices.SortStableFunc(to, func(a, b int) int { return cmp.Compare(genes[a], genes[b]) })
}

// Value is what genes stand for: a float64, int64, string, bool or []int.
func (v Variable) Value(genes []float64) any {
	switch v.Type {
	case Int:
		return v.Int(genes[0])
	case Choice:
		return v.Choices[v.Int(genes[0])]
	case Bool:
		return v.Int(genes[0]) == 1
	case Order:
		list := make([]int, v.Length)
		v.Order(genes, list)
		return list
	}
	return v.Float(genes[0])
}

// Set makes genes stand for a value of the type that Value gives; an Int may also be
// a float64 that is whole.
func (v Variable) Set(genes []float64, value any) error {
	bad := fmt.Errorf("problem: variable %s: %v is none of its values, which are %s", v.Name, value, v.domain())
	switch x := value.(type) {
	case float64:
		if !(x >= v.Lower && x <= v.Upper) || v.Type > Int || v.Type == Int && x != math.Trunc(x) {
			return bad
		}
		genes[0] = x
		if v.Type == LogFloat {
			genes[0] = v.logarithm(x)
		}
	case int64:
		if v.Type != Int || float64(x) < v.Lower || float64(x) > v.Upper {
			return bad
		}
		genes[0] = float64(x)
	case string:
		i := slices.Index(v.Choices, x)
		if v.Type != Choice || i < 0 {
			return bad
		}
		genes[0] = float64(i)
	case bool:
		if v.Type != Bool {
			return bad
		}
		genes[0] = 0
		if x {
			genes[0] = 1
		}
	case []int:
		if v.Type != Order || len(x) != v.Length {
			return bad
		}
		seen := make([]bool, v.Length)
		for place, i := range x {
			if i < 0 || i >= v.Length || seen[i] {
				return bad
			}
			seen[i] = true
			genes[i] = (float64(place) + 0.5) / float64(v.Length)
		}
	default:
		return bad
	}
	return nil
}

// logarithm is a gene of LogFloat that stands for x, exactly where there is one. The
// logarithm of a value that a gene stood for lies a few units of the last place off.
func (v Variable) logarithm(x float64) float64 {
	lower, upper := v.bounds()
	middle := elementary.Log(x)
	for _, direction := range []float64{lower, upper} {
		for gene, tries := middle, 0; tries < 8; gene, tries = math.Nextafter(gene, direction), tries+1 {
			if gene >= lower && gene <= upper && v.Float(gene) == x {
				return gene
			}
		}
	}
	return min(max(middle, lower), upper)
}
