package warbler

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/problem"
)

// Variable is one of the variables of a Space. Int, Float, LogFloat, Choice, Bool and
// Order make one.
type Variable = problem.Variable

// Int is a whole number from lower to upper.
func Int(name string, lower, upper int) Variable {
	return Variable{Name: name, Type: problem.Int, Lower: float64(lower), Upper: float64(upper)}
}

// Float is a number from lower to upper.
func Float(name string, lower, upper float64) Variable {
	return Variable{Name: name, Type: problem.Float, Lower: lower, Upper: upper}
}

// LogFloat is a positive number from lower to upper whose magnitude matters: it is as
// likely to lie between 0.01 and 0.1 as between 0.1 and 1.
func LogFloat(name string, lower, upper float64) Variable {
	return Variable{Name: name, Type: problem.LogFloat, Lower: lower, Upper: upper}
}

// Choice is one of several words, which have no order.
func Choice(name string, choices ...string) Variable {
	return Variable{Name: name, Type: problem.Choice, Choices: choices}
}

// Bool is false or true.
func Bool(name string) Variable { return Variable{Name: name, Type: problem.Bool} }

// Order is an order of 0 to n-1.
func Order(name string, n int) Variable {
	return Variable{Name: name, Type: problem.Order, Length: n}
}

// Space is what named variables of several types can be: what Mixed searches.
type Space struct {
	representation problem.Representation
	first          map[string]int // the first gene of a variable, by name
	at             map[string]int // its place among the variables
	err            error
}

// NewSpace is the space of some variables. What is wrong with them is an error of the
// run.
func NewSpace(variables ...Variable) *Space {
	s := &Space{first: map[string]int{}, at: map[string]int{}}
	if len(variables) == 0 {
		s.err = errors.New("warbler: a space needs at least one variable")
		return s
	}
	s.representation, s.err = problem.NewVariables(variables)
	genes := 0
	for i, v := range variables {
		s.first[v.Name], s.at[v.Name] = genes, i
		genes += v.Genes()
	}
	return s
}

// SpaceOf is the space of the fields of a struct. A field's tag says what it can be:
//
//	type design struct {
//		Workers int     `warbler:"1..20"`
//		Share   float64 `warbler:"0..1"`
//		Rate    float64 `warbler:"1e-5..0.1 log"`
//		Method  string  `warbler:"adam|sgd"`
//		Batch   int     `warbler:"16|32|64"`
//		Cached  bool
//		Route   []int   `warbler:"order 12"`
//	}
//
// Fields without a tag are left alone, but for those that are bool.
func SpaceOf[T any]() *Space {
	var list []Variable
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		return &Space{err: fmt.Errorf("warbler: SpaceOf: %v is no struct", t)}
	}
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("warbler")
		if !tagged && (f.Type.Kind() != reflect.Bool || !f.IsExported()) {
			continue
		}
		v, err := parseTag(f, tag)
		if err != nil {
			return &Space{err: fmt.Errorf("warbler: SpaceOf: field %s of %v: %w", f.Name, t, err)}
		}
		list = append(list, v)
	}
	if len(list) == 0 {
		return &Space{err: fmt.Errorf("warbler: SpaceOf: %v has neither a field with a tag such as `warbler:\"1..20\"` nor a bool", t)}
	}
	return NewSpace(list...)
}

// parseTag is the variable that a field's tag describes.
func parseTag(f reflect.StructField, tag string) (Variable, error) {
	v := Variable{Name: f.Name}
	lower, upper, ranged := strings.Cut(strings.TrimSuffix(tag, " log"), "..")
	places, order := strings.CutPrefix(tag, "order ")
	numbers := func() (err error) {
		if v.Lower, err = strconv.ParseFloat(strings.TrimSpace(lower), 64); err == nil {
			v.Upper, err = strconv.ParseFloat(strings.TrimSpace(upper), 64)
		}
		return err
	}
	var err error
	switch {
	case !f.IsExported():
		return v, errors.New("it must be exported")
	case tag == "" && f.Type.Kind() == reflect.Bool:
		v.Type = problem.Bool
	case order:
		v.Type = problem.Order
		v.Length, err = strconv.Atoi(places)
	case ranged:
		if v.Type = problem.Int; f.Type.Kind() == reflect.Float64 || f.Type.Kind() == reflect.Float32 {
			v.Type = problem.Float
		}
		if strings.HasSuffix(tag, " log") {
			v.Type = problem.LogFloat
		}
		err = numbers()
	case strings.Contains(tag, "|"):
		v.Type, v.Choices = problem.Choice, strings.Split(tag, "|")
	default:
		err = strconv.ErrSyntax
	}
	if err != nil {
		return v, fmt.Errorf(`tag %q: it is "lower..upper", "lower..upper log", "one|another" or "order length"`, tag)
	}
	if _, err := setterOf(v, f.Type); err != nil {
		return v, fmt.Errorf("tag %q: %w", tag, err)
	}
	return v, nil
}

// Point is a point of the space: a value for every variable.
type Point struct {
	space *Space
	genes []float64
}

// Point is what a genome stands for.
func (s *Space) Point(g Genome) Point { return Point{s, g.Reals} }

// Genome is the genome of a point that a map describes, for Start: an int, float64,
// string, bool or []int for every variable, by its name. A Choice takes its word, or a
// number that reads like it.
func (s *Space) Genome(values map[string]any) (Genome, error) {
	if s.err != nil {
		return Genome{}, s.err
	}
	g := Genome{Reals: make([]float64, s.representation.Length)}
	for name := range values {
		if _, ok := s.at[name]; !ok {
			return Genome{}, fmt.Errorf("warbler: the space has no variable %s", name)
		}
	}
	for _, v := range s.representation.Variables {
		value, ok := values[v.Name]
		if !ok {
			return Genome{}, fmt.Errorf("warbler: variable %s has no value", v.Name)
		}
		switch x := value.(type) {
		case int:
			value = int64(x)
			if v.Type == problem.Choice {
				value = strconv.Itoa(x)
			}
		case float64:
			if v.Type == problem.Choice {
				value = strconv.FormatFloat(x, 'g', -1, 64)
			}
		}
		first := s.first[v.Name]
		if err := v.Set(g.Reals[first:first+v.Genes()], value); err != nil {
			return Genome{}, err
		}
	}
	return g, nil
}

// find is a variable of one of some types and its genes. To ask for another is a
// mistake of the program, which search.Run reports with its place.
func (p Point) find(name string, types ...problem.VariableType) (Variable, []float64) {
	at, ok := p.space.at[name]
	if !ok {
		panic(fmt.Sprintf("warbler: the space has no variable %q", name))
	}
	v := p.space.representation.Variables[at]
	if !slices.Contains(types, v.Type) {
		panic(fmt.Sprintf("warbler: variable %q is of type %v", name, v.Type))
	}
	first := p.space.first[name]
	return v, p.genes[first : first+v.Genes()]
}

// Int is the value of an Int, or the place of a Choice's value among its choices.
func (p Point) Int(name string) int {
	v, genes := p.find(name, problem.Int, problem.Choice)
	return int(v.Int(genes[0]))
}

// Float is the value of a Float or LogFloat.
func (p Point) Float(name string) float64 {
	v, genes := p.find(name, problem.Float, problem.LogFloat)
	return v.Float(genes[0])
}

// Choice is the value of a Choice.
func (p Point) Choice(name string) string {
	v, genes := p.find(name, problem.Choice)
	return v.Choices[v.Int(genes[0])]
}

// Bool is the value of a Bool.
func (p Point) Bool(name string) bool {
	v, genes := p.find(name, problem.Bool)
	return v.Int(genes[0]) == 1
}

// Order is the value of an Order.
func (p Point) Order(name string) []int {
	v, genes := p.find(name, problem.Order)
	return v.Value(genes).([]int)
}

// String lists all values, as name=value.
func (p Point) String() string {
	var words []string
	first := 0
	for _, v := range p.space.representation.Variables {
		words = append(words, fmt.Sprintf("%s=%v", v.Name, v.Value(p.genes[first:first+v.Genes()])))
		first += v.Genes()
	}
	return strings.Join(words, " ")
}

// Mixed is a problem over a space. The objective gets a Point, or a struct whose fields
// have the variables' names: SpaceOf makes the space of a struct.
//
// A search moves real numbers, one for each variable and one for each place of an
// order, and rounds them for the objective. So every algorithm for real vectors works;
// crossover and mutation treat each type as fits it.
func Mixed[P any, V Value](space *Space, objective func(point P) V, options ...ProblemOption) Problem {
	r, values, sound := mixed[P](space)
	return newFunction(r, objective, values, append(options[:len(options):len(options)], sound))
}

// TryMixed is Mixed for an objective that can fail: see TryBinary.
func TryMixed[P any, V Value](space *Space, objective func(ctx context.Context, point P) (V, error), options ...ProblemOption) Problem {
	r, values, sound := mixed[P](space)
	return newTry(r, objective, values, append(options[:len(options):len(options)], sound))
}

// Fill sets the fields of a struct, given by its address, to what a genome stands for.
func (s *Space) Fill(structure any, g Genome) error {
	v := reflect.ValueOf(structure)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("warbler: Fill: %T is no pointer to a struct", structure)
	}
	fill, err := s.filler(v.Elem().Type())
	if err != nil {
		return err
	}
	if len(g.Reals) != s.representation.Length {
		return fmt.Errorf("warbler: Fill: a genome of %d numbers, and the space has %d: is it of another problem?", len(g.Reals), s.representation.Length)
	}
	fill(v.Elem(), g.Reals)
	return nil
}
