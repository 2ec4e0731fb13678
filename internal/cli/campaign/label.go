package campaign

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/experiment"
)

// ProblemNames are the cells' problems such that no two instances share a name:
// files may state one that others have, too. Instances that differ with options,
// such as codings of a function, are one problem.
func ProblemNames(cells []*experiment.Cell) []string {
	instances := map[string]int{} // by sort, options and hash: the number among those with the same options
	counts := map[string]int{}    // by sort and options
	shown := map[string]string{}  // by sort and number
	taken := map[string]int{}
	names := make([]string, len(cells))
	for i, c := range cells {
		sort := fmt.Sprintf("%q %q %t", c.Problem, c.Kind, c.Objective.Minimize)
		options := fmt.Sprintf("%s %q", sort, c.Options)
		number, known := instances[options+c.Instance]
		if !known {
			counts[options]++
			number = counts[options]
			instances[options+c.Instance] = number
		}
		p := fmt.Sprint(sort, " ", number)
		if shown[p] == "" {
			shown[p] = c.Problem
			if taken[c.Problem]++; taken[c.Problem] > 1 {
				shown[p] = fmt.Sprintf("%s #%d", c.Problem, taken[c.Problem])
			}
		}
		names[i] = shown[p]
	}
	return names
}

// labels are those of base and, where cells of a problem and an algorithm share
// one, their differences. Targets are told between cells that are peers.
func labels(cells []*experiment.Cell, problems []string, base func(*experiment.Cell) string, peers func(c, d *experiment.Cell) bool) []string {
	alike := map[[3]string][]*experiment.Cell{}
	key := func(i int, label string) [3]string { return [3]string{problems[i], cells[i].Method, label} }
	list := make([]string, len(cells))
	for i, c := range cells {
		list[i] = base(c)
		k := key(i, list[i])
		alike[k] = append(alike[k], c)
	}
	for i, c := range cells {
		if twins := alike[key(i, list[i])]; len(twins) > 1 {
			words := append(strings.Fields(list[i]), differences(c, twins, peers)...)
			list[i] = strings.Join(words, " ")
		}
	}
	return list
}

// varied is what tells a cell from the others of its problem: options only where
// they differ.
func varied(c *experiment.Cell, cells []*experiment.Cell) string {
	if slices.ContainsFunc(cells, func(d *experiment.Cell) bool { return d.Problem == c.Problem && !maps.Equal(d.Options, c.Options) }) {
		return c.Label()
	}
	var words []string
	for _, name := range c.Varied {
		words = append(words, name+"="+c.Parameters[name])
	}
	return strings.Join(words, " ")
}

// differences are the facts of a cell that some of its twins, of which it is one,
// has not; the target only if one of its peers has not.
func differences(c *experiment.Cell, twins []*experiment.Cell, peers func(c, d *experiment.Cell) bool) (words []string) {
	for _, fact := range facts(c) {
		if slices.ContainsFunc(twins, func(d *experiment.Cell) bool {
			return !slices.Contains(facts(d), fact) && (!strings.HasPrefix(fact, "target=") || peers(c, d))
		}) {
			words = append(words, fact)
		}
	}
	return words
}

// facts are the options, parameters and stop rules of a cell, as its plan names
// them.
func facts(c *experiment.Cell) (words []string) {
	for _, values := range []map[string]string{c.Options, c.Parameters} {
		words = append(words, assignments(values)...)
	}
	words = append(words, limits(c)...)
	if c.Stop.Target != nil {
		words = append(words, "target="+c.Objective.Format(*c.Stop.Target))
	}
	return words
}

// settings are the parameters and the stop rules of a cell, but for its target.
func settings(c *experiment.Cell) (parameters, stop string) {
	return strings.Join(assignments(c.Parameters), " "), strings.Join(limits(c), " ")
}

// assignments are names with their values, in order.
func assignments(values map[string]string) (words []string) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		words = append(words, name+"="+values[name])
	}
	return words
}

// limits are the stop rules of a cell, but for its target.
func limits(c *experiment.Cell) (words []string) {
	add := func(given bool, name string, value any) {
		if given {
			words = append(words, fmt.Sprint(name, "=", value))
		}
	}
	add(c.Stop.Steps > 0, "generations", c.Stop.Steps)
	add(c.Stop.Evaluations > 0, "evaluations", c.Stop.Evaluations)
	add(c.Stop.Time > 0, "time", c.Stop.Time)
	add(c.Stop.Stagnation > 0, "stagnation", c.Stop.Stagnation)
	add(c.Stop.Converged, "convergence", c.Stop.Convergence)
	return words
}
