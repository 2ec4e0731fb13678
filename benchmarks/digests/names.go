package main

import (
	"slices"
	"strings"
)

// kind says what a name is the name of.
type kind string

const (
	parameter kind = "parameter" // in: the algorithm
	value     kind = "value"     // in: the algorithm and the parameter as "memetic.search"
	section   kind = "section"   // of checkpoints; in: the algorithm
)

// renaming is one name that changed. What it is limited to, in, has old names.
type renaming struct {
	kind     kind
	in       string
	old, new string
}

// renamings are the names that changed since baseline.jsonl was recorded. The
// record has the old ones: arguments are translated on their way to the
// command, and names in what it answers on their way back.
var renamings = []renaming{
	{parameter, "tabu", "drawn", "tenure-range"},
	{parameter, "robust", "drawn", "tenure-range"},
	{parameter, "iterated", "drawn", "tenure-range"},
	{parameter, "memetic", "drawn", "tenure-range"},
	{parameter, "memetic", "apart", "min-distance"},
	{value, "cellular.selection", "neighbours", "neighbors"},
	{section, "iterated", "home", "accepted"},
	{section, "iterated", "top", "round best"},
	{section, "iterated", "topped", "round found"},
}

// names translates between the names of the record and those of the command
// under test. Without renamings it changes nothing.
type names []renaming

// toNew is the command's name for one of the record.
func (n names) toNew(k kind, in, name string) string {
	if i := slices.IndexFunc(n, func(r renaming) bool { return r.kind == k && r.in == in && r.old == name }); i >= 0 {
		return n[i].new
	}
	return name
}

// toOld is the record's name for one of the command.
func (n names) toOld(k kind, in, name string) string {
	if i := slices.IndexFunc(n, func(r renaming) bool { return r.kind == k && r.in == in && r.new == name }); i >= 0 {
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
			out[i] = n.toNew(parameter, chosen, name) + "=" + n.toNew(value, chosen+"."+name, setting)
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
				parts[i] = n.toNew(value, chosen+"."+key, parts[i])
			}
			lines[i] = n.toNew(parameter, chosen, key) + " = " + strings.Join(parts, `"`)
		}
	}
	return strings.Join(lines, "\n")
}

// oldParameters are an object of an algorithm's parameters in the record's names.
func (n names) oldParameters(algorithm string, object map[string]any) map[string]any {
	out := make(map[string]any, len(object))
	for key, x := range object {
		old := n.toOld(parameter, algorithm, key)
		if s, ok := x.(string); ok {
			x = n.toOld(value, algorithm+"."+old, s)
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
			old := n.toOld(parameter, algorithm, key)
			words[i] = old + "=" + n.toOld(value, algorithm+"."+old, x)
		}
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}
