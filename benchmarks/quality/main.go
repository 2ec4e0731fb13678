// Command quality measures how close the genetic algorithm comes to the known
// optima of public knapsack instances: every single-instance file, the first
// three problems of each collection and the first five of each
// multidimensional file. It runs the warbler command once per problem and
// prints a Markdown table of the gaps.
//
//	go run ./benchmarks/quality -time 1s -only 'mknap|f[0-9]+_'
//	go run ./benchmarks/quality -- --device cuda
//
// The instances are looked for in $WARBLER_DATA, which has knapsack/optima.csv
// and mkp/best_known.csv and beside them the files that these name.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
)

// instance is one problem with its known value.
type instance struct {
	name    string // as the table of known values has it: file or file#problem
	path    string
	number  int // in its file, from 1; 0 where the file is one problem
	known   string
	proven  bool
	outcome *outcome
}

// outcome is what the command said.
type outcome struct {
	Value   float64 // in the problem's own objective
	Status  string
	Seconds float64
}

func main() { bench.Main("quality", run) }

func run(ctx context.Context) error {
	data := flag.String("data", bench.Data(), "`folder` with knapsack/ and mkp/")
	warbler := flag.String("warbler", "build/warbler", "the `command` to run")
	limit := flag.Duration("time", 10*time.Second, "time for each problem")
	threads := flag.Int("threads", 2, "CPU threads")
	algorithm := flag.String("algorithm", "genetic", "the algorithm to measure")
	only := flag.String("only", "", "measure only instances whose name matches this `pattern`")
	within := flag.Float64("within", 0.1, "the gap in percent that counts as reached")
	target := flag.Bool("target", true, "stop a run when it has reached the known value")
	all := flag.Bool("all", false, "list every instance, not only those with a gap")
	flag.Parse()

	pattern, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	instances, err := list(*data)
	if err != nil {
		return err
	}
	instances = slices.DeleteFunc(instances, func(i instance) bool { return !pattern.MatchString(i.name) })
	if len(instances) == 0 {
		return fmt.Errorf("no instance matches %q", *only)
	}

	for k := range instances {
		i := &instances[k]
		args := []string{"knapsack", i.path, "--algorithm", *algorithm, "--time", limit.String(),
			"--threads", strconv.Itoa(*threads), "--device", "cpu", "--progress", "none", "--json"}
		if i.number > 0 {
			args = append(args, "--instance", strconv.Itoa(i.number))
		}
		if *target && i.known != "" {
			args = append(args, "--target", i.known)
		}
		i.outcome, err = solve(ctx, *warbler, append(args, flag.Args()...))
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%d/%d %s: %v\n", k+1, len(instances), i.name, err)
			continue
		}
		fmt.Fprintf(os.Stderr, "%d/%d %s: %g, known %s, %s after %.1f s\n", k+1, len(instances),
			i.name, i.outcome.Value, cmp.Or(i.known, "none"), i.outcome.Status, i.outcome.Seconds)
	}
	report(instances, *within, *all)
	return ctx.Err()
}

// list finds the problems to measure.
func list(data string) ([]instance, error) {
	knapsack, err := table(filepath.Join(data, "knapsack"), "optima.csv", "optimum", 3)
	if err != nil {
		return nil, err
	}
	mkp, err := table(filepath.Join(data, "mkp"), "best_known.csv", "best_known", 5)
	if err != nil {
		return nil, err
	}
	// The optimum of this one is in no table; the exact method proves it in a second.
	const qiga, optimum = "qiga/nowotniak250.txt", "1533.821142"
	path := filepath.Join(data, "knapsack", qiga)
	if _, err := os.Stat(path); err == nil {
		knapsack = append(knapsack, instance{name: qiga, path: path, known: optimum, proven: true})
	}
	return append(knapsack, mkp...), nil
}

// table reads a table of known values, in its order, but of a file with many
// problems only the first few.
func table(folder, file, column string, first int) ([]instance, error) {
	rows, err := bench.Table(filepath.Join(folder, file))
	if err != nil {
		return nil, err
	}
	var found []instance
	seen := map[string]int{}
	for _, row := range rows {
		path, _, many := strings.Cut(row["instance"], "#")
		i := instance{name: row["instance"], path: filepath.Join(folder, path), known: row[column], proven: row["proven_optimal"] == "yes"}
		if many {
			seen[path]++
			i.number = seen[path]
			if i.number > first {
				continue
			}
		}
		found = append(found, i)
	}
	return found, nil
}

// solve runs the command and reads its answer.
func solve(ctx context.Context, command string, args []string) (*outcome, error) {
	cmd := exec.CommandContext(ctx, command, args...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	answer, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, strings.TrimSpace(complaint.String()))
	}
	var a struct {
		Score    json.Number
		Status   string
		Verified bool
		Elapsed  float64 `json:"elapsed_seconds"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return nil, err
	}
	if !a.Verified {
		return nil, fmt.Errorf("the answer is not verified")
	}
	v, err := a.Score.Float64()
	return &outcome{v, a.Status, a.Elapsed}, err
}

// rounding is the gap in percent up to which two values are the same: some
// known values are rounded.
const rounding = 1e-4

// report prints the table and the shares.
func report(instances []instance, within float64, all bool) {
	bench.Head("instance", "known", "found", "gap, %", "s")
	var judged, reached, optimal int
	for _, i := range instances {
		found, gap, seconds := "–", "–", "–"
		bad := true
		if i.outcome != nil {
			found = strconv.FormatFloat(i.outcome.Value, 'f', -1, 64)
			seconds = fmt.Sprintf("%.1f", i.outcome.Seconds)
		}
		if known, err := strconv.ParseFloat(i.known, 64); err == nil {
			judged++
			if i.outcome != nil {
				percent := 100 * (known - i.outcome.Value) / known
				gap = fmt.Sprintf("%.3f", percent)
				if percent <= within {
					reached++
				}
				if percent <= rounding {
					optimal++
					bad = i.proven && percent < -rounding
				}
				if bad && percent < 0 {
					gap += " (above a proven optimum: one of the two is wrong)"
				}
			}
		}
		if all || bad {
			known := cmp.Or(i.known, "–")
			if i.known != "" && !i.proven {
				known += " (not proven)"
			}
			fmt.Printf("| %s | %s | %s | %s | %s |\n", i.name, known, found, gap, seconds)
		}
	}
	if judged > 0 {
		fmt.Printf("\nWithin %g %%: %d of %d (%.1f %%). At the known value or above: %d (%.1f %%).\n",
			within, reached, judged, 100*float64(reached)/float64(judged), optimal, 100*float64(optimal)/float64(judged))
	}
}
