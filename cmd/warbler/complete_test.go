package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/clocktest"
)

// directive is how a shell is told what to do with completions.
func directive(d cobra.ShellCompDirective) string { return fmt.Sprintf(":%d", d) }

// completions are what the command tells a shell about a command line whose last word
// is being typed.
func completions(t testing.TB, line string) string {
	t.Helper()
	args := strings.Split(line, " ")
	var out strings.Builder
	if code := run(t.Context(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &strings.Builder{}}, append([]string{"__complete"}, args...)); code != cli.ExitOK {
		t.Errorf("%s: exit status %d", line, code)
	}
	return out.String()
}

func TestCompletion(t *testing.T) {
	const (
		noFiles = cobra.ShellCompDirectiveNoFileComp
		ordered = noFiles | cobra.ShellCompDirectiveKeepOrder
		begun   = noFiles | cobra.ShellCompDirectiveNoSpace
		byName  = cobra.ShellCompDirectiveFilterFileExt
		folders = cobra.ShellCompDirectiveFilterDirs
		any     = cobra.ShellCompDirectiveDefault
	)
	for _, c := range []struct {
		line      string
		directive cobra.ShellCompDirective
		want      []string
		not       []string
	}{
		{"knap", noFiles, []string{"knapsack\t"}, []string{"qap"}},
		{"knapsack --algorithm ", ordered, []string{"auto\t", "genetic\tgeneral genetic algorithm", "exact\t"}, []string{"cma", "pipeline"}},
		{"function rastrigin --algorithm ", ordered, []string{"cma\t"}, []string{"walk", "exact"}},
		{"sat --algorithm ", ordered, []string{"lookahead\tcomplete", "portfolio\t"}, []string{"genetic"}},
		{"solve --algorithm ", ordered, []string{"memetic\t", "lookahead\t"}, []string{"cma"}},
		{"knapsack --algorithm genetic -p ", begun, []string{"population=\tmembers", "selection=\t"}, []string{"tenure", "temperature"}},
		{"knapsack --algorithm genetic --param sel", begun, []string{"selection=\t"}, []string{"population"}},
		{"knapsack --algorithm genetic -p pc=0.5 -p selection=", ordered, []string{"selection=tournament\tthe default", "selection=rank\n"}, []string{"population"}},
		{"knapsack --algorithm genetic -p population=", ordered, []string{"population=200\tthe default; a whole number from 2 to"}, nil},
		{"knapsack --algorithm=genetic -p selection=ro", ordered, []string{"selection=roulette\n"}, []string{"rank"}},
		{"knapsack --algorithm genetic -p unique=", ordered, []string{"unique=true\tthe default\n", "unique=false\n"}, nil},
		{"knapsack --algorithm exact -p ", begun, nil, []string{"="}},
		{"knapsack -p ", begun, []string{"population=\tgenetic: ", "tenure=\t"}, []string{"store="}},
		{"knapsack -p selection=", ordered, []string{"selection=tournament\n", "selection=rank\n"}, nil},
		{"sat -p ", begun, []string{"batch=\t"}, []string{"mode="}},
		{"sat --algorithm walk -p ", begun, nil, []string{"="}},
		{"knapsack --device ", ordered, []string{"auto\t", "cpu\t", "cuda:0\t", "opencl\t", "all,cpu\t"}, nil},
		{"knapsack --device cuda:0,", ordered, []string{"cuda:0,cpu\t", "cuda:0,opencl:0\t"}, []string{"cuda:0,auto", "cuda:0,cuda:0"}},
		{"tune --device o", ordered, []string{"opencl\t"}, []string{"cpu"}},
		{"tsp ", byName, []string{"tsp\n", "tsp.gz\n", "tsp.xz\n", "tsp.bz2\n", "tsp.zst\n"}, []string{"txt"}},
		{"tsp --time 3s first.tsp ", byName, []string{"tsp\n"}, nil},
		{"sat ", byName, []string{"cnf\n", "cnf.xz\n"}, []string{"wcnf"}},
		{"maxsat ", byName, []string{"cnf\n", "wcnf\n", "wcnf.gz\n"}, nil},
		{"flowshop ", byName, []string{"fsp\n", "txt\n"}, nil},
		{"evolve ", byName, []string{"c\n"}, nil},
		{"knapsack ", any, nil, nil}, // which have no extension
		{"solve ", any, nil, nil},
		{"pareto z", any, []string{"zdt1"}, nil},
		{"function ", ordered, []string{"rastrigin"}, nil},
		{"verify a.cnf ", any, nil, nil},
		{"verify a.cnf b ", noFiles, nil, nil},
		{"devices ", noFiles, nil, nil},
		{"experiment run ", byName, []string{"toml\n"}, nil},
		{"experiment resume ", folders, nil, nil},
		{"experiment resume one ", noFiles, nil, nil},
		{"experiment run plan.toml --out ", folders, nil, nil},
		{"tsp --map ", byName, []string{"svg\n"}, []string{"png"}},
		{"tsp --plot ", byName, []string{"svg\n", "png\n"}, nil},
		{"tsp --trace ", byName, []string{"csv\n", "jsonl\n"}, nil},
		{"tsp --params ", byName, []string{"toml\n"}, nil},
		{"sat --proof ", byName, []string{"drat\n"}, nil},
		{"generate qap --out ", byName, []string{"dat\n"}, nil},
		{"generate knapsack --out ", any, nil, nil},
		{"knapsack --constraint ", ordered, []string{"greedy\n"}, nil},
		{"evolve --objective ", noFiles, []string{"minimize\n"}, nil},
		{"knapsack --seed ", noFiles, nil, nil},
	} {
		got := completions(t, c.line)
		if !strings.HasSuffix(strings.TrimSpace("\n"+got), "\n"+directive(c.directive)) && strings.TrimSpace(got) != directive(c.directive) {
			t.Errorf("%q: got %q, want the directive %d", c.line, got, c.directive)
		}
		for _, want := range c.want {
			if !strings.Contains("\n"+got, "\n"+want) {
				t.Errorf("%q: got %q, want %q", c.line, got, want)
			}
		}
		for _, not := range c.not {
			if strings.Contains("\n"+got, "\n"+not) || not == "=" && strings.Contains(got, not) {
				t.Errorf("%q: got %q, which has %q", c.line, got, not)
			}
		}
	}
}

// A flag that names a file or a folder completes one; the others complete none.
func TestCompletedFlags(t *testing.T) {
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "bool" || f.Name == "help" {
				return
			}
			got := completions(t, strings.TrimPrefix(c.CommandPath(), "warbler ")+" --"+f.Name+" ")
			_, at, _ := strings.Cut("\n"+strings.TrimSpace(got), "\n:")
			var d cobra.ShellCompDirective
			if _, err := fmt.Sscan(at, &d); err != nil {
				t.Fatalf("%s --%s: %q", c.CommandPath(), f.Name, got)
			}
			value, _ := pflag.UnquoteUsage(f)
			named := strings.Contains(value, "FILE") || strings.Contains(value, "DIR") || strings.Contains(value, "FOLDER") || value == "name=file"
			if files := d&cobra.ShellCompDirectiveNoFileComp == 0; files != named {
				t.Errorf("%s --%s: it names a file: %v; files are offered: %v", c.CommandPath(), f.Name, named, files)
			}
		})
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" {
				visit(sub)
			}
		}
	}
	visit(command())
}

// Somebody waits for a completion.
func TestCompletionIsQuick(t *testing.T) {
	clocktest.Within(t, 100*time.Millisecond, "a completion", func() time.Duration {
		began := time.Now()
		completions(t, "knapsack --algorithm genetic -p ")
		return time.Since(began)
	})
}

// A command line that names its subcommand is parsed without the others, which must not
// be seen.
func TestOneSubcommand(t *testing.T) {
	for _, c := range command().Commands() {
		alone, all := warble(t, "", c.Name(), "--help"), warble(t, "", "help", c.Name())
		if alone != all || alone.out == "" {
			t.Errorf("%s: %+v, in the company of others %+v", c.Name(), alone, all)
		}
	}
	if got := warble(t, "", "--version"); !strings.HasPrefix(got.out, "warbler ") {
		t.Errorf("%+v", got)
	}
}
