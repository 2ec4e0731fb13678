package experiment

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The most that a plan may ask for: beyond it a list is a slip of the pen, not
// an experiment.
const (
	maxCells = 1 << 20
	maxRuns  = 1 << 30
)

// Plan is a plan that has been checked: the cells of its campaign, and all that
// is needed to run them.
type Plan struct {
	Name   string // as the plan states it, or of its file
	Text   string
	Files  map[string][]byte // the instances' files by the names that the plan has, as they were
	Device string            // what the plan asks for, as --device takes it; may be empty
	First  uint64            // the first seed
	Seeds  int               // how many there are
	Cells  []Cell
	groups []*group
}

// ReadPlan reads and checks a plan. Files that it names lie beside it. A mistake
// is a *PlanError.
func ReadPlan(path string) (*Plan, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	folder := filepath.Dir(path)
	return parsePlan(path, string(text), func(name string) ([]byte, error) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		content, err := os.ReadFile(name)
		var place *fs.PathError
		if errors.As(err, &place) {
			err = fmt.Errorf("%s: %w", place.Path, place.Err)
		}
		return content, err
	})
}

// parsePlan checks the text of a plan; open reads the files that it names.
func parsePlan(file, text string, open func(name string) ([]byte, error)) (*Plan, error) {
	root, err := parseDocument(file, text)
	if err != nil {
		return nil, err
	}
	p := &Plan{Text: text, Files: map[string][]byte{}}
	keep := func(name string) ([]byte, error) {
		if content, ok := p.Files[name]; ok {
			return content, nil
		}
		content, err := open(name)
		if err == nil {
			p.Files[name] = content
		}
		return content, err
	}
	root.only("name", "device", "seeds", "stop", "problem", "algorithm")
	if p.Name, p.Device = root.text("name"), root.text("device"); p.Name == "" {
		p.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	if err := device.Check(p.Device); err != nil {
		root.fail("device", err)
	}
	p.readSeeds(root.table("seeds"))
	common := readRules(root.table("stop"), rules{})
	var methods []*method
	for _, t := range root.tables("algorithm") {
		methods = append(methods, readMethod(t, common))
	}
	var entries []*entry
	for _, t := range root.tables("problem") {
		if root.err == nil { // files take time
			entries = append(entries, readEntry(t, keep))
		}
	}
	if root.err == nil {
		p.expand(entries, methods)
	}
	if root.err != nil {
		return nil, root.err
	}
	return p, nil
}

func (p *Plan) readSeeds(t *table) {
	t.only("first", "count")
	p.First = uint64(t.whole("first", 1, 0, math.MaxInt64))
	p.Seeds = int(t.whole("count", 1, 1, maxRuns))
	if p.First > math.MaxInt64-uint64(p.Seeds-1) {
		t.failf("count", "there are no %d seeds from %d on", p.Seeds, p.First)
	}
}

// rules are stop rules before a problem is known, which a target needs.
type rules struct {
	stop   search.Stop
	target string
	at     *table // where the target is written
}

// readRules reads a [stop], on top of another.
func readRules(t *table, r rules) rules {
	t.only("generations", "time", "target", "stagnation", "convergence")
	r.stop.Steps = t.whole("generations", r.stop.Steps, 1, 1<<55)
	r.stop.Stagnation = t.whole("stagnation", r.stop.Stagnation, 1, 1<<55)
	if t.has("convergence") {
		r.stop.Converged, r.stop.Convergence = true, t.number("convergence", 0, 0, 1)
	}
	if t.has("time") {
		r.stop.Time = readSpan(t, "time")
	}
	if t.has("target") {
		var ok bool
		if r.target, ok = scalar(t.values["target"]); !ok {
			t.failf("target", "it is a value of the objective")
		}
		r.at = t
	}
	return r
}

// readSpan reads "1m30s", or a number of seconds.
func readSpan(t *table, key string) time.Duration {
	var d time.Duration
	if s, ok := t.values[key].(string); ok {
		var err error
		if d, err = time.ParseDuration(s); err != nil {
			d = 0
		}
	} else {
		d = time.Duration(t.number(key, 0, 0, math.MaxInt64/1e10) * float64(time.Second))
	}
	if d <= 0 {
		t.failf(key, `write it as "10s", "1m30s" or "500ms"`)
	}
	return d
}

// method is an [[algorithm]] with its grid.
type method struct {
	*table
	algorithm search.Algorithm
	axes      []axis
	rules     rules
}

// axis is a parameter with the values that the plan has for it.
type axis struct {
	name   string
	values []string
}

func readMethod(t *table, common rules) *method {
	m := &method{table: t}
	t.only("name", "parameters", "stop")
	name := t.text("name")
	if !t.has("name") {
		t.failf("", "it has no name; 'warbler help algorithms' lists them")
	}
	m.rules = readRules(t.table("stop"), common)
	if t.err != nil {
		return m
	}
	algorithm, err := search.Lookup(name)
	if err != nil {
		t.fail(join(t.path, "name"), err)
		return m
	}
	m.algorithm = algorithm
	if s := m.rules.stop; s.Steps == 0 && s.Stagnation == 0 && s.Time == 0 {
		t.failf("stop", "nothing ends a run for certain; give generations, time or stagnation, here or in [stop]")
	}
	m.readGrid(t.table("parameters"))
	return m
}

// readGrid reads parameters; a list is one of several values.
func (m *method) readGrid(t *table) {
	names := make([]string, 0, len(t.values))
	for name := range t.values {
		names = append(names, name)
	}
	// By line, so that the first of several mistakes is the one reported.
	sort.Slice(names, func(i, j int) bool {
		a, b := t.lines.find(join(t.path, names[i])), t.lines.find(join(t.path, names[j]))
		return a < b || a == b && names[i] < names[j]
	})
	for _, name := range names {
		list, is := t.values[name].([]any)
		if !is {
			list = []any{t.values[name]}
		}
		if len(list) == 0 {
			t.failf(name, "the list is empty")
		}
		a := axis{name: name}
		seen := map[string]bool{}
		for _, x := range list {
			text, ok := scalar(x)
			if !ok {
				t.failf(name, "a value is text, a number, true or false, or a list of them")
				break
			}
			if err := m.algorithm.Params.Check(search.Values{name: text}); err != nil {
				var param *search.ParamError
				if errors.As(err, &param) {
					err = errors.New(param.Reason) // the key is named already
				}
				t.fail(join(t.path, name), err)
				break
			}
			text = m.algorithm.Params.Fill(search.Values{name: text})[name]
			if seen[text] {
				t.failf(name, "the list has %s twice", text)
			}
			seen[text] = true
			a.values = append(a.values, text)
		}
		m.axes = append(m.axes, a)
	}
}

// stopFor are the rules for a subject: its own target goes before the common
// one.
func (m *method) stopFor(e *entry, s *subject) search.Stop {
	stop, text, at := m.rules.stop, m.rules.target, m.rules.at
	if e.target != "" {
		text, at = e.target, e.table
	}
	if text != "" {
		score, err := search.ParseTarget(problem.ObjectiveOf(s.problem), text)
		if err != nil {
			at.failf("target", "%q for %s: %w", text, s.name, err)
		}
		stop.Target = &score
	}
	return stop
}
