// Package likeness finds the name that a user most probably meant.
package likeness

import (
	"cmp"
	"slices"
	"strings"
)

// Order puts the name that the user most probably meant first; names that are equally
// far keep their order.
func Order(meant string, names []string) []string {
	ordered := slices.Clone(names)
	if meant == "" {
		return ordered
	}
	distance := make(map[string]int, len(ordered))
	for _, name := range ordered {
		distance[name] = unlikeness(strings.ToLower(meant), strings.ToLower(name))
	}
	slices.SortStableFunc(ordered, func(a, b string) int { return cmp.Compare(distance[a], distance[b]) })
	return ordered
}

// Nearest is the name that the user probably meant, or "" where none is like it.
func Nearest(meant string, names []string) string {
	ordered := Order(meant, names)
	if len(ordered) == 0 || unlikeness(strings.ToLower(meant), strings.ToLower(ordered[0])) > 400 {
		return ""
	}
	return ordered[0]
}

// unlikeness is the part of the longer name that differs, in thousandths. One
// that begins like the other is nearest of all: "pop" means population rather
// than pc.
func unlikeness(a, b string) int {
	if a != "" && b != "" && (strings.HasPrefix(b, a) || strings.HasPrefix(a, b)) {
		return 0
	}
	return 1000 * edits(a, b) / max(len(a), len(b), 1)
}

// edits is the Levenshtein distance.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
