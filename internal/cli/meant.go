package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warbler-opt/warbler/internal/likeness"
	"github.com/warbler-opt/warbler/search"
)

// meantFlag says what a flag that a command does not have may have meant, or nothing.
func meantFlag(c *cobra.Command, name string) string {
	if c.Flags().Lookup("param") != nil {
		for _, a := range search.Algorithms() {
			for _, p := range a.Params {
				if p.Name == name {
					return fmt.Sprintf("it is a parameter of the algorithm: -p %s=…", name)
				}
			}
		}
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := likeness.Nearest(name, names); near != "" && name != "" {
		return fmt.Sprintf("did you mean --%s?", near)
	}
	return ""
}

// meantCommand adds to the error about a command that there is not the one that it may
// have meant. The error has no type of its own.
func meantCommand(root *cobra.Command, err error) error {
	var name, above string
	if err == nil {
		return nil
	}
	if n, _ := fmt.Sscanf(err.Error(), "unknown command %q for %q", &name, &above); n < 2 {
		return err
	}
	parent, _, missing := root.Find(strings.Fields(above)[1:])
	if missing != nil {
		return err
	}
	var names []string
	for _, c := range parent.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if near := likeness.Nearest(name, names); near != "" {
		return UserErrorf("unknown command %q for %q; did you mean %s?", name, above, near)
	}
	if parent == root {
		return UserErrorf("%w; 'warbler help' lists the commands", err)
	}
	return err
}
