package campaign

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/experiment"
)

// ProblemNames are the cells' problems such that no two instances share a name:
// files may state one that others have, too. Instances that differ with options,
// such as codings of a function, are one problem.
func ProblemNames(cells []experiment.Cell) []string {
	type sort struct {
		name, kind string
		minimize   bool
	}
	type place struct {
		sort
		number int // among the instances with the same options
	}
	instances := map[string]int{} // by sort, options and hash
	counts := map[string]int{}    // by sort and options
	shown, taken := map[place]string{}, map[string]int{}
	names := make([]string, len(cells))
	for i := range cells {
		c := &cells[i]
		p := place{sort: sort{c.Problem, c.Kind, c.Objective.Minimize}}
		options := fmt.Sprintf("%q %q", fmt.Sprint(p.sort), c.Options)
		number, known := instances[options+c.Instance]
		if !known {
			counts[options]++
			number = counts[options]
			instances[options+c.Instance] = number
		}
		p.number = number
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

// cellLabels are what tells the cells of a problem apart: what the plan varies
// and, where that is not enough, all in which they differ. A goal is no part of
// it: the report shows runs with different ones as different problems.
func cellLabels(cells []experiment.Cell, problems []string) []string {
	return labels(cells, problems, func(c *experiment.Cell) string { return varied(c, cells) }, func(c, d *experiment.Cell) bool {
		return (c.Goal == nil) == (d.Goal == nil) && (c.Goal == nil || *c.Goal == *d.Goal)
	})
}

// shownLabels are the cells' own labels and, of cells that share one, all in which
// they differ, goals too.
func shownLabels(cells []experiment.Cell, problems []string) []string {
	return labels(cells, problems, (*experiment.Cell).Label, func(c, d *experiment.Cell) bool { return true })
}

// labels are those of base and, where cells of a problem and an algorithm share
// one, their differences. Targets are told between cells that are peers.
func labels(cells []experiment.Cell, problems []string, base func(*experiment.Cell) string, peers func(c, d *experiment.Cell) bool) []string {
	alike := map[[3]string][]*experiment.Cell{}
	key := func(i int, label string) [3]string { return [3]string{problems[i], cells[i].Algorithm, label} }
	list := make([]string, len(cells))
	for i := range cells {
		list[i] = base(&cells[i])
		k := key(i, list[i])
		alike[k] = append(alike[k], &cells[i])
	}
	for i := range cells {
		if twins := alike[key(i, list[i])]; len(twins) > 1 {
			words := append(strings.Fields(list[i]), differences(&cells[i], twins, peers)...)
			list[i] = strings.Join(words, " ")
		}
	}
	return list
}

// varied is what tells a cell from the others of its problem: options only where
// they differ.
func varied(c *experiment.Cell, cells []experiment.Cell) string {
	for i := range cells {
		if d := &cells[i]; d.Problem == c.Problem && !maps.Equal(d.Options, c.Options) {
			return c.Label()
		}
	}
	var words []string
	for _, name := range c.Varied {
		words = append(words, name+"="+c.Parameters[name])
	}
	return strings.Join(words, " ")
}

// differences are the options, parameters and stop rules of a cell that some of
// its twins, of which it is one, has not; the target only if one of its peers
// has not.
func differences(c *experiment.Cell, twins []*experiment.Cell, peers func(c, d *experiment.Cell) bool) (words []string) {
	add := func(of func(*experiment.Cell) map[string]string, order []string, twins []*experiment.Cell) {
		own := of(c)
		for _, name := range order {
			value, has := own[name]
			if has && slices.ContainsFunc(twins, func(d *experiment.Cell) bool { other, has := of(d)[name]; return !has || other != value }) {
				words = append(words, name+"="+value)
			}
		}
	}
	options := func(c *experiment.Cell) map[string]string { return c.Options }
	parameters := func(c *experiment.Cell) map[string]string { return c.Parameters }
	add(options, slices.Sorted(maps.Keys(c.Options)), twins)
	add(parameters, slices.Sorted(maps.Keys(c.Parameters)), twins)
	add(stopRules, []string{"generations", "time", "stagnation", "convergence"}, twins)
	add(stopRules, []string{"target"}, slices.DeleteFunc(slices.Clone(twins), func(d *experiment.Cell) bool { return !peers(c, d) }))
	return words
}

// stopRules are a cell's rules as its plan names them.
func stopRules(c *experiment.Cell) map[string]string {
	rules := map[string]string{}
	if c.Stop.Steps > 0 {
		rules["generations"] = strconv.FormatInt(c.Stop.Steps, 10)
	}
	if c.Stop.Time > 0 {
		rules["time"] = c.Stop.Time.String()
	}
	if c.Stop.Stagnation > 0 {
		rules["stagnation"] = strconv.FormatInt(c.Stop.Stagnation, 10)
	}
	if c.Stop.Converged {
		rules["convergence"] = strconv.FormatFloat(c.Stop.Convergence, 'g', -1, 64)
	}
	if c.Stop.Target != nil {
		rules["target"] = c.Objective.Format(*c.Stop.Target)
	}
	return rules
}
