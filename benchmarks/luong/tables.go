package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/search"
)

// tableI is the paper's Table I: hits of 30, and the times of one run on its CPU, its
// GPU, and its GPU with textures.
var tableI = []struct {
	name               string
	hits               int
	cpu, gpu, textures string
}{
	{"tai30a", 27, "1 h 15 min", "14 min 25 s", "8 min 50 s"},
	{"tai35a", 23, "2 h 24 min", "25 min 36 s", "12 min 56 s"},
	{"tai40a", 18, "3 h 54 min", "39 min", "18 min 16 s"},
	{"tai50a", 10, "10 h 2 min", "1 h 37 min", "45 min"},
	{"tai60a", 6, "20 h 17 min", "3 h 9 min", "1 h 30 min"},
	{"tai80a", 4, "66 h", "9 h 48 min", "4 h 45 min"},
	{"tai100a", 2, "177 h", "24 h 29 min", "12 h 6 min"},
}

// configuration is that of the paper, section IV.A.
var configuration = search.Values{
	"population": "10", "children": "10", "search": "tabu", "neighborhood": "rotation", "iterations": "10000", "rounds": "3", "min-distance": "0",
	"crossover": "common", "pc": "1",
}

// paper is Table I: 30 runs, of 10 generations unless others are asked for; and figure 5, the share of the time
// that the device works, where the rest is copies and what the host does.
func (s settings) paper(ctx context.Context) error {
	replicas := cmp.Or(s.replicas, 30)
	fmt.Printf("## Table I on %s, %d runs at once\n\n| instance | hits | the paper's | mean gap | s | the paper's CPU, one run | its GPU | with textures | searching | copies and host |\n|---|---|---|---|---|---|---|---|---|---|\n", s.Name, replicas)
	var names []string
	var shares []float64
	for _, row := range tableI {
		if len(s.names) > 0 && !slices.Contains(s.names, row.name) {
			continue
		}
		p, best, err := s.instance(row.name)
		if err != nil {
			return err
		}
		values := maps.Clone(configuration)
		values["perturbation"] = fmt.Sprint(p.Representation().Length)
		maps.Copy(values, s.values)
		o, err := s.search(ctx, p, best, values, replicas, search.Stop{Steps: int64(s.steps)})
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %d/%d | %d/30 | %.3f %% | %.2f | %s | %s | %s | %.2f %% | %.2f %% |\n", row.name, o.hits, replicas, row.hits, o.gap, o.elapsed.Seconds(),
			row.cpu, row.gpu, row.textures, 100*o.kernels, 100*(1-o.kernels))
		names, shares = append(names, row.name), append(shares, 100*o.kernels)
	}
	fmt.Println()
	if s.figures == "" || s.Device == nil || len(names) == 0 {
		return nil
	}
	return drawShares(s.figures, names, shares)
}

// strong is the default mode, until the best known value or the end of the time.
func (s settings) strong(ctx context.Context) error {
	names, replicas, limit := s.names, cmp.Or(s.replicas, 10), cmp.Or(s.time, 10*time.Second)
	for _, row := range tableI {
		if len(s.names) == 0 {
			names = append(names, row.name)
		}
	}
	if slices.Equal(names, []string{"small"}) { // all up to 40 places
		known, err := s.known()
		if err != nil {
			return err
		}
		names = nil
		for _, name := range slices.Sorted(maps.Keys(known)) {
			if p, _, err := s.instance(name); err == nil && p.Representation().Length <= 40 {
				names = append(names, name)
			}
		}
	}
	fmt.Printf("## The strong mode on %s, %d runs at once, %v\n\n| instance | hits | mean gap | worst | s | generations | diversity at the end | best found at |\n|---|---|---|---|---|---|---|---|\n", s.Name, replicas, limit)
	for _, name := range names {
		p, best, err := s.instance(name)
		if err != nil {
			return err
		}
		o, err := s.search(ctx, p, best, s.values, replicas, search.Stop{Time: limit})
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %d/%d | %.3f %% | %.3f %% | %.2f | %d | %.2f | %.0f %% |\n", name, o.hits, replicas, o.gap, o.worst, o.elapsed.Seconds(), o.steps, o.spread, 100*o.found)
	}
	fmt.Println()
	return nil
}

// speed is how many exchanges robust tabu search values in a second.
func (s settings) speed(ctx context.Context) error {
	fmt.Printf("## Robust tabu search on %s\n\n| n | searches | iterations a second of one | exchanges valued a second |\n|---|---|---|---|\n", s.Name)
	for _, n := range []int{30, 50, 100} {
		for _, searches := range s.teams() {
			o, iterations, err := s.pure(ctx, n, searches, false)
			if err != nil {
				return err
			}
			rate := float64(iterations) / o.elapsed.Seconds()
			fmt.Printf("| %d | %d | %.0f | %.2e |\n", n, searches, rate, rate*float64(searches)*float64(n*(n-1)/2))
		}
	}
	fmt.Println()
	return nil
}

// teams are numbers of searches that fill a device, or a core.
func (s settings) teams() []int {
	if s.Device == nil || !s.Device.Info().GPU {
		return []int{2}
	}
	units := s.Device.Info().ComputeUnits
	return []int{2, 2 * units, 8 * units, 16 * units, 32 * units}
}

// growth is the cost of an iteration by size.
func (s settings) growth(ctx context.Context) error {
	searches := s.teams()[len(s.teams())-1]
	fmt.Printf("## Growth on %s, %d searches\n\n| n | exchange, µs | by n² | rotation, µs | by n³ |\n|---|---|---|---|---|\n", s.Name, searches)
	for _, n := range []int{20, 50, 100, 200} {
		var cost [2]float64
		for k := range cost {
			o, iterations, err := s.pure(ctx, n, searches, k == 1)
			if err != nil {
				return err
			}
			cost[k] = 1e6 * o.elapsed.Seconds() / float64(iterations) / float64(searches)
		}
		fmt.Printf("| %d | %.3f | %.2e | %.3f | %.2e |\n", n, cost[0], cost[0]/float64(n*n), cost[1], cost[1]/float64(n*n*n))
	}
	fmt.Println()
	return nil
}

// pure is one generation of a population of searches on a generated instance.
func (s settings) pure(ctx context.Context, n, searches int, rotations bool) (outcome, int, error) {
	q, err := qap.Generate("uniform", n, 1)
	if err != nil {
		return outcome{}, 0, err
	}
	p, err := qap.New(q)
	if err != nil {
		return outcome{}, 0, err
	}
	iterations := 100
	values := search.Values{"children": fmt.Sprint(searches)}
	if rotations {
		values["search"], values["neighborhood"] = "tabu", "rotation"
	}
	for { // long enough to measure
		values["iterations"] = fmt.Sprint(iterations)
		o, err := s.search(ctx, p, 1, values, 1, search.Stop{Steps: 1})
		if err != nil || o.elapsed > 500*time.Millisecond {
			return o, iterations, err
		}
		iterations *= 4
	}
}
