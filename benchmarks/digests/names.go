package main

import (
	"maps"
	"slices"
	"strings"
)

// kind says what a name is the name of.
type kind string

const (
	command   kind = "command"   // a subcommand, and of generate a family
	flagName  kind = "flag"      // without dashes; also a key of "options" in answers
	algorithm kind = "algorithm" //
	problem   kind = "problem"   // as answers and checkpoints have it
	parameter kind = "parameter" // in: the algorithm
	value     kind = "value"     // in: the algorithm and the parameter as "memetic.search", or the flag
	status    kind = "status"    // of answers and runs
	field     kind = "field"     // a key of answers
	column    kind = "column"    // of traces and exports
	section   kind = "section"   // of checkpoints; in: the algorithm
	header    kind = "header"    // a key of the header of checkpoints
)

// renaming is one name that changed. What it is limited to, in, has old names;
// empty is everywhere.
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
	for _, r := range n {
		if r.kind == k && r.old == name && (r.in == "" || r.in == in) {
			return r.new
		}
	}
	return name
}

// toOld is the record's name for one of the command.
func (n names) toOld(k kind, in, name string) string {
	for _, r := range n {
		if r.kind == k && r.new == name && (r.in == "" || r.in == in) {
			return r.old
		}
	}
	return name
}

// arguments translates a command line.
func (n names) arguments(line []string) []string {
	chosen := ""
	if i := slices.Index(line, "--algorithm"); i >= 0 && i+1 < len(line) {
		chosen = line[i+1]
	} else if len(line) > 0 && line[0] == "pareto" {
		chosen = "nsga2"
	}
	out := slices.Clone(line)
	for i, word := range line {
		last := ""
		if i > 0 {
			last = line[i-1]
		}
		switch {
		case i == 0 || i == 1 && (last == "generate" || last == "experiment"):
			out[i] = n.toNew(command, "", word)
		case last == "--algorithm":
			out[i] = n.toNew(algorithm, "", word)
		case last == "-p":
			name, setting, _ := strings.Cut(word, "=")
			out[i] = n.setting(chosen, name, setting)
		case strings.HasPrefix(word, "--"):
			out[i] = "--" + n.toNew(flagName, "", word[2:])
		case strings.HasPrefix(last, "--"):
			out[i] = n.toNew(value, last[2:], word)
		}
	}
	return out
}

// setting is a parameter and its value in the command's names.
func (n names) setting(algorithm, name, setting string) string {
	return n.toNew(parameter, algorithm, name) + "=" + n.toNew(value, algorithm+"."+name, setting)
}

// plan translates the names in a plan of a campaign or of tuning. Its lines are
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
			lines[i] = key + ` = "` + n.toNew(algorithm, "", chosen) + `"`
		case table == "[algorithm.parameters]", table == "[parameters]", table == "[tune]":
			lines[i] = n.toNew(parameter, chosen, key) + " = " + n.quoted(chosen+"."+key, setting)
		case table == "[[problem]]", table == "[[training]]":
			lines[i] = n.toNew(flagName, "", key) + " = " + n.quoted(key, setting)
		}
	}
	return strings.Join(lines, "\n")
}

// quoted translates what is quoted in a line of a plan.
func (n names) quoted(in, setting string) string {
	parts := strings.Split(setting, `"`) // what is quoted are the odd parts
	for i := 1; i < len(parts); i += 2 {
		parts[i] = n.toNew(value, in, parts[i])
	}
	return strings.Join(parts, `"`)
}

// parameters are an object of parameters in the record's names. algorithm is
// the record's name.
func (n names) parameters(algorithm string, object map[string]any) map[string]any {
	out := make(map[string]any, len(object))
	for _, key := range slices.Sorted(maps.Keys(object)) {
		old := n.toOld(parameter, algorithm, key)
		out[old] = n.oldValue(algorithm+"."+old, object[key])
	}
	return out
}

// options are an object of options in the record's names.
func (n names) options(object map[string]any) map[string]any {
	out := make(map[string]any, len(object))
	for key, x := range object {
		old := n.toOld(flagName, "", key)
		out[old] = n.oldValue(old, x)
	}
	return out
}

func (n names) oldValue(in string, x any) any {
	if s, ok := x.(string); ok {
		return n.toOld(value, in, s)
	}
	return x
}
