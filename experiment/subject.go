package experiment

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/problem/recognize"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// subject is a problem of a plan as one algorithm sees it.
type subject struct {
	name    string // of the instance
	kind    string // "knapsack", as --json names it
	options map[string]string
	problem problem.Problem
	optimum *problem.Score // known beforehand, or nil
	// check judges a solution by the instance as it was read, or is nil.
	check func(search.Solution) error
}

// feasible reports whether a score is that of an answer.
func (s *subject) feasible(score problem.Score) bool {
	return feasible(s.kind, problem.ObjectiveOf(s.problem), score)
}

func feasible(kind string, o problem.Objective, score problem.Score) bool {
	if kind == "knapsack" {
		return score >= 0 // a penalty
	}
	return o.Feasible(score)
}

// hash identifies the instance, where the problem can.
func (s *subject) hash() string {
	if h, ok := s.problem.(problem.Hashed); ok {
		sum := h.Hash()
		return hex.EncodeToString(sum[:])
	}
	return ""
}

// entry is a [[problem]]: one problem, or as many as its file has. What a
// knapsack is depends on the algorithm where the plan leaves it open.
type entry struct {
	*document.Table
	target   string
	subjects func(algorithm string) []*subject
}

// constraintNames are the words for what becomes of genomes that are too heavy:
// those of --constraint.
var constraintNames = []string{"greedy", "random", "index", "penalty"}

var constraints = []knapsack.Constraint{knapsack.GreedyRepair, knapsack.RandomRepair, knapsack.IndexRepair, knapsack.Penalty}

func readEntry(t *document.Table, open func(name string) ([]byte, error)) *entry {
	e := &entry{Table: t, subjects: func(string) []*subject { return nil }}
	if t.Has("target") {
		var ok bool
		if e.target, ok = document.Scalar(t.Values["target"]); !ok {
			t.Failf("target", "it is a value of the objective")
		}
	}
	sources := 0
	for _, key := range []string{"file", "function", "generate"} {
		if t.Has(key) {
			sources++
		}
	}
	switch {
	case sources != 1:
		t.Only("file", "function", "generate", "bits", "bound", "clauses", "coding", "colors", "constraint", "count", "dim", "instance", "seed", "target", "variables")
		t.Failf("", "it has one of file, function and generate")
	case t.Has("generate"):
		t.Only("generate", "variables", "clauses", "seed", "count", "target")
		e.readGenerated()
	case t.Has("file"):
		t.Only("file", "colors", "constraint", "instance", "target")
		e.readFile(open)
	default:
		t.Only("function", "dim", "bound", "coding", "bits", "target")
		e.readFunction()
	}
	return e
}

func (e *entry) readFile(open func(name string) ([]byte, error)) {
	name, number := e.Text("file"), int(e.Whole("instance", 0, 1, math.MaxInt32))
	if e.Err() != nil {
		return
	}
	if recognize.Custom(name) {
		e.readFragment(name, open)
		return
	}
	found, err := readInstances(name, open)
	switch {
	case err != nil:
		e.Fail("file", err)
	case len(found) == 0:
		e.Failf("file", "there is no instance in it")
	case number > len(found):
		e.Failf("instance", "%s has %d instances", name, len(found))
	}
	if e.Err() != nil {
		return
	}
	if number > 0 {
		found = found[number-1 : number]
	}
	if e.Has("colors") && found[0].Graph == nil {
		e.Failf("colors", "it is for graphs; %s is %s", name, nameOf(found[0]))
		return
	}
	if found[0].Knapsack != nil {
		e.knapsacks(name, found)
		return
	}
	if e.Has("constraint") {
		e.Failf("constraint", "it is for knapsacks; %s is %s", name, nameOf(found[0]))
		return
	}
	var s *subject
	switch f := found[0]; {
	case f.Formula != nil:
		s = e.formula(f.Formula)
	case f.Cities != nil:
		s = e.cities(f.Cities)
	case f.Graph != nil:
		s = e.graph(f.Graph)
	default:
		s = e.assignment(f.Assignment)
	}
	e.subjects = func(string) []*subject { return []*subject{s} }
}

// nameOf is what an instance is, for messages.
func nameOf(f recognize.Found) string {
	switch {
	case f.Formula != nil:
		return "a formula"
	case f.Assignment != nil:
		return "a quadratic assignment problem"
	case f.Cities != nil:
		return "a traveling salesman problem"
	case f.Graph != nil:
		return "a graph"
	}
	return "a knapsack"
}

func readInstances(name string, open func(name string) ([]byte, error)) ([]recognize.Found, error) {
	content, err := open(name)
	if err != nil {
		return nil, err
	}
	r, done, err := input.Decompress(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	defer done()
	return recognize.Read(r, name)
}

func (e *entry) formula(f *sat.Formula) *subject {
	p, err := sat.New(f)
	if err != nil {
		e.Fail("file", err)
		return nil
	}
	total := p.SoftWeight()
	return &subject{name: f.Name, kind: "maxsat", problem: p, check: func(s search.Solution) error {
		v, err := sat.Check(f, sat.AssignmentOf(s.Genome, f.Vars), false)
		want := total - v.Cost
		if v.Violated > 0 {
			want = -int64(v.Violated)
		}
		if err == nil && want != s.Score {
			err = fmt.Errorf("the assignment scores %d, not %d", want, s.Score)
		}
		return err
	}}
}

func (e *entry) assignment(q *qap.Instance) *subject {
	p, err := qap.New(q)
	if err != nil {
		e.Fail("file", err)
		return nil
	}
	return &subject{name: q.Name, kind: "qap", problem: p, check: func(s search.Solution) error {
		value, err := qap.Check(q, qap.Order(s.Genome))
		if err == nil && value != -s.Score {
			err = fmt.Errorf("the permutation is worth %d, not %d", value, -s.Score)
		}
		return err
	}}
}

// knapsacks makes the subjects of a file, for each way to repair once.
func (e *entry) knapsacks(name string, found []recognize.Found) {
	given := e.Text("constraint")
	if given != "" && !slices.Contains(constraintNames, given) {
		e.Failf("constraint", "it is one of %s", strings.Join(constraintNames, ", "))
		return
	}
	made := map[string][]*subject{}
	e.subjects = func(algorithm string) []*subject {
		way := given
		if way == "" {
			if way = "greedy"; algorithm == "quantum" { // it is published with index repair
				way = "index"
			}
		}
		if made[way] == nil {
			for i, f := range found {
				s, err := newKnapsack(f.Knapsack, way)
				if err != nil {
					e.Fail("file", err)
					return nil
				}
				if s.name == "" {
					if s.name = name; len(found) > 1 {
						s.name = fmt.Sprintf("%s#%d", name, i+1)
					}
				}
				made[way] = append(made[way], s)
			}
		}
		return made[way]
	}
	e.subjects("") // finds what is wrong with an instance
}

func newKnapsack(inst *knapsack.Instance, way string) (*subject, error) {
	p, err := knapsack.New(inst, knapsack.WithConstraint(constraints[slices.Index(constraintNames, way)]))
	if err != nil {
		return nil, err
	}
	s := &subject{name: inst.Name, kind: "knapsack", options: map[string]string{"constraint": way}, problem: p}
	if inst.KnownOptimum >= 0 {
		s.optimum = &inst.KnownOptimum
	}
	s.check = func(found search.Solution) error {
		if found.Score < 0 {
			return nil // it is no answer, and is not counted as one
		}
		value, _, err := knapsack.Check(inst, knapsack.Items(found.Genome))
		if err == nil && value != found.Score {
			err = fmt.Errorf("the items are worth %d, not %d", value, found.Score)
		}
		return err
	}
	return s, nil
}

func (e *entry) readFunction() {
	name, coding := e.Text("function"), e.Text("coding")
	if coding == "" {
		coding = "real"
	}
	dim := int(e.Whole("dim", 10, 1, function.MaxDimensions))
	bound := e.Number("bound", 0, 0, math.MaxFloat64)
	bits := int(e.Whole("bits", 16, 1, 64))
	if e.Err() != nil {
		return
	}
	inner, err := function.New(name, dim)
	if err != nil {
		key := "function"
		if e.Has("dim") && slices.Contains(function.Names(), strings.ToLower(name)) {
			key = "dim" // it has too few for this one
		}
		e.Fail(key, err)
		return
	}
	if e.Has("bound") {
		if inner, err = inner.WithBounds(bound); err != nil {
			e.Fail("bound", err)
			return
		}
	}
	s := &subject{
		name: fmt.Sprintf("%s-%d", name, dim), kind: "function", problem: inner, optimum: inner.Optimum(),
		options: map[string]string{"dim": fmt.Sprint(dim), "coding": coding, "bound": fmt.Sprint(inner.Representation().Upper[0])},
	}
	switch coding {
	case "real":
		if e.Has("bits") {
			e.Failf("bits", `it is for coding = "binary" or "gray"`)
		}
	case "binary", "gray":
		s.options["bits"] = fmt.Sprint(bits)
		if s.problem, err = problem.NewCoded(inner, bits, coding == "gray"); err != nil {
			key := "bits"
			if !e.Has(key) {
				key = "coding"
			}
			e.Fail(key, err)
		}
	default:
		e.Failf("coding", "it is real, binary or gray")
	}
	list := []*subject{s}
	e.subjects = func(string) []*subject { return list }
}
