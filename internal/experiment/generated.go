package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/problem"
)

// readGenerated reads a [[problem]] whose instances are drawn and not read, so
// that a plan needs no files.
func (e *entry) readGenerated() {
	kind, g, known := generatorOf(e.Text("generate"))
	if g == nil {
		e.Failf("generate", "it is %s", strings.Join(known, ", "))
		return
	}
	e.Only(append(FlagNames(g.Campaign.Flags), "generate", "seed", "count", "target")...)
	o := e.options(g.Campaign.Flags)
	first := e.Whole("seed", 1, 0, math.MaxInt32)
	count := e.Whole("count", 1, 1, 1<<12)
	if e.Err() != nil {
		return
	}
	if size, most := g.Campaign.Size(o), g.Campaign.Most; count*size > most {
		key := "generate"
		for _, k := range append(FlagNames(g.Campaign.Flags), "count") {
			if e.Has(k) {
				key = k // the last is told first
			}
		}
		e.Failf(key, "%d %ss of %d %s are more than %d %s", count, kind.Noun, size, g.Campaign.Unit, most, g.Campaign.Unit)
		return
	}
	var list []*subject
	for seed := first; seed < first+count; seed++ {
		o.Values["seed"] = uint64(seed)
		in, err := g.Make(o)
		var s *subject
		if err == nil {
			s, err = newSubject(kind, in, o)
		}
		if err != nil {
			e.failFor("generate", err)
			return
		}
		s.Name = fmt.Sprintf("%s#%d", g.Campaign.Name(o), seed)
		list = append(list, s)
	}
	e.subjects = func(string) []*subject { return list }
}

// generatorOf finds a generator that campaigns can use by its name; known are the
// names of all, in their order.
func generatorOf(name string) (of *problem.Kind, found *problem.Generator, known []string) {
	for _, k := range problem.Kinds() {
		for i, g := range k.Generators {
			if g.Campaign != nil {
				known = append(known, g.Name)
			}
			if g.Campaign != nil && g.Name == name {
				of, found = k, &k.Generators[i]
			}
		}
	}
	slices.Sort(known)
	return of, found, known
}

// FlagNames are the options that a plan can set.
func FlagNames(flags []problem.Flag) (names []string) {
	for _, f := range flags {
		if !f.Command {
			names = append(names, f.Name)
		}
	}
	return names
}
