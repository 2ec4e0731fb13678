package report

import (
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
		name = free(shorten(name, longestName), func(name string) bool { return taken[name] })
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

func shorten(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}
