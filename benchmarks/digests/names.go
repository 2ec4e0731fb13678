package main

import (
	"slices"
	"strings"
)

// renaming is one name that changed, and what it is in, by old names: the algorithm of
// a parameter, "memetic"; the parameter of a value, "memetic.search"; the sections of
// an algorithm's checkpoints, "memetic/".
type renaming struct{ in, old, new string }

// renamings are the names that changed since baseline.jsonl was recorded. The
// record has the old ones: arguments are translated on their way to the
// command, and names in what it answers on their way back.
var renamings = []renaming{
	{"tabu", "drawn", "tenure-range"},
	{"robust", "drawn", "tenure-range"},
	{"iterated", "drawn", "tenure-range"},
	{"memetic", "drawn", "tenure-range"},
	{"memetic", "apart", "min-distance"},
	{"cellular.selection", "neighbours", "neighbors"},
	{"iterated/", "home", "accepted"},
	{"iterated/", "top", "round best"},
	{"iterated/", "topped", "round found"},
}

// names translates between the names of the record and those of the command
// under test. Without renamings it changes nothing.
type names []renaming

// toNew is the command's name for one of the record.
func (n names) toNew(in, name string) string {
	if i := slices.IndexFunc(n, func(r renaming) bool { return r.in == in && r.old == name }); i >= 0 {
		return n[i].new
	}
	return name
}

// toOld is the record's name for one of the command.
func (n names) toOld(in, name string) string {
	if i := slices.IndexFunc(n, func(r renaming) bool { return r.in == in && r.new == name }); i >= 0 {
		return n[i].old
	}
	return name
}

// algorithmOf is the algorithm that a command line asks for, or nothing.
func algorithmOf(line []string) string {
	if i := slices.Index(line, "--algorithm"); i >= 0 && i+1 < len(line) {
		return line[i+1]
	}
	if len(line) > 0 && line[0] == "pareto" {
		return "nsga2"
	}
	return ""
}

// arguments translates a command line.
func (n names) arguments(line []string) []string {
	chosen, out := algorithmOf(line), slices.Clone(line)
	for i, word := range line {
		if i > 0 && line[i-1] == "-p" {
			name, setting, _ := strings.Cut(word, "=")
			out[i] = n.toNew(chosen, name) + "=" + n.toNew(chosen+"."+name, setting)
		}
	}
	return out
}

// plan translates the parameters in a plan of a campaign or of tuning. Its lines are
// simple: a key, " = ", and a value, a list of values, or a range.
func (n names) plan(text string) string {
	table, chosen := "", ""
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		key, setting, found := strings.Cut(line, " = ")
		switch {
		case strings.HasPrefix(line, "["):
			table = line
		case !found:
		case table == "[[algorithm]]" && key == "name", table == "" && key == "algorithm":
			chosen = strings.Trim(setting, `"`)
		case table == "[algorithm.parameters]", table == "[parameters]", table == "[tune]":
			parts := strings.Split(setting, `"`) // what is quoted are the odd parts
			for i := 1; i < len(parts); i += 2 {
				parts[i] = n.toNew(chosen+"."+key, parts[i])
			}
			lines[i] = n.toNew(chosen, key) + " = " + strings.Join(parts, `"`)
		}
	}
	return strings.Join(lines, "\n")
}

// oldParameters are an object of an algorithm's parameters in the record's names.
func (n names) oldParameters(algorithm string, object map[string]any) map[string]any {
	out := make(map[string]any, len(object))
	for key, x := range object {
		old := n.toOld(algorithm, key)
		if s, ok := x.(string); ok {
			x = n.toOld(algorithm+"."+old, s)
		}
		out[old] = x
	}
	return out
}

// oldPairs is a list "name=value name=value" of an algorithm's parameters in the
// record's names, sorted again.
func (n names) oldPairs(algorithm, list string) string {
	words := strings.Fields(list)
	for i, word := range words {
		if key, x, ok := strings.Cut(word, "="); ok {
			old := n.toOld(algorithm, key)
			words[i] = old + "=" + n.toOld(algorithm+"."+old, x)
		}
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}
