package experiment

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/internal/input"
	_ "github.com/warbler-opt/warbler/internal/problems" // that a plan can name
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// subject is a problem of a plan as one algorithm sees it.
type subject struct {
	Name      string // of the instance
	Kind      string // "knapsack", as --json names it
	Objective problem.Objective
	options   map[string]string
	problem   problem.Problem
	optimum   *problem.Score // known beforehand, or nil
	form      problem.Form   // how solutions are written
	// check judges a solution by the instance as it was read, or is nil.
	check func(search.Solution) error
}

// feasible reports whether a score is that of an answer to a problem of a kind.
func feasible(kind string, o problem.Objective, score problem.Score) bool {
	if k := problem.LookupKind(kind); k != nil && k.Penalized {
		return score >= 0
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

// entry is a [[problem]]: one problem, or as many as its file has. What a problem is
// may depend on the algorithm where the plan leaves it open.
type entry struct {
	*document.Table
	target   string
	subjects func(algorithm string) []*subject
}

// named are the kinds whose instances have names, which a plan writes as
// function = "sphere".
func named() []*problem.Kind {
	return slices.DeleteFunc(problem.Kinds(), func(k *problem.Kind) bool { return k.Names == nil || k.Several })
}

// plannedFlags are the options of kinds that a plan can set.
func plannedFlags(kinds ...*problem.Kind) (names []string) {
	for _, k := range kinds {
		names = append(names, FlagNames(k.Flags)...)
	}
	return names
}

// readEntry reads a [[problem]] with what it is called and what is known of it.
func readEntry(t *document.Table, open func(name string) ([]byte, error)) *entry {
	e := readSource(t, open)
	if t.Has(knownKey) {
		if _, ok := document.Scalar(t.Values[knownKey]); !ok {
			t.Failf(knownKey, "it is a value of the objective")
		}
	}
	label, source := t.Text("label"), e.subjects
	if t.Err() != nil {
		return e
	}
	for _, key := range []string{"label", knownKey} {
		if n := len(source("")); t.Has(key) && n != 1 {
			t.Failf(key, "it is for one problem, and these are %d", n)
		}
	}
	if label != "" {
		e.subjects = func(algorithm string) []*subject {
			list := source(algorithm)
			for _, s := range list {
				s.Name = label
			}
			return list
		}
	}
	return e
}

func readSource(t *document.Table, open func(name string) ([]byte, error)) *entry {
	e := &entry{Table: t, subjects: func(string) []*subject { return nil }}
	if t.Has("target") {
		var ok bool
		if e.target, ok = document.Scalar(t.Values["target"]); !ok {
			t.Failf("target", "it is a value of the objective")
		}
	}
	sources := []string{"file", "generate"}
	for _, k := range named() {
		sources = append(sources, k.Name)
	}
	slices.Sort(sources)
	given := slices.DeleteFunc(slices.Clone(sources), func(key string) bool { return !t.Has(key) })
	if len(given) != 1 {
		last := len(sources) - 1
		t.Failf("", "it has one of %s and %s", strings.Join(sources[:last], ", "), sources[last])
		return e
	}
	switch source := given[0]; source {
	case "generate":
		e.readGenerated()
	case "file":
		e.Only(append(plannedFlags(files()...), "file", "instance", "target", "label", knownKey)...)
		e.readFile(open)
	default:
		k := problem.LookupKind(source)
		e.Only(append(plannedFlags(k), source, "target", "label", knownKey)...)
		if o := e.options(k.Flags); e.Err() == nil {
			in, err := k.Find(e.Text(source))
			if err != nil {
				e.Fail(source, err)
				return e
			}
			e.make(source, k, []problem.Instance{in}, nil, o)
		}
	}
	return e
}

// files are the kinds that have files, and one objective.
func files() []*problem.Kind {
	return slices.DeleteFunc(problem.Kinds(), func(k *problem.Kind) bool { return k.Read == nil || k.Several })
}

// options reads the options of a kind or a generator.
func (e *entry) options(flags []problem.Flag) problem.Options {
	o := problem.Options{Flags: flags, Values: map[string]any{}, Strict: true}
	for _, f := range flags {
		if !e.Has(f.Name) {
			if f.Needed != "" {
				e.Failf("file", "%s", f.Needed)
			}
			continue
		}
		least, most := f.Least, f.Most
		open := least == 0 && most == 0 // the problem knows what it can take
		switch f.Default.(type) {
		case int:
			if open {
				least, most = math.MinInt32, math.MaxInt32
			}
			o.Values[f.Name] = int(e.Whole(f.Name, 0, int64(least), int64(most)))
		case float64:
			if open {
				least, most = -math.MaxFloat64, math.MaxFloat64
			}
			o.Values[f.Name] = e.Number(f.Name, 0, least, most)
		case bool:
			x, ok := e.Values[f.Name].(bool)
			if !ok {
				e.Failf(f.Name, "it is true or false")
			}
			o.Values[f.Name] = x
		default:
			text := e.Text(f.Name)
			if err := f.Check(text); err != nil {
				e.Fail(f.Name, err)
			}
			o.Values[f.Name] = text
		}
	}
	return o
}

func (e *entry) readFile(open func(name string) ([]byte, error)) {
	name, number := e.Text("file"), int(e.Whole("instance", 0, 1, math.MaxInt32))
	if e.Err() != nil {
		return
	}
	k, found, err := readInstances(name, open)
	switch {
	case err != nil:
		e.Fail("file", err)
	case len(found) == 0:
		e.Failf("file", "there is no instance in it")
	case k.Several:
		e.Failf("file", "it is a %s; a campaign has problems with one objective", k.Noun)
	case number > len(found):
		e.Failf("instance", "%s has %d instances", name, len(found))
	}
	for _, other := range files() {
		for _, flag := range plannedFlags(other) {
			if e.Err() == nil && other != k && e.Has(flag) && !slices.Contains(plannedFlags(k), flag) {
				e.Failf(flag, "it is for %ss; %s is a %s", other.Noun, name, k.Noun)
			}
		}
	}
	if e.Err() != nil {
		return
	}
	if number > 0 {
		found = found[number-1 : number]
	}
	o := e.options(k.Flags)
	o.Open = func(file string) ([]byte, error) { // that lies beside the instance
		if !filepath.IsAbs(file) {
			file = filepath.Join(filepath.Dir(name), file)
		}
		return open(file)
	}
	if e.Err() == nil {
		e.make("file", k, found, nil, o)
	}
}

func readInstances(name string, open func(name string) ([]byte, error)) (*problem.Kind, []problem.Instance, error) {
	content, err := open(name)
	if err != nil {
		return nil, nil, err
	}
	r, err := input.Decompress(bytes.NewReader(content))
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	return problem.ReadFile(r, name)
}

// make makes the subjects of instances, once, or for each algorithm that they depend
// on. key is where the plan names them; names may be nil, where they have their own.
func (e *entry) make(key string, k *problem.Kind, instances []problem.Instance, names []string, o problem.Options) {
	made := map[string][]*subject{}
	e.subjects = func(algorithm string) []*subject {
		if o.Algorithm = ""; k.ByAlgorithm {
			o.Algorithm = algorithm
		}
		if made[o.Algorithm] == nil {
			for i, in := range instances {
				s, err := newSubject(k, in, o)
				if err != nil {
					e.failFor(key, err)
					return nil
				}
				switch {
				case names != nil:
					s.Name = names[i]
				case s.Name == "":
					if s.Name = e.Text(key); len(instances) > 1 {
						s.Name = fmt.Sprintf("%s#%d", s.Name, i+1)
					}
				}
				made[o.Algorithm] = append(made[o.Algorithm], s)
			}
		}
		return made[o.Algorithm]
	}
	e.subjects("") // finds what is wrong with an instance
}

// failFor notes a mistake at the option that it is of, or where the instance is named.
func (e *entry) failFor(key string, err error) {
	if wrong, ok := errors.AsType[*problem.FlagError](err); ok {
		for _, name := range wrong.Flags {
			if e.Has(name) {
				key = name
				break
			}
		}
	}
	e.Fail(key, err)
}

func newSubject(k *problem.Kind, in problem.Instance, o problem.Options) (*subject, error) {
	t, err := in.Task(context.Background(), o)
	if err != nil {
		return nil, err
	}
	if t.Front != nil {
		return nil, fmt.Errorf("%s has several objectives; a campaign has problems with one", t.Instance)
	}
	s := &subject{
		Name: cmp.Or(t.Label, t.Instance), Kind: k.Name, Objective: problem.ObjectiveOf(t.Problem), problem: t.Problem, optimum: t.Optimum,
	}
	if t.Options != nil {
		s.options = map[string]string{}
		for name, value := range t.Options {
			s.options[name] = fmt.Sprint(value)
		}
	}
	if s.form = t.Form; t.Form == nil {
		s.form = answer.Genes{Problem: t.Problem}
	} else {
		s.check = func(found search.Solution) error {
			if k.Penalized && found.Score < 0 {
				return nil // it is no answer, and is not counted as one
			}
			return t.Form.Check(found.Genome, found.Score)
		}
	}
	return s, nil
}

// readGenerated reads a [[problem]] whose instances are drawn and not read, so
// that a plan needs no files.
func (e *entry) readGenerated() {
	kind, g, known := generatorOf(e.Text("generate"))
	if g == nil {
		e.Failf("generate", "it is %s", strings.Join(known, ", "))
		return
	}
	e.Only(append(FlagNames(g.Campaign.Flags), "generate", "seed", "count", "target", "label", knownKey)...)
	o := e.options(g.Campaign.Flags)
	first := e.Whole("seed", 1, 0, math.MaxInt32)
	count := e.Whole("count", 1, 1, 1<<12)
	if e.Err() != nil {
		return
	}
	if size, most := g.Campaign.Size(o), g.Campaign.Most; count*size > most {
		key := "generate"
		for _, k := range append(FlagNames(g.Campaign.Flags), "count") {
			if e.Has(k) {
				key = k // the last is told first
			}
		}
		e.Failf(key, "%d %ss of %d %s are more than %d %s", count, kind.Noun, size, g.Campaign.Unit, most, g.Campaign.Unit)
		return
	}
	var instances []problem.Instance
	var names []string
	for seed := first; seed < first+count; seed++ {
		o.Values["seed"] = uint64(seed)
		in, err := g.Make(o)
		if err != nil {
			e.failFor("generate", err)
			return
		}
		instances, names = append(instances, in), append(names, fmt.Sprintf("%s#%d", g.Campaign.Name(o), seed))
	}
	e.make("generate", kind, instances, names, o)
}

// generatorOf finds a generator that campaigns can use by its name; known are the
// names of all, in their order.
func generatorOf(name string) (of *problem.Kind, found *problem.Generator, known []string) {
	for _, k := range problem.Kinds() {
		for i, g := range k.Generators {
			if g.Campaign != nil {
				known = append(known, g.Name)
			}
			if g.Campaign != nil && g.Name == name {
				of, found = k, &k.Generators[i]
			}
		}
	}
	slices.Sort(known)
	return of, found, known
}

// FlagNames are the options that a plan can set.
func FlagNames(flags []problem.Flag) (names []string) {
	for _, f := range flags {
		if !f.Command {
			names = append(names, f.Name)
		}
	}
	return names
}
