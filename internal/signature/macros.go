package signature

import (
	"regexp"
	"strings"
)

// macros has the bodies of the macros without parameters that a source defines;
// several where it defines one more than once, under different conditions.
type macros map[string][]string

var defines = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\n|[^\n])*)$`)

// findMacros reads a text without comments.
func findMacros(text string) macros {
	out := macros{}
	for _, m := range defines.FindAllStringSubmatch(text, -1) {
		if strings.HasPrefix(m[2], "(") {
			continue // it has parameters
		}
		body := strings.TrimSpace(strings.ReplaceAll(m[2], "\\\n", " "))
		out[m[1]] = append(out[m[1]], body)
	}
	return out
}

// maxExpansions is beyond what a parameter list needs; a macro that contains
// itself reaches it.
const maxExpansions = 100

// expand replaces the macros in a parameter list. One with several bodies stays
// as it is, being the name of a type or a qualifier; it reports false where one
// might be more than that.
func (m macros) expand(list string) (string, bool) {
	for range maxExpansions {
		at := -1
		for _, w := range paramWords.FindAllStringIndex(list, -1) {
			bodies, found := m[list[w[0]:w[1]]]
			if !found {
				continue
			}
			if len(bodies) == 1 {
				list, at = list[:w[0]]+bodies[0]+list[w[1]:], w[0]
				break
			}
			for _, b := range bodies {
				if strings.ContainsAny(b, ",()*") {
					return "", false
				}
			}
		}
		if at < 0 {
			return list, true
		}
	}
	return "", false
}
