package signature

import (
	"strings"

	"github.com/warbler-opt/warbler/internal/lazyregexp"
)

// macros has the bodies of the macros without parameters that a source defines;
// several where it defines one more than once, under different conditions.
type macros map[string][]string

var define = lazyregexp.New(`^[ \t]*define[ \t]+(\w+)(.*)`)

// uncommented is a text without its comments. It is done by hand, like all that
// looks at a whole text: regular expressions take as long as a short run.
func uncommented(text string) string {
	var b strings.Builder
	for {
		code, rest, found := strings.Cut(text, "/")
		b.WriteString(code)
		switch {
		case !found:
			return b.String()
		case strings.HasPrefix(rest, "/"):
			_, rest, _ = strings.Cut(rest, "\n")
			b.WriteByte('\n')
		case strings.HasPrefix(rest, "*"):
			_, rest, _ = strings.Cut(rest[1:], "*/")
			b.WriteByte(' ')
		default:
			b.WriteByte('/')
		}
		text = rest
	}
}

// findMacros takes the directives out of a text without comments. One inside a
// parameter list must be noticed, so each leaves a mark.
func findMacros(text string) (code string, known macros) {
	var b strings.Builder
	known = macros{}
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		directive, found := strings.CutPrefix(strings.TrimLeft(line, " \t"), "#")
		if !found {
			b.WriteString(line)
			continue
		}
		b.WriteString("#\n")
		if m := define().FindStringSubmatch(directive); m != nil && !strings.HasPrefix(m[2], "(") { // else it has parameters
			known[m[1]] = append(known[m[1]], strings.TrimSpace(m[2]))
		}
	}
	return b.String(), known
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
		for _, w := range paramWords().FindAllStringIndex(list, -1) {
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
