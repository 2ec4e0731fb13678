package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/lookahead/pipeline"
)

// measurer is where and how often things are measured.
type measurer struct {
	folder        string          // that has satlib in it
	devices       []device.Device // none: the CPU
	threads, runs int
	instances     int
	values        search.Values
	figures       string // where they are drawn, or nothing
	formulas      []*sat.Formula
}

// outcome is a set of formulas, solved.
type outcome struct {
	after    []time.Duration // the accumulated time after each
	formulas int64
	steps    int64
	models   int
	swapped  int64
}

func (o outcome) total() time.Duration { return o.after[len(o.after)-1] }

// rate is in millions of formulas per second.
func (o outcome) rate() float64 { return float64(o.formulas) / o.total().Seconds() / 1e6 }

// read reads the first so many formulas of a folder, by their numbers.
func read(folder string, most int) (formulas []*sat.Formula, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.cnf"))
	if err != nil {
		return nil, err
	}
	number := func(path string) int {
		_, text, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".cnf"), "-")
		n, _ := strconv.Atoi(text)
		return n
	}
	slices.SortFunc(files, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	for _, path := range files[:min(most, len(files))] {
		f, err := bench.Formula(path)
		if err != nil {
			return nil, err
		}
		formulas = append(formulas, f)
	}
	if len(formulas) == 0 {
		return nil, fmt.Errorf("%s has no .cnf files; -data names the folder that has satlib in it", folder)
	}
	return formulas, nil
}

// with are the parameters of all, with some changed.
func (b *measurer) with(changes ...string) search.Values {
	v := maps.Clone(b.values)
	for i := 0; i < len(changes); i += 2 {
		v[changes[i]] = changes[i+1]
	}
	return v
}

// solve solves formulas in one call and checks the models. What compilers and
// allocations take is over when the clock begins.
func (b *measurer) solve(ctx context.Context, formulas []*sat.Formula, v search.Values, times map[string]time.Duration) (o outcome, err error) {
	s, err := pipeline.New(pipeline.Options{Values: v, Devices: b.devices, Threads: b.threads, KernelTimes: times})
	if err != nil {
		return o, err
	}
	defer s.Close()
	if _, err := s.Solve(ctx, formulas[0], nil); err != nil {
		return o, err
	}
	clear(times)
	elapsed := time.Duration(0)
	for _, f := range formulas {
		began := time.Now()
		r, err := s.Solve(ctx, f, nil)
		if err != nil {
			return o, err
		}
		elapsed += time.Since(began)
		if r.Status == sat.Unknown {
			return o, context.Cause(ctx)
		}
		if r.Status == sat.Satisfiable {
			if violated, _, _, err := sat.Check(f, r.Values); err != nil || len(violated) > 0 {
				return o, fmt.Errorf("%s: the model violates %d clauses, %v", f.Name, len(violated), err)
			}
			o.models++
		}
		o.after = append(o.after, elapsed)
		o.formulas += r.Formulas
		o.steps += r.Steps
		o.swapped += r.Swapped
	}
	return o, nil
}

// median is the run of median time.
func (b *measurer) median(ctx context.Context, formulas []*sat.Formula, v search.Values) (outcome, error) {
	return bench.Repeat(0, b.runs, func(o outcome) float64 { return o.total().Seconds() }, func() (outcome, error) {
		return b.solve(ctx, formulas, v, nil)
	})
}
