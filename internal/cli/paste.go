package cli

import (
	"strings"

	"github.com/spf13/pflag"
)

// NotePaste tells what auto chose, as a command line that gives the same
// Answer again; device is where, or nothing for a method without a choice.
func (s *Session) NotePaste(t *Task, algorithm, device string) {
	words := []string{s.command.CommandPath(), "--algorithm", algorithm}
	if device != "" {
		words = append(words, "--device", device)
	}
	s.command.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "algorithm", "device", "quiet", "verbose", "progress", "param", "instance":
		default:
			if algorithm == "exact" && f.Name == "replicas" {
				return // a proof is one run
			}
			values := []string{f.Value.String()}
			if list, ok := f.Value.(pflag.SliceValue); ok {
				values = list.GetSlice()
			}
			for _, value := range values {
				words = append(words, "--"+f.Name)
				if f.Value.Type() != "bool" {
					words = append(words, ShellWord(value))
				}
			}
		}
	})
	for _, p := range s.Flags.Params {
		words = append(words, "-p", ShellWord(p))
	}
	for _, w := range t.Paste {
		words = append(words, ShellWord(w))
	}
	s.Note("auto chose: %s", strings.Join(words, " "))
}

// ShellWord quotes a word where a shell would take it apart.
func ShellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,+@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
