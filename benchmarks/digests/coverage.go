package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// A parameter of "warbler help ALGORITHM" is a line with its name, its default
// and what it is, and a line with what it may be.
var (
	parameterLine = regexp.MustCompile(`^  ([a-z][a-z0-9-]*)  +\S+  +\S`)
	choiceLine    = regexp.MustCompile(`^   +one of (.*)$`)
	booleanLine   = regexp.MustCompile(`^   +true or false`)
)

// choice is a parameter and, where it is enumerated, all its values.
type choice struct {
	name   string
	values []string
}

// help is what an algorithm's help says of its parameters.
func help(text string) []choice {
	var list []choice
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if m := parameterLine.FindStringSubmatch(line); m != nil {
			list = append(list, choice{name: m[1]})
			continue
		}
		if len(list) == 0 {
			continue
		}
		last := &list[len(list)-1]
		if m := choiceLine.FindStringSubmatch(line); m != nil {
			last.values = strings.Split(m[1], ", ")
		} else if booleanLine.MatchString(line) {
			last.values = []string{"true", "false"}
		}
	}
	return list
}

// covered checks that the cases use every parameter that the command's help
// lists, and every value of those that are enumerated.
func (b *bench) covered(cases []*testCase) error {
	used := make(map[string]map[string]bool) // by algorithm, parameters and settings
	for _, c := range cases {
		for _, line := range c.Run {
			words := strings.Fields(line)
			chosen := algorithmOf(words)
			if used[chosen] == nil {
				used[chosen] = make(map[string]bool)
			}
			for i, word := range words {
				if word == "-p" {
					name, _, _ := strings.Cut(words[i+1], "=")
					used[chosen][name], used[chosen][words[i+1]] = true, true
				}
			}
		}
	}
	listed, _, err := b.command("help", "algorithms")
	if err != nil {
		return err
	}
	var missing []error
	for line := range strings.Lines(string(listed)) {
		chosen := strings.Fields(line)[0]
		if used[chosen] == nil {
			continue
		}
		text, _, err := b.command("help", chosen)
		if err != nil {
			return err
		}
		for _, listed := range help(string(text)) {
			old := b.names.toOld(chosen, listed.name)
			if !used[chosen][old] {
				missing = append(missing, fmt.Errorf("no case has %s's parameter %s", chosen, listed.name))
			}
			for _, x := range listed.values {
				if setting := old + "=" + b.names.toOld(chosen+"."+old, x); !used[chosen][setting] {
					missing = append(missing, fmt.Errorf("no case has %s with %s", chosen, setting))
				}
			}
		}
	}
	return errors.Join(missing...)
}
