package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// What is said here is for the shells' completion. It reads no file and asks no driver,
// since somebody waits for it at every press of a key.

// AnyFile completes files of all names.
func AnyFile(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// Files completes files with these extensions, also compressed ones, and folders.
func Files(extensions ...string) cobra.CompletionFunc {
	var all []string
	for _, x := range extensions {
		x = strings.TrimPrefix(x, ".")
		all = append(all, x)
		for _, packed := range []string{".gz", ".xz", ".bz2", ".zst"} { // which problem.Extension looks under
			all = append(all, x+packed)
		}
	}
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return all, cobra.ShellCompDirectiveFilterFileExt
	}
}

// words completes one of some words, each perhaps with a tab and what it means.
func words(list ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder)
}

// instancesOf completes what a kind has: names, files by their extension or, where files
// have none of their own, any file.
func instancesOf(k *problem.Kind) cobra.CompletionFunc {
	switch {
	case k.Names != nil && k.Several: // beside files of other kinds
		return cobra.FixedCompletions(k.Names(), cobra.ShellCompDirectiveDefault)
	case k.Names != nil:
		return words(k.Names()...)
	case len(k.Extensions) > 0:
		return Files(append(slices.Clone(k.Extensions), k.Shared...)...)
	}
	return AnyFile
}

// Devices completes --device: one of the names, or the next of a list of them.
func Devices(_ *cobra.Command, _ []string, typed string) (list []string, _ cobra.ShellCompDirective) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	taken := strings.Split(before, ",")
	for _, d := range []string{
		"auto\tthe best GPU, else the CPU", "cpu\tthe CPU alone", "all\tevery GPU", "cuda\tthe first that CUDA has", "cuda:0\tthat device of CUDA",
		"opencl\tthe first that OpenCL has", "opencl:0\tthat device of OpenCL", "all,cpu\tevery GPU and the CPU",
	} {
		name, _, _ := strings.Cut(d, "\t")
		if before == "" || name != "auto" && name != "all,cpu" && !slices.Contains(taken, name) {
			list = append(list, before+d)
		}
	}
	return begun(list, typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// begun are those completions that begin with what was typed.
func begun(list []string, typed string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return !strings.HasPrefix(s, typed) })
}

// Known marks --algorithm, and -p where only some of these have parameters, with the
// algorithms that a command takes.
const Known = "known"

// complete adds what needs all algorithms: their names, with what they are, and the
// parameters of that which is chosen.
func (a *App) complete(commands []*cobra.Command) {
	for _, c := range commands {
		a.complete(c.Commands())
		algorithm, param := c.Flags().Lookup("algorithm"), c.Flags().Lookup("param")
		if algorithm == nil || param == nil {
			continue
		}
		_ = c.RegisterFlagCompletionFunc("algorithm", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			names := []string{"auto\twhat suits the problem"}
			for _, f := range a.named(algorithm.Annotations[Known]) {
				names = append(names, f.Name+"\t"+strings.TrimPrefix(f.Help, "for "+c.CommandPath()+": "))
			}
			if slices.Contains(algorithm.Annotations[Known], "exact") {
				names = append(names, "exact\ta proof, where the instance allows it")
			}
			return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		})
		_ = c.RegisterFlagCompletionFunc("param", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			names, some := param.Annotations[Known]
			if !some {
				names = algorithm.Annotations[Known]
			}
			if chosen := algorithm.Value.String(); chosen != "auto" {
				names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name != chosen })
			}
			return parameters(a.named(names), typed)
		})
	}
}

// named are the algorithms of some names, in their order.
func (a *App) named(names []string) (list []search.Algorithm) {
	for _, name := range names {
		for _, algorithm := range a.allAlgorithms() {
			if algorithm.Name == name {
				list = append(list, algorithm)
			}
		}
	}
	return list
}

// parameters completes -p: the name of a parameter of one of some algorithms or, behind
// "name=", its choices, or its default and what else it may be.
func parameters(of []search.Algorithm, typed string) ([]string, cobra.ShellCompDirective) {
	name, _, named := strings.Cut(typed, "=")
	var list []string
	for _, a := range of {
		for _, p := range a.Params {
			switch {
			case !named && len(of) > 1:
				list = append(list, p.Name+"=\t"+a.Name+": "+p.Help)
			case !named:
				list = append(list, p.Name+"=\t"+p.Help)
			case p.Name == name:
				list = append(list, valuesOf(p, len(of) == 1)...)
			}
		}
	}
	var seen []string // several algorithms may have a parameter, with other defaults
	list = slices.DeleteFunc(begun(list, typed), func(s string) bool {
		word, _, _ := strings.Cut(s, "\t")
		again := slices.Contains(seen, word)
		seen = append(seen, word)
		return again
	})
	if named {
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// valuesOf are what may be typed for a parameter; alone says that it is of the one
// algorithm that there is.
func valuesOf(p search.Param, alone bool) []string {
	values := p.Choices
	switch {
	case p.Type == search.Bool:
		values = []string{"true", "false"}
	case len(values) == 0 && alone:
		return []string{p.Name + "=" + p.Default + "\tthe default; " + p.Domain()}
	case len(values) == 0:
		return []string{p.Name + "=" + p.Default + "\t" + p.Domain()}
	}
	list := make([]string, len(values))
	for i, v := range values {
		if list[i] = p.Name + "=" + v; v == p.Default && alone {
			list[i] += "\tthe default"
		}
	}
	return list
}
