package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warbler-opt/warbler"
)

// manCommand prints the manual page, for packagers.
func (a *App) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Print the manual page",
		Example: "  warbler man > warbler.1",
		Hidden:  true,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return writeManual(a.Out, c.Root())
		},
	}
}

// writeManual writes the command tree as one page in roff, from the same
// texts and flags that help shows.
func writeManual(w io.Writer, root *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH WARBLER 1 \"\" \"warbler %s\" \"User Commands\"\n", roff(warbler.Version()))
	fmt.Fprintf(&b, ".SH NAME\nwarbler \\- %s\n", roff(root.Short))
	b.WriteString(".SH SYNOPSIS\n.B warbler\nSUBCOMMAND [flags] [arguments]\n")
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", roff(root.Long))
	b.WriteString(".SH GLOBAL FLAGS\n")
	writeFlags(&b, root.PersistentFlags())
	b.WriteString(".SH SUBCOMMANDS\n")
	for _, c := range root.Commands() {
		if !c.IsAvailableCommand() || c.Name() == "completion" {
			continue
		}
		fmt.Fprintf(&b, ".SS %s\n", roff(c.UseLine()))
		text := c.Long
		if text == "" {
			text = c.Short + "."
		}
		fmt.Fprintf(&b, "%s\n", roff(text))
		writeFlags(&b, c.LocalNonPersistentFlags())
		if c.Example != "" {
			fmt.Fprintf(&b, ".PP\nExamples:\n.nf\n%s\n.fi\n", roff(c.Example))
		}
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, e := range exitCodes {
		fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", e.code, roff(e.help))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeFlags(b *strings.Builder, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		kind, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(name+" "+kind)), roff(usage))
	})
}

// roff escapes what the formatter would take for its own.
func roff(text string) string {
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\e`), "-", `\-`), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
