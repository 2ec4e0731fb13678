package custom

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/lazyregexp"
	"github.com/warbler-opt/warbler/problem"
)

// mixed tells that the genome stands for variables: the fragment sees a structure with
// their values.
func (f *fragment) mixed() bool { return f.Genomes.Variables != nil }

// variables reads what the genome stands for.
func (h *header) variables() {
	if kind := h.Text("genome"); kind != "" && kind != "mixed" {
		h.fail("genome", `%q: with [variables] it is "mixed", or not there`, kind)
	}
	for _, key := range []string{"length", "alphabet", "lower", "upper"} {
		if h.Has(key) {
			h.fail(key, "variables have their own")
		}
	}
	table := h.Table.Table("variables")
	var list []problem.Variable
	constants := map[string]bool{}
	for _, name := range table.Names() {
		v := problem.Variable{Name: name}
		err := nameError(name)
		if err == nil {
			err = h.variable(table.Values[name], &v)
		}
		for _, c := range v.Choices {
			if word := constantOf(v, c); constants[word] && err == nil {
				err = fmt.Errorf("two of its words would be the constant %s", word)
			} else {
				constants[word] = true
			}
		}
		if err == nil {
			_, err = problem.NewVariables([]problem.Variable{v})
		}
		if err != nil {
			table.Failf(name, "%s", strings.TrimPrefix(err.Error(), "problem: variable "+name+": "))
			return
		}
		list = append(list, v)
	}
	if len(list) == 0 {
		h.Failf("variables", "it takes one at least: speed = { float = [0, 1] }")
		return
	}
	var err error
	if h.f.Genomes, err = problem.NewVariables(list); err != nil {
		h.Fail("variables", err)
	}
}

const variableForms = `it is { int = [1, 9] }, { float = [0, 1] }, { log = [1e-3, 10] }, { choice = ["one", "another"] }, { order = 12 } or "bool"`

// variable reads one: a table with one key, its type, or the word bool.
func (h *header) variable(x any, v *problem.Variable) error {
	if x == "bool" {
		v.Type = problem.Bool
		return nil
	}
	table, ok := x.(map[string]any)
	if !ok || len(table) != 1 {
		return errors.New(variableForms)
	}
	for kind, value := range table {
		list, _ := value.([]any)
		switch kind {
		case "int", "float", "log":
			v.Type = map[string]problem.VariableType{"int": problem.Int, "float": problem.Float, "log": problem.LogFloat}[kind]
			t, err := inline(value)
			if err != nil || t.columns != 1 || len(t.reals) != 2 {
				return fmt.Errorf("%s = [lower, upper] takes two numbers", kind)
			}
			v.Lower, v.Upper = t.reals[0], t.reals[1]
		case "choice":
			v.Type = problem.Choice
			for _, x := range list {
				word, _ := x.(string)
				if !choiceWord().MatchString(word) {
					return fmt.Errorf(`choice = ["one", "another"] takes words of letters, digits, _, . and -, and %v is none`, x)
				}
				v.Choices = append(v.Choices, word)
			}
		case "order":
			v.Type = problem.Order
			n, whole := value.(int64)
			for _, a := range h.f.Arrays {
				if !whole && a.Name == value && !a.Scalar {
					n, whole = int64(a.Rows), true
				}
			}
			if !whole {
				return errors.New("order = 12 takes a number of things, or the name of an array that has a row for each")
			}
			v.Length = int(min(max(n, 0), math.MaxInt32))
		default:
			return errors.New(variableForms)
		}
	}
	return nil
}

var (
	choiceWord = lazyregexp.New(`^[A-Za-z0-9_.-]+$`)
	noWord     = lazyregexp.New(`[^A-Z0-9_]`)
)

// constantOf is what a word of a choice is called in the text: COLOR_RED.
func constantOf(v problem.Variable, choice string) string {
	return noWord().ReplaceAllString(strings.ToUpper(v.Name+"_"+choice), "_")
}

// constants are the words of choices, as macros.
func (f *fragment) constants() (list [][2]string) {
	for _, v := range f.Genomes.Variables {
		for i, c := range v.Choices {
			list = append(list, [2]string{constantOf(v, c), strconv.Itoa(i)})
		}
	}
	return list
}

// point declares the structure of the variables' values, and how a genome becomes one:
// the twin of problem.Variable's Value.
func (s surface) point() string {
	var members, set strings.Builder
	number := func(x float64) string { return strconv.FormatFloat(x, 'e', 17, 64) }
	own, first := s.own(), 0
	for _, v := range s.Genomes.Variables {
		member := v.Name
		if slices.Contains(own, member) {
			member = prefix + member
		}
		gene := fmt.Sprintf("REAL(g, %d)", first)
		kind, most := "int", float64(len(v.Choices)-1)
		switch v.Type {
		case problem.Float:
			kind = "f64"
			fmt.Fprintf(&set, "    p.%s = %s;\n", member, gene)
		case problem.LogFloat:
			kind = "f64"
			fmt.Fprintf(&set, "    p.%s = MIN(MAX(elementary_exp(%s), %s), %s);\n", member, gene, number(v.Lower), number(v.Upper))
		case problem.Order:
			fmt.Fprintf(&set, "    for (int i = 0; i < %d; i++) {\n        f64 key = REAL(g, %d + i);\n        int k = i;\n"+
				"        for (; k > 0 && REAL(g, %d + p.%s[k - 1]) > key; k--)\n            p.%s[k] = p.%s[k - 1];\n        p.%s[k] = i;\n    }\n",
				v.Length, first, first, member, member, member, member)
			member += fmt.Sprintf("[%d]", v.Length)
		default:
			if v.Type == problem.Bool {
				most = 1
			} else if v.Type == problem.Int {
				if most = v.Upper; max(-v.Lower, v.Upper) > math.MaxInt32 {
					kind = "i64"
				}
			}
			fmt.Fprintf(&set, "    p.%s = (%s)MIN(F64_FLOOR(%s + 0.5), %s);\n", member, kind, gene, number(most))
		}
		fmt.Fprintf(&members, "    %s %s;\n", kind, member)
		first += v.Genes()
	}
	return "typedef struct {\n" + members.String() + "} custom_point;\nDEVICE custom_point custom_point_of(GENOME g)\n{\n    custom_point p;\n" + set.String() + "    return p;\n}\n"
}

// seen are the functions of a fragment with variables as after.cl calls them: with a
// genome.
func (s surface) seen() string {
	var b strings.Builder
	for _, f := range [][3]string{
		{fitnessName, "custom_score", ""}, {limitName, "f64", ""}, {severalName, "void", "custom_score *to"},
	} {
		if !s.has(f[0]) {
			continue
		}
		more, arg, begin := "", "", "return "
		if f[2] != "" {
			more, arg, begin = ", "+f[2], ", to", ""
		}
		fmt.Fprintf(&b, "DEVICE %s custom_seen_%s(GENOME g, custom_data d%s) { %s%s%s(custom_point_of(g), d%s); }\n", f[1], f[0], more, begin, prefix, f[0], arg)
	}
	return b.String()
}

// checkMixed refuses functions that need a genome of plain genes.
func (f *fragment) checkMixed() error {
	for _, name := range []string{groupName, repairName} {
		if i, ok := f.outline.defined(name); ok && f.mixed() {
			return lineError(f.File, i.line, "%s is for genomes of plain genes, not for variables", name)
		}
	}
	return nil
}
