package search

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/likeness"
	"github.com/warbler-opt/warbler/problem"
)

// Param is one parameter of an algorithm. Defaults, checks, help texts,
// documentation and fuzz ranges all come from it.
type Param struct {
	Name       string
	Type       Type
	Default    string   // as it would be typed
	Min, Max   float64  // for Int and Float, both inclusive; both 0: no bounds
	Choices    []string // for Choice
	Unit       string
	Help       string
	Symbol     string // in the paper, if it has one
	Auto       bool   // Float: "auto" is allowed and reads as NaN
	PerReplica bool   // may differ between the replicas of one engine

	Kinds []problem.GenomeKind // of genomes that it counts for; nil: all
}

// Type is the type of a parameter's values.
type Type int

// The types of parameters.
const (
	Int Type = iota
	Float
	Choice
	Bool
)

// Table is an algorithm's list of parameters.
type Table []Param

// Values are parameters by name, as they were typed.
type Values map[string]string

// Find is the parameter of a name.
func (t Table) Find(name string) (Param, bool) {
	for _, p := range t {
		if p.Name == name {
			return p, true
		}
	}
	return Param{}, false
}

// For is the table without the parameters that do not count for genomes of a kind.
func (t Table) For(kind problem.GenomeKind) Table {
	return slices.DeleteFunc(slices.Clone(t), func(p Param) bool { return p.Kinds != nil && !slices.Contains(p.Kinds, kind) })
}

// counts reports the first value, by name, that does not count for genomes of a kind.
func (t Table) counts(v Values, kind problem.GenomeKind) error {
	mine, given, defaults := t.For(kind), t.canonical(v), t.Fill(nil)
	for _, name := range v.names() {
		if _, ok := mine.Find(name); !ok && given[name] != defaults[name] {
			return &ParamError{Name: name, Value: v[name], Reason: fmt.Sprintf("it does not count for %v genomes; leave it out", kind)}
		}
	}
	return nil
}

// check reports the first value, by name, that the table does not allow; for one replica
// only parameters marked PerReplica are allowed.
func (t Table) check(v Values, replica bool) error {
	for _, name := range v.names() {
		p, ok := t.Find(name)
		if !ok {
			return t.unknown(name)
		}
		if _, err := p.parse(v[name]); err != nil {
			return err
		}
		if replica && !p.PerReplica {
			return &ParamError{Name: name, Value: v[name], Reason: "is the same for all replicas of a run; give it once"}
		}
	}
	return nil
}

// Fill completes v with the defaults and writes every value in its one
// canonical form, so that 1e4 and 10000 are the same population. Values that
// Settings refuses stay as they are.
func (t Table) Fill(v Values) Values {
	full := make(Values, len(t))
	for _, p := range t {
		full[p.Name] = p.Default
	}
	maps.Copy(full, v)
	return t.canonical(full)
}

// canonical spells every value that parses in its one form.
func (t Table) canonical(v Values) Values {
	if len(v) == 0 {
		return nil
	}
	c := make(Values, len(v))
	for name, text := range v {
		c[name] = text
		if p, ok := t.Find(name); ok {
			if x, err := p.parse(text); err == nil {
				c[name] = p.format(x)
			}
		}
	}
	return c
}

// unknown lists the names that exist, the one most like name first.
func (t Table) unknown(name string) error {
	if len(t) == 0 {
		return &ParamError{Name: name, Reason: "there is no such parameter; the algorithm has none"}
	}
	known := make([]string, len(t))
	for i, p := range t {
		known[i] = p.Name
	}
	return &ParamError{Name: name, Reason: "there is no such parameter; known: " + strings.Join(likeness.Order(name, known), ", ")}
}

// parse reads a value: an int, a float64, a string or a bool by the type.
func (p Param) parse(text string) (any, error) {
	text = strings.TrimSpace(text)
	switch p.Type {
	case Int:
		if n, ok := parseInt(text); ok && p.within(float64(n)) {
			return n, nil
		}
	case Float:
		if p.Auto && strings.EqualFold(text, "auto") {
			return math.NaN(), nil
		}
		if f, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(f) && !math.IsInf(f, 0) && p.within(f) {
			return f, nil
		}
	case Choice:
		for _, c := range p.Choices {
			if strings.EqualFold(text, c) {
				return c, nil
			}
		}
	case Bool:
		switch strings.ToLower(text) {
		case "true", "yes", "on", "1":
			return true, nil
		case "false", "no", "off", "0":
			return false, nil
		}
	}
	return nil, &ParamError{Name: p.Name, Value: text, Reason: fmt.Sprintf("%q is not %s", text, p.domain(text))}
}

// parseInt reads a whole number, also as 1e6 or 10_000.
func parseInt(text string) (int, bool) {
	if n, err := strconv.Atoi(strings.ReplaceAll(text, "_", "")); err == nil {
		return n, true
	}
	// 2^53 is where float64 stops telling neighbors apart.
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 || f > math.MaxInt || f < math.MinInt {
		return 0, false
	}
	return int(f), true
}

// format writes what parse returned.
func (p Param) format(x any) string {
	if f, ok := x.(float64); ok {
		if math.IsNaN(f) {
			return "auto"
		}
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return fmt.Sprint(x)
}

func (p Param) bounded() bool { return p.Min != 0 || p.Max != 0 }

func (p Param) within(f float64) bool { return !p.bounded() || p.Min <= f && f <= p.Max }

// Domain says which values are allowed: "a whole number from 2 to 100".
func (p Param) Domain() string { return p.domain("") }

// domain lists choices with the one most like text first.
func (p Param) domain(text string) string {
	if p.Auto {
		p.Auto = false
		return "auto or " + p.domain(text)
	}
	kind := "a number"
	switch p.Type {
	case Choice:
		return "one of " + strings.Join(likeness.Order(text, p.Choices), ", ")
	case Bool:
		return "true or false"
	case Int:
		kind = "a whole number"
	}
	if !p.bounded() {
		return kind
	}
	from, to := strconv.FormatFloat(p.Min, 'f', -1, 64), strconv.FormatFloat(p.Max, 'f', -1, 64)
	if p.Max > 1<<53 {
		to = strconv.FormatFloat(p.Max, 'g', -1, 64)
	}
	switch {
	case p.Max >= 1e300:
		return kind + " of at least " + from
	case p.Min <= -1e300:
		return kind + " of at most " + to
	}
	return kind + " from " + from + " to " + to
}

// names are the keys in order, so that the first error is always the same one.
func (v Values) names() []string { return slices.Sorted(maps.Keys(v)) }

// String is v as the command line takes it: "-p pc=0.9 -p pm=0.01".
func (v Values) String() string {
	parts := make([]string, 0, len(v))
	for _, name := range v.names() {
		parts = append(parts, "-p "+name+"="+v[name])
	}
	return strings.Join(parts, " ")
}
