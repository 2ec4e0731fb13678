package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// longestName is what fits into a table and above a picture, longestTick what fits
// beside an axis.
const (
	longestName = 90
	longestTick = 40
)

// nameVariants gives every pair of algorithm and parameters a short name, and
// every group the place of its name.
func nameVariants(groups []Group) (names []string, variants []int) {
	type key struct{ algorithm, parameters string }
	places := map[key]int{}
	var keys []key
	parameters := map[string][][]string{} // of each algorithm
	for i := range groups {
		k := key{groups[i].Algorithm, groups[i].Parameters}
		at, known := places[k]
		if !known {
			at = len(keys)
			places[k] = at
			keys = append(keys, k)
			parameters[k.algorithm] = append(parameters[k.algorithm], words(k.parameters))
		}
		variants = append(variants, at)
	}
	settings := map[string]map[string]bool{} // by name: the words that any of them has
	for _, k := range keys {
		for _, w := range words(k.parameters) {
			name, _, _ := strings.Cut(w, "=")
			if settings[name] == nil {
				settings[name] = map[string]bool{}
			}
			settings[name][w] = true
		}
	}
	taken := map[string]bool{}
	for _, k := range keys {
		all := parameters[k.algorithm]
		var own []string
		for _, w := range words(k.parameters) {
			// What all of an algorithm share goes without saying, unless another one
			// has it otherwise: they would be compared under conditions that nobody sees.
			name, _, assigned := strings.Cut(w, "=")
			lacks := func(list []string) bool { return !slices.Contains(list, w) }
			if slices.ContainsFunc(all, lacks) || assigned && len(settings[name]) > 1 {
				own = append(own, w)
			}
		}
		name := clean(strings.Join(append([]string{k.algorithm}, own...), " "))
		if name == "" {
			name = "unnamed"
		}
		name = free(abridge(name, longestName), func(name string) bool { return taken[name] })
		taken[name] = true
		names = append(names, name)
	}
	return names, variants
}

// abridge leaves out the middle of what is too long: variants differ at their ends.
func abridge(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most/2]) + "…" + string(r[len(r)-(most-1)/2:])
	}
	return s
}

// words splits parameters, which are separated by blanks or commas.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\n' || r == '\t' })
}

// aimOf is a problem with the target of a group: the name of what it becomes where
// groups have several.
func aimOf(g *Group) string {
	if g.Target == nil {
		return g.Problem + ", no target"
	}
	return g.Problem + ", target " + cmp.Or(exactly(*g.Target), fmt.Sprint(*g.Target))
}

// part is the groups such that those of a problem have one target, and no two of
// them the same algorithm and parameters. Of a problem with several targets every
// one makes a problem: a run ends at its target, so neither hits nor values of
// runs with different ones can be compared. parted are the names of those. What
// cannot be shown side by side is an error.
func (r *Report) part() (groups []Group, parted map[string]bool, err error) {
	groups, parted = slices.Clone(r.Groups), map[string]bool{}
	first := map[string]*Group{} // of each problem
	several := map[string]bool{}
	for i := range groups {
		g := &groups[i]
		if g.Target != nil && math.IsNaN(*g.Target) {
			g.Target = nil // nothing reaches it, and no two of them are equal
		}
		f := first[g.Problem]
		if f == nil {
			first[g.Problem] = g
			continue
		}
		if f.Minimize != g.Minimize {
			return nil, nil, fmt.Errorf("report: problem %q is minimized by %q and maximized by %q", g.Problem, f.Algorithm, g.Algorithm)
		}
		several[g.Problem] = several[g.Problem] || aimOf(f) != aimOf(g)
	}
	names := map[string]string{}
	seen := map[[3]string]bool{}
	for i := range groups {
		g := &groups[i]
		if several[g.Problem] {
			a := aimOf(g)
			if names[a] == "" {
				names[a] = free(a, func(name string) bool { return first[name] != nil || parted[name] })
			}
			g.Problem = names[a]
			parted[g.Problem] = true
		}
		key := func(parameters string) [3]string { return [3]string{g.Problem, g.Algorithm, parameters} }
		g.Parameters = free(g.Parameters, func(parameters string) bool { return seen[key(parameters)] })
		seen[key(g.Parameters)] = true
	}
	return groups, parted, nil
}

// free is a text, or the first of its numbered forms that is not taken.
func free(text string, taken func(string) bool) string {
	name := text
	for n := 2; taken(name); n++ {
		if name = fmt.Sprintf("%s #%d", text, n); text == "" {
			name = name[1:]
		}
	}
	return name
}
