package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/search"
)

// Case is a problem, an algorithm and the rules that end a run: all that a run
// needs but its parameters and its seed.
type Case struct {
	*subject
	Place     *document.Table // where the plan names the problem
	algorithm search.Algorithm
	stop      search.Stop
	trace     int64 // steps that share a point of a run's trace; 0: none is kept
	written   Written
}

// Files are those that a plan names.
type Files struct {
	Read func(name string) ([]byte, error)
	Glob func(pattern string) ([]string, error) // names that Read takes, in order
}

// Beside are the files that lie beside a plan.
func Beside(plan string) Files {
	folder := filepath.Dir(plan)
	place := func(name string) string {
		if filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(folder, name)
	}
	return Files{
		Read: func(name string) ([]byte, error) {
			content, err := os.ReadFile(place(name))
			if failed, ok := errors.AsType[*fs.PathError](err); ok {
				err = fmt.Errorf("%s: %w", failed.Path, failed.Err)
			}
			return content, err
		},
		Glob: func(pattern string) ([]string, error) {
			names, err := filepath.Glob(place(pattern))
			slices.Sort(names)
			for i, name := range names {
				if below, err := filepath.Rel(folder, name); err == nil && !filepath.IsAbs(pattern) {
					names[i] = below
				}
			}
			return names, err
		},
	}
}

// ReadCases reads tables that are written as [[problem]], under another key,
// and the plan's [stop], for one algorithm. A file may be a pattern of many.
// What is wrong is noted in the document.
func ReadCases(root *document.Table, key string, algorithm search.Algorithm, files Files) (cases []*Case) {
	m := &method{algorithm: algorithm, rules: readRules(root.Table("stop"), rules{}), written: Written{Algorithm: root, Key: "algorithm"}}
	if !m.rules.certain() {
		root.Failf("stop", "nothing ends a run for certain; give evaluations, generations, time or stagnation")
	}
	for _, t := range root.Tables(key) {
		for _, t := range expand(t, files) {
			if root.Err() != nil { // files take time
				return nil
			}
			cases = append(cases, m.cases(readEntry(t, files.Read))...)
		}
	}
	return cases
}

// cases are the problems of an entry for the algorithm of a method, under its rules.
// What does not fit is noted in the document.
func (m *method) cases(e *entry) (list []*Case) {
	for _, s := range e.subjects(m.algorithm.Name) {
		if err := m.algorithm.Fits(s.problem); err != nil {
			m.written.Algorithm.Fail(m.written.Key, fmt.Errorf("%s: %w", s.Name, err))
			return nil
		}
		list = append(list, &Case{
			subject: s, Place: e.Table, algorithm: m.algorithm, stop: m.stopFor(e, s), trace: m.rules.trace, written: m.written,
		})
	}
	return list
}

// expand makes a table for each file of a pattern.
func expand(t *document.Table, files Files) []*document.Table {
	pattern, _ := t.Values["file"].(string)
	if !strings.ContainsAny(pattern, "*?[") {
		return []*document.Table{t}
	}
	names, err := files.Glob(pattern)
	switch {
	case err != nil:
		t.Fail("file", err)
	case len(names) == 0:
		t.Failf("file", "there is no file like %s", pattern)
	}
	for _, key := range []string{"label", knownKey} {
		if t.Has(key) && len(names) > 1 {
			t.Failf(key, "it is for one problem, and these are %d", len(names))
		}
	}
	list := make([]*document.Table, len(names))
	for i, name := range names {
		list[i] = t.With("file", name)
	}
	return list
}

// Identity tells instances apart, whatever their names.
func (c *Case) Identity() string {
	return fmt.Sprint(c.Kind, cmp.Or(c.hash(), c.Name), c.options)
}

// Try makes an engine for a moment, on the CPU: what an algorithm refuses
// beyond its table is found before a run.
func (c *Case) Try(ctx context.Context, values search.Values) error {
	e, err := c.algorithm.Engine(ctx, search.Config{
		Problem: c.problem, Threads: 1, Values: values, Stop: c.stop, Replicas: search.Seeds(1, 1),
	})
	if err == nil {
		err = e.Close()
	}
	return err
}

// Equalize makes a limit of evaluations of one of generations: what an algorithm makes
// in them with some parameters, so that other parameters have no more. It reports false
// where that cannot be said beforehand.
func (c *Case) Equalize(ctx context.Context, values search.Values) (ok bool, err error) {
	if c.stop.Evaluations > 0 || c.stop.Time > 0 || c.stop.Steps == 0 {
		return c.stop.Evaluations > 0 || c.stop.Time > 0, nil
	}
	e, err := c.algorithm.Engine(ctx, search.Config{Problem: c.problem, Threads: 1, Values: values, Replicas: search.Seeds(1, 1)})
	if err != nil {
		return false, err
	}
	defer e.Close()
	costed, ok := e.(search.Costed)
	if !ok {
		return false, nil
	}
	if _, err := e.Step(ctx, 0); err != nil || ctx.Err() != nil {
		return false, cmp.Or(err, ctx.Err())
	}
	cost := costed.Cost(c.stop.Steps)
	if cost == 0 {
		return false, nil
	}
	c.stop.Evaluations, c.stop.Steps = cost, 0
	return true, nil
}

// Stop is what ends a run.
func (c *Case) Stop() search.Stop { return c.stop }

// BestKnown is a value of the objective that is known beforehand, or NaN.
func (c *Case) BestKnown() float64 {
	if c.optimum == nil {
		return math.NaN()
	}
	return c.Objective.Value(*c.optimum)
}

// Written says where a plan has what an engine may refuse.
type Written struct {
	Parameters []*document.Table // what is written in the first goes before the others
	Stop       []*document.Table
	Algorithm  *document.Table // that names the algorithm
	Key        string          // under which it does
}

// Mistake is the refusal of an engine, on an instance, as a mistake of a plan: at
// the parameter or the stop rule that it is about or, where the plan leaves those
// to their defaults, at the algorithm.
func (w Written) Mistake(instance string, err error) error {
	t, key := w.place(search.FaultOf(err))
	return t.Mistake(key, fmt.Errorf("on %s: %w", instance, unnamed(err, key)))
}

func (w Written) place(params []string, rule string) (t *document.Table, key string) {
	for _, name := range params {
		if t := writer(w.Parameters, name); t != nil {
			return t, name
		}
	}
	if t := writer(w.Stop, rule); t != nil {
		return t, rule
	}
	return w.Algorithm, w.Key
}

// writer is the first table that has a key, or nil.
func writer(tables []*document.Table, key string) *document.Table {
	for _, t := range tables {
		if t.Has(key) {
			return t
		}
	}
	return nil
}

// unnamed is an error about a parameter without its name where the key says it
// already.
func unnamed(err error, key string) error {
	if param, ok := errors.AsType[*search.ParamError](err); ok && param.Name == key {
		return errors.New(param.Reason)
	}
	return err
}
