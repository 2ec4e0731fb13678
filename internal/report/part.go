package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

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
