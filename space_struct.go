package warbler

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/warbler-opt/warbler/problem"
)

// setter sets a field to what genes stand for.
type setter func(field reflect.Value, genes []float64)

// setterOf is how a field of some type gets a variable's value.
func setterOf(v Variable, field reflect.Type) (setter, error) {
	no := fmt.Errorf("a field of type %v cannot have the values of variable %s, of type %v", field, v.Name, v.Type)
	number := field.Kind() == reflect.Float64 || field.Kind() == reflect.Float32
	whole := field.Kind() >= reflect.Int && field.Kind() <= reflect.Int64
	switch v.Type {
	case problem.Float, problem.LogFloat:
		if number {
			return func(f reflect.Value, genes []float64) { f.SetFloat(v.Float(genes[0])) }, nil
		}
	case problem.Int:
		zero := reflect.Zero(field)
		if whole && !zero.OverflowInt(int64(v.Lower)) && !zero.OverflowInt(int64(v.Upper)) {
			return func(f reflect.Value, genes []float64) { f.SetInt(v.Int(genes[0])) }, nil
		}
	case problem.Bool:
		if field.Kind() == reflect.Bool {
			return func(f reflect.Value, genes []float64) { f.SetBool(v.Int(genes[0]) == 1) }, nil
		}
	case problem.Order:
		if ints := field.Kind() == reflect.Slice || field.Kind() == reflect.Array; ints && field.Elem().Kind() == reflect.Int {
			if field.Kind() == reflect.Array && field.Len() != v.Length {
				return nil, fmt.Errorf("variable %s orders %d things, and its field has %d", v.Name, v.Length, field.Len())
			}
			return func(f reflect.Value, genes []float64) {
				if f.Kind() == reflect.Slice {
					f.Set(reflect.MakeSlice(field, v.Length, v.Length))
				}
				list := f.Slice(0, v.Length).Interface().([]int)
				v.Order(genes, list)
			}, nil
		}
	case problem.Choice:
		values := make([]reflect.Value, len(v.Choices))
		for i, c := range v.Choices {
			x := reflect.New(field).Elem()
			n, notWhole := strconv.ParseInt(c, 10, 64)
			f, notNumber := strconv.ParseFloat(c, 64)
			switch {
			case field.Kind() == reflect.String:
				x.SetString(c)
			case whole && notWhole == nil && !x.OverflowInt(n):
				x.SetInt(n)
			case number && notNumber == nil:
				x.SetFloat(f)
			default:
				return nil, no
			}
			values[i] = x
		}
		return func(f reflect.Value, genes []float64) { f.Set(values[v.Int(genes[0])]) }, nil
	}
	return nil, no
}

// filler fills structs of a type: every variable of the space has its field.
func (s *Space) filler(t reflect.Type) (func(to reflect.Value, genes []float64), error) {
	if s.err != nil {
		return nil, s.err
	}
	type part struct {
		set          setter
		field        []int
		first, genes int
	}
	var parts []part
	for _, v := range s.representation.Variables {
		f, ok := t.FieldByName(v.Name)
		if !ok || !f.IsExported() {
			return nil, fmt.Errorf("warbler: %v has no field %s for the variable of that name", t, v.Name)
		}
		set, err := setterOf(v, f.Type)
		if err != nil {
			return nil, fmt.Errorf("warbler: %v: %w", t, err)
		}
		parts = append(parts, part{set, f.Index, s.first[v.Name], v.Genes()})
	}
	return func(to reflect.Value, genes []float64) {
		for _, p := range parts {
			p.set(to.FieldByIndex(p.field), genes[p.first:p.first+p.genes])
		}
	}, nil
}

// mixed is the representation of a space's genomes, what makes of them what an
// objective gets, and an option that finds out whether all is right.
func mixed[P any](s *Space) (problem.Representation, func(Genome) P, ProblemOption) {
	if s == nil {
		s = NewSpace()
	}
	values, err := s.values(reflect.TypeFor[P]())
	return s.representation, func(g Genome) P { return values(g).(P) }, func(f *function) {
		f.said.copies = true
		if f.err == nil {
			f.err = err
		}
	}
}

// values makes of genomes what an objective gets: points, or structs of a type.
func (s *Space) values(t reflect.Type) (func(Genome) any, error) {
	if t == reflect.TypeFor[Point]() || s.err != nil {
		return func(g Genome) any { return s.Point(g) }, s.err
	}
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("warbler: Mixed: the objective gets %v; it must be a Point or a struct", t)
	}
	fill, err := s.filler(t)
	return func(g Genome) any {
		x := reflect.New(t).Elem()
		fill(x, g.Reals)
		return x.Interface()
	}, err
}
