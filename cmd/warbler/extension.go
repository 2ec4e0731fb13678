package main

import (
	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// extension is a family of subcommands, or what some kinds of problems have in the
// command that no other has.
type extension struct {
	commands   []*cobra.Command
	specials   map[string]special // by the kind's name
	algorithms []search.Algorithm // that are no engines, for help
	close      func() error       // releases what was opened, or is nil
}

// special is what a kind has in the command that no other has.
type special struct {
	// command changes the subcommand.
	command func(c *cobra.Command)
	// task makes another task of an instance, or returns nil; whole says that the
	// subcommand is of this kind, and not solve.
	task func(c *cobra.Command, f *kindFlags, p picked, whole, several bool) (*task, error)
	// proof judges a file with a proof about an instance.
	proof func(in problem.Instance, path string) error
}

// extend adds an extension.
func (a *app) extend(e extension) {
	a.commands = append(a.commands, e.commands...)
	for name, s := range e.specials {
		a.specials[name] = s
	}
	a.algorithms = append(a.algorithms, e.algorithms...)
	if e.close != nil {
		a.closers = append(a.closers, e.close)
	}
}
