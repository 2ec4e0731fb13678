package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warbler-opt/warbler"
)

// manCommand shows a page of the manual, or writes all of them.
func (a *App) manCommand() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "man [SUBCOMMAND… | algorithms]",
		Short: "Show the manual, or write its pages into a folder",
		Long: "Shows a page of the manual: that of the whole command, of a subcommand, or the one with all\n" +
			"algorithms and their parameters. On a terminal the system's man shows it; elsewhere the page\n" +
			"is printed as man reads it. With --out all pages are written into the folders man1 and man7\n" +
			"of a folder, such as ~/.local/share/man. They are the same each time; where\n" +
			"SOURCE_DATE_EPOCH is set, they have that date.",
		Example: "  warbler man knapsack\n  warbler man --out man",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			above, _, err := c.Root().Find(args)
			if err != nil || len(args) == 0 {
				above, names = c.Root(), []string{algorithmsPage}
			}
			for _, sub := range documented(above) {
				names = append(names, sub.Name()+"\t"+sub.Short)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case out != "" && len(args) > 0:
				return UserErrorf("--out writes all pages; leave %q out", strings.Join(args, " "))
			case out != "":
				return a.writeManual(c.Root(), out)
			}
			name := strings.Join(append([]string{"warbler"}, args...), "-")
			for _, p := range a.manual(c.Root()) {
				if p.name == name {
					return a.showPage(c, p)
				}
			}
			return UserErrorf("there is no page about %q; 'warbler man' lists the subcommands", strings.Join(args, " "))
		},
	}
	c.Flags().StringVar(&out, "out", "", "write all pages into man1 and man7 of this `DIR`, which are made where there are none")
	_ = c.MarkFlagDirname("out")
	return c
}

// algorithmsPage is the last word of the name of the page about algorithms.
const algorithmsPage = "algorithms"

// page is one of the manual, in roff.
type page struct{ name, section, text string }

func (p page) file() string { return filepath.Join("man"+p.section, p.name+"."+p.section) }

// write writes the page into its place under a folder.
func (p page) write(dir string) error {
	path := filepath.Join(dir, p.file())
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(p.text), 0o666)
}

// writeManual writes all pages into a folder.
func (a *App) writeManual(root *cobra.Command, dir string) error {
	for _, p := range a.manual(root) {
		if err := p.write(dir); err != nil {
			return AsUserError(err)
		}
	}
	return nil
}

// showPage has the system's man show a page on a terminal, and prints it elsewhere.
func (a *App) showPage(c *cobra.Command, p page) error {
	man, err := exec.LookPath("man")
	if err != nil || !a.OutTerminal {
		_, err := io.WriteString(a.Out, p.text)
		return err
	}
	dir, err := os.MkdirTemp("", "warbler")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := p.write(dir); err != nil {
		return err
	}
	show := exec.CommandContext(c.Context(), man, filepath.Join(dir, p.file()))
	show.Stdin, show.Stdout, show.Stderr = os.Stdin, a.Out, a.Err
	return show.Run()
}

// documented are the subcommands that have pages.
func documented(c *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(c.Commands()), func(c *cobra.Command) bool {
		return !c.IsAvailableCommand() || c.Name() == "help"
	})
}

// manual is all pages, made of the texts and flags that help shows.
func (a *App) manual(root *cobra.Command) []page {
	var all []page
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		all = append(all, commandPage(c))
		for _, sub := range documented(c) {
			visit(sub)
		}
	}
	visit(root)
	p := newPage("warbler-"+algorithmsPage, "7", "the algorithms of warbler and their parameters")
	p.text += ".SH DESCRIPTION\nA search is chosen by\n.BR \\-\\-algorithm ,\nand a parameter is set by\n.BR \\-p \" name=value\".\n"
	for _, algorithm := range a.allAlgorithms() {
		p.text += fmt.Sprintf(".SH %s\n%s\n", roff(strings.ToUpper(algorithm.Name)), roff(sentence(algorithm.Help)))
		if algorithm.Paper != "" {
			p.text += ".PP\nFollows: " + roff(algorithm.Paper) + "\n"
		}
		for _, param := range algorithm.Params {
			p.text += fmt.Sprintf(".TP\n.BR %s \" (%s)\"\n%s\n.br\n%s.\n", roff(param.Name), roff(param.Default), roff(sentence(param.Help)), roff(param.Domain()))
		}
	}
	p.text += seeAlso("warbler(1)")
	return append(all, p)
}

// newPage has the title and the name. A page of another day is the same, unless
// SOURCE_DATE_EPOCH says when it was made.
func newPage(name, section, about string) page {
	date := ""
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		date = time.Unix(seconds, 0).UTC().Format(time.DateOnly)
	}
	title := "User Commands"
	if section == "7" {
		title = "Miscellanea"
	}
	return page{name, section, fmt.Sprintf(".TH %s %s \"%s\" \"warbler %s\" \"%s\"\n.SH NAME\n%s \\- %s\n",
		roff(strings.ToUpper(name)), section, date, roff(warbler.Version()), title, roff(name), roff(about))}
}

func commandPage(c *cobra.Command) page {
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	p := newPage(name, "1", c.Short)
	root, subs := !c.HasParent(), documented(c)
	var b strings.Builder
	if root {
		b.WriteString(".SH SYNOPSIS\n.B warbler\nSUBCOMMAND [flags] [arguments]\n")
	} else {
		fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n%s\n", roff(c.CommandPath()), roff(strings.TrimSpace(strings.TrimPrefix(c.UseLine(), c.CommandPath()))))
	}
	text := c.Long
	if text == "" {
		text = sentence(c.Short)
	}
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s", prose(text))
	if len(subs) > 0 {
		b.WriteString(".SH SUBCOMMANDS\n")
	}
	for _, sub := range subs {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(sub.Name()), roff(sentence(sub.Short)))
	}
	b.WriteString(".SH OPTIONS\n")
	writeFlags(&b, c.LocalNonPersistentFlags())
	writeFlags(&b, c.Root().PersistentFlags())
	b.WriteString(".TP\n.B \\-h, \\-\\-help\nhelp on this command\n")
	if root {
		b.WriteString(".TP\n.B \\-\\-version\nthe version\n")
		b.WriteString(".SH EXIT STATUS\n")
		for _, e := range exitCodes {
			fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", e.code, roff(e.help))
		}
	}
	if c.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(c.Example))
	}
	var others []string
	if c.HasParent() {
		others = append(others, strings.ReplaceAll(c.Parent().CommandPath(), " ", "-")+"(1)")
	}
	for _, sub := range subs {
		others = append(others, name+"-"+sub.Name()+"(1)")
	}
	p.text += b.String() + seeAlso(append(others, "warbler-"+algorithmsPage+"(7)")...)
	return p
}

func seeAlso(pages ...string) string {
	return ".SH SEE ALSO\n" + roff(strings.Join(pages, ", ")) + "\n"
}

// sentence ends a text with a period.
func sentence(text string) string { return strings.TrimSuffix(text, ".") + "." }

func writeFlags(b *strings.Builder, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" || f.Name == "version" {
			return
		}
		kind, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if f.Value.Type() == "count" {
			kind = ""
		}
		if !slices.Contains([]string{"", "0", "false", "[]"}, f.DefValue) {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(name+" "+kind)), roff(usage))
	})
}

// prose is a text in which indented lines stay as they are.
func prose(text string) string {
	var b strings.Builder
	indented := false
	for line := range strings.SplitSeq(text, "\n") {
		if now := strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t"); now != indented && line != "" {
			if indented = now; now {
				b.WriteString(".nf\n")
			} else {
				b.WriteString(".fi\n")
			}
		}
		if line == "" {
			line = ".PP"
		} else {
			line = roff(line)
		}
		b.WriteString(line + "\n")
	}
	if indented {
		b.WriteString(".fi\n")
	}
	return b.String()
}

// roff escapes what the formatter would take for its own.
func roff(text string) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			b.WriteString(`\&`)
		}
		for _, r := range line {
			switch {
			case r == '\\':
				b.WriteString(`\e`)
			case r == '-':
				b.WriteString(`\-`)
			case r == '"':
				b.WriteString(`\(dq`)
			case r > '~':
				fmt.Fprintf(&b, `\[u%04X]`, r)
			default:
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
