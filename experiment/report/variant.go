package report

import (
	"fmt"
	"strings"
)

// longestName is what fits beside an axis.
const longestName = 40

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
	taken := map[string]bool{}
	for _, k := range keys {
		all := parameters[k.algorithm]
		var own []string
		if len(all) > 1 {
			own = notShared(words(k.parameters), all)
		}
		name := clean(strings.Join(append([]string{k.algorithm}, own...), " "))
		if name == "" {
			name = "unnamed"
		}
		name = shorten(name, longestName)
		for base, n := name, 2; taken[name]; n++ {
			name = fmt.Sprintf("%s #%d", base, n)
		}
		taken[name] = true
		names = append(names, name)
	}
	return names, variants
}

// words splits parameters, which are separated by blanks or commas.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\n' || r == '\t' })
}

// notShared keeps the words that some list has not.
func notShared(own []string, all [][]string) []string {
	count := map[string]int{}
	for _, list := range all {
		seen := map[string]bool{}
		for _, w := range list {
			if !seen[w] {
				seen[w] = true
				count[w]++
			}
		}
	}
	var kept []string
	for _, w := range own {
		if count[w] < len(all) {
			kept = append(kept, w)
		}
	}
	return kept
}

func shorten(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}
