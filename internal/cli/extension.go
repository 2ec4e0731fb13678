package cli

import (
	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Extension is a family of subcommands, or what some kinds of problems have in the
// Command that no other has.
type Extension struct {
	Commands   []*cobra.Command
	Specials   map[string]Special // by the kind's name
	Algorithms []search.Algorithm // that are no engines, for help
	Close      func() error       // releases what was opened, or is nil
}

// Special is what a kind has in the command that no other has.
type Special struct {
	// command changes the subcommand.
	Command func(c *cobra.Command)
	// task makes another task of an instance, or returns nil; whole says that the
	// subcommand is of this kind, and not solve.
	Task func(c *cobra.Command, f *KindFlags, p Picked, whole, several bool) (*Task, error)
	// proof judges a file with a proof about an instance.
	Proof func(in problem.Instance, path string) error
}

// extend adds an extension.
func (a *App) extend(e Extension) {
	a.commands = append(a.commands, e.Commands...)
	for name, s := range e.Specials {
		a.specials[name] = s
	}
	a.algorithms = append(a.algorithms, e.Algorithms...)
	if e.Close != nil {
		a.closers = append(a.closers, e.Close)
	}
}
