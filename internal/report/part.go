package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// aim is a problem with one of its targets.
type aim struct {
	problem  string
	targeted bool
	target   float64
}

func aimOf(g *Group) aim {
	if g.Target == nil {
		return aim{problem: g.Problem}
	}
	return aim{g.Problem, true, *g.Target}
}

// String is the name of the problem that the aim becomes.
func (a aim) String() string {
	switch {
	case !a.targeted:
		return a.problem + ", no target"
	case a.target == math.Trunc(a.target) && math.Abs(a.target) < 1<<53:
		return a.problem + ", target " + strconv.FormatFloat(a.target, 'f', 0, 64)
	}
	return a.problem + ", target " + strconv.FormatFloat(a.target, 'g', -1, 64)
}

// part is the groups such that those of a problem have one target, and no two of
// them the same algorithm and parameters. Of a problem with several targets every
// one makes a problem: a run ends at its target, so neither hits nor values of
// runs with different ones can be compared. parted are the names of those.
func (r *Report) part() (groups []Group, parted map[string]bool) {
	groups, parted = slices.Clone(r.Groups), map[string]bool{}
	aims := map[string]aim{} // the first of each problem
	several, taken := map[string]bool{}, map[string]bool{}
	for i := range groups {
		g := &groups[i]
		if g.Target != nil && math.IsNaN(*g.Target) {
			g.Target = nil // nothing reaches it, and no two of them are equal
		}
		first, known := aims[g.Problem]
		if !known {
			aims[g.Problem] = aimOf(g)
		}
		several[g.Problem] = several[g.Problem] || known && first != aimOf(g)
		taken[g.Problem] = true
	}
	names := map[aim]string{}
	seen := map[[3]string]bool{}
	for i := range groups {
		g := &groups[i]
		if several[g.Problem] {
			a := aimOf(g)
			if names[a] == "" {
				names[a] = free(a.String(), func(name string) bool { return taken[name] })
			}
			g.Problem = names[a]
			taken[g.Problem], parted[g.Problem] = true, true
		}
		key := func(parameters string) [3]string { return [3]string{g.Problem, g.Algorithm, parameters} }
		g.Parameters = free(g.Parameters, func(parameters string) bool { return seen[key(parameters)] })
		seen[key(g.Parameters)] = true
	}
	return groups, parted
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
