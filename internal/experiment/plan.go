package experiment

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/search"
)

// The most that a plan may ask for: beyond it a list is a slip of the pen, not
// an experiment.
const (
	maxCells = 1 << 20
	maxRuns  = 1 << 24
)

// PlanError is a mistake in a plan.
type PlanError = document.Error

// Head is what plans of campaigns and of tunings have in common.
type Head struct {
	Name   string // as the plan states it, or of its file
	Device string // what the plan asks for, as --device takes it; may be empty
	Seeds  Seeds
	Root   *document.Table
}

// ReadHead parses the text of a plan from a file, which has no keys but those known,
// and reads its head, with at most so many seeds. What is wrong is noted in the
// document, if it is one.
func ReadHead(file, text string, mostSeeds int64, known ...string) (h Head, err error) {
	if h.Root, err = document.Parse(file, text); err != nil {
		return h, err
	}
	h.Root.Only(known...)
	h.Name = cmp.Or(h.Root.Text("name"), strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
	h.Device = h.Root.Text("device")
	if err := device.Check(h.Device); err != nil {
		h.Root.Fail("device", err)
	}
	h.Seeds = readSeeds(h.Root.Table("seeds"), mostSeeds)
	return h, nil
}

// Plan is a plan that has been checked: the cells of its campaign, and all that
// is needed to run them.
type Plan struct {
	Head
	Text   string
	Files  map[string][]byte // the instances' files by the names that the plan has, as they were
	Cells  []*Cell
	groups []*batchable
	trace  int64 // steps that share a point of traces; 0: there are none
	// NoSolutions says that the best solutions of runs are not kept.
	NoSolutions bool
	// Shard is the part of the runs that is wanted; the zero value is all of them.
	Shard Shard
}

// ReadPlan reads and checks a plan. Files that it names lie beside it. A mistake
// is a *PlanError.
func ReadPlan(path string) (*Plan, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parsePlan(path, string(text), Beside(path))
}

// parsePlan checks the text of a plan, which names files.
func parsePlan(file, text string, files Files) (*Plan, error) {
	head, err := ReadHead(file, text, maxRuns, "name", "device", "trace", "best-known", "seeds", "stop", "problem", "algorithm")
	if err != nil {
		return nil, err
	}
	p := &Plan{Head: head, Text: text, Files: map[string][]byte{}}
	root := p.Root
	keep := func(name string) ([]byte, error) {
		if content, ok := p.Files[name]; ok {
			return content, nil
		}
		content, err := files.Read(name)
		if err == nil {
			p.Files[name] = content
		}
		return content, err
	}
	p.trace = strideOf(root, "trace")
	common := readRules(root.Table("stop"), rules{trace: p.trace})
	known := readKnown(root, keep)
	var methods []*method
	for _, t := range root.Tables("algorithm") {
		methods = append(methods, readMethod(t, root, common))
	}
	var entries []*entry
	for _, t := range root.Tables("problem") {
		for _, t := range expand(t, files) {
			if root.Err() == nil { // files take time
				entries = append(entries, readEntry(t, keep))
			}
		}
	}
	if root.Err() == nil {
		p.expand(entries, methods)
	}
	if root.Err() == nil {
		p.apply(known)
	}
	if err := root.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// strideOf reads true, false or a number of steps.
func strideOf(t *document.Table, key string) int64 {
	switch x := t.Values[key].(type) {
	case nil:
		return 0
	case bool:
		if x {
			return 1
		}
		return 0
	case int64:
		if x >= 1 && x <= 1<<55 {
			return x
		}
	}
	t.Failf(key, "it is true for every improvement, or the number of steps of which the last improvement is kept")
	return 0
}

// rules are stop rules before a problem is known, which a target needs.
type rules struct {
	stop   search.Stop
	target string
	at     *document.Table // where the target is written
	trace  int64           // steps that share a point of the runs' traces: 1 keeps every improvement, 0 no traces at all
}

// certain reports whether something ends a run, whatever it finds.
func (r rules) certain() bool {
	return r.stop.Steps > 0 || r.stop.Evaluations > 0 || r.stop.Stagnation > 0 || r.stop.Time > 0
}

// readRules reads a [stop], on top of another.
func readRules(t *document.Table, r rules) rules {
	t.Only("generations", "evaluations", "time", "target", "stagnation", "convergence")
	r.stop.Steps = t.Whole("generations", r.stop.Steps, 1, 1<<55)
	r.stop.Evaluations = t.Whole("evaluations", r.stop.Evaluations, 1, 1<<55)
	r.stop.Stagnation = t.Whole("stagnation", r.stop.Stagnation, 1, 1<<55)
	if t.Has("convergence") {
		r.stop.Converged, r.stop.Convergence = true, t.Number("convergence", 0, 0, 1)
	}
	if t.Has("time") {
		r.stop.Time = readSpan(t, "time")
	}
	if t.Has("target") {
		var ok bool
		if r.target, ok = document.Scalar(t.Values["target"]); !ok {
			t.Failf("target", "it is a value of the objective")
		}
		r.at = t
	}
	return r
}

// readSpan reads "1m30s", or a number of seconds.
func readSpan(t *document.Table, key string) time.Duration {
	var d time.Duration
	if s, ok := t.Values[key].(string); ok {
		var err error
		if d, err = time.ParseDuration(s); err != nil {
			d = 0
		}
	} else {
		d = time.Duration(t.Number(key, 0, 0, math.MaxInt64/1e10) * float64(time.Second))
	}
	if d <= 0 {
		t.Failf(key, `write it as "10s", "1m30s" or "500ms"`)
	}
	return d
}

// method is an [[algorithm]] with its grid.
type method struct {
	*document.Table
	label     string // what tables call it
	algorithm search.Algorithm
	axes      []axis
	rules     rules
	written   Written
}

// axis is a parameter with the values that the plan has for it.
type axis struct {
	name   string
	values []string
}

func readMethod(t, root *document.Table, common rules) *method {
	t.Only("name", "label", "parameters", "stop")
	parameters, stop := t.Table("parameters"), t.Table("stop")
	m := &method{Table: t, rules: readRules(stop, common)}
	m.written = Written{[]*document.Table{parameters}, []*document.Table{stop, root.Table("stop")}, t, "name"}
	if m.algorithm = ReadAlgorithm(t, "name"); t.Err() != nil {
		return m
	}
	m.label = cmp.Or(t.Text("label"), m.algorithm.Name)
	if !m.rules.certain() {
		t.Failf("stop", "nothing ends a run for certain; give evaluations, generations, time or stagnation, here or in [stop]")
	}
	for _, name := range parameters.Names() { // a list is one of several values
		list, is := parameters.Values[name].([]any)
		if !is {
			list = []any{parameters.Values[name]}
		}
		if len(list) == 0 {
			parameters.Failf(name, "the list is empty")
		}
		m.axes = append(m.axes, axis{name, ReadValues(parameters, name, list, m.algorithm.Params)})
	}
	return m
}

// ReadAlgorithm is the algorithm that a key names. What is wrong is noted in the
// document.
func ReadAlgorithm(t *document.Table, key string) (a search.Algorithm) {
	if !t.Has(key) {
		t.Failf("", "it has no %s; 'warbler help algorithms' lists them", key)
	}
	name := t.Text(key)
	if t.Err() == nil {
		var err error
		if a, err = search.Lookup(name); err != nil {
			t.Fail(key, err)
		}
	}
	return a
}

// ReadValues are values of a parameter, as ReadValue has them, each once.
func ReadValues(t *document.Table, name string, list []any, params search.Table) (values []string) {
	for _, x := range list {
		text, ok := ReadValue(t, name, x, params)
		if !ok {
			break
		}
		if slices.Contains(values, text) {
			t.Failf(name, "the list has %s twice", text)
		}
		values = append(values, text)
	}
	return values
}

// ReadValue is a value of a parameter in its one form, as it would be typed. What
// the algorithm's table does not allow is noted in the document.
func ReadValue(t *document.Table, name string, x any, params search.Table) (text string, ok bool) {
	text, ok = document.Scalar(x)
	if !ok {
		t.Failf(name, "a value is text, a number, true or false")
		return "", false
	}
	if _, err := params.Settings(search.Values{name: text}); err != nil {
		t.Fail(name, unnamed(err, name))
		return "", false
	}
	return params.Fill(search.Values{name: text})[name], true
}

// stopFor are the rules for a subject: its own target goes before the common
// one.
func (m *method) stopFor(e *entry, s *subject) search.Stop {
	stop, text, at := m.rules.stop, m.rules.target, m.rules.at
	if e.target != "" {
		text, at = e.target, e.Table
	}
	if text != "" {
		score, err := answer.ParseScore(s.Objective, text)
		if err != nil {
			at.Failf("target", "%q for %s: %w", text, s.Name, err)
		}
		stop.Target = &score
	}
	return stop
}
