// Command waits measures what a user waits for: the wall time of the command from its
// start to its end, with auto beside every single choice of an algorithm and a device, in
// Markdown. docs/PERFORMANCE.md has its table.
//
//	go run ./benchmarks/waits -devices cpu,cuda:0 -runs 10
//
// A choice that takes twice as long as the best one before it is cut off. The table has
// medians, and what was best beside auto; at its end stands how often auto kept the bar.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
)

// auto may take this many times as long as the best choice, and a little more.
const (
	most = 1.25
	more = 50 * time.Millisecond
)

func main() { bench.Main("waits", run) }

// measurer is how things are measured.
type measurer struct {
	warbler, folder string
	devices         []string
	runs            int
	limit           time.Duration
}

func run(ctx context.Context) error {
	var b measurer
	flag.StringVar(&b.warbler, "warbler", filepath.Join("build", "warbler"), "the command that is measured")
	devices := flag.String("devices", "cpu", "the devices of single choices")
	flag.IntVar(&b.runs, "runs", 5, "runs of each, with seeds from 1 on")
	flag.DurationVar(&b.limit, "time", 10*time.Second, "the most that a run may take")
	only := flag.String("only", "", "an expression for the command lines to be measured; empty: all")
	flag.Parse()
	b.devices = strings.Split(*devices, ",")
	want, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	if b.folder, err = os.MkdirTemp("", "waits"); err != nil {
		return err
	}
	defer os.RemoveAll(b.folder)
	bench.Head("command", "instance", "auto, s", "best choice", "s", "ratio", "")
	measured, missed := 0, 0
	for _, c := range cases() {
		if !want.MatchString(strings.Join(c.args, " ")) {
			continue
		}
		kept, err := b.measure(ctx, c)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		if measured++; !kept {
			missed++
		}
	}
	fmt.Printf("\n%d of %d within %g times the best choice and %v.\n", measured-missed, measured, most, more)
	return nil
}

// measure prints the row of a case, and reports whether auto is within its bar.
func (b *measurer) measure(ctx context.Context, c problemCase) (kept bool, err error) {
	args, err := b.files(ctx, c.args)
	if err != nil {
		return false, err
	}
	auto, err := b.median(ctx, args, b.limit)
	if err != nil {
		return false, err
	}
	best, choice := b.limit, "none"
	for _, device := range b.devices {
		algorithms := choices[c.args[0]]
		if device != "cpu" {
			algorithms = slices.Concat(algorithms, onDevice[c.args[0]])
		}
		for _, a := range algorithms {
			took, err := b.median(ctx, append(slices.Clone(args), "--algorithm", a, "--device", device), min(b.limit, 2*best))
			if err != nil {
				return false, err
			}
			if took < best {
				best, choice = took, a+", "+device
			}
		}
	}
	kept, mark := auto <= time.Duration(most*float64(best))+more, ""
	if !kept {
		mark = "missed"
	}
	fmt.Printf("| %s | %s | %s | %s | %s | %.2f | %s |\n", c.args[0], c.name, b.seconds(auto), choice, b.seconds(best), auto.Seconds()/best.Seconds(), mark)
	return kept, nil
}

// seconds is a time for the table.
func (b *measurer) seconds(d time.Duration) string {
	if d >= b.limit {
		return "over " + fmt.Sprint(b.limit)
	}
	return fmt.Sprintf("%.3f", d.Seconds())
}

// files puts the paths of files into a command line, and generates those that are made.
func (b *measurer) files(ctx context.Context, args []string) ([]string, error) {
	args = slices.Clone(args)
	for i, a := range args {
		if rest, ok := strings.CutPrefix(a, "data/"); ok {
			args[i] = filepath.Join(bench.Data(), rest)
			if _, err := os.Stat(args[i]); err != nil {
				return nil, err
			}
		}
		if name, ok := strings.CutPrefix(a, "made/"); ok {
			args[i] = filepath.Join(b.folder, name)
			if _, err := os.Stat(args[i]); err == nil {
				continue
			}
			line := append([]string{"generate"}, strings.Fields(made[name])...)
			if out, err := exec.CommandContext(ctx, b.warbler, append(line, "--out", args[i])...).CombinedOutput(); err != nil {
				return nil, fmt.Errorf("%w: %s", err, out)
			}
		}
	}
	return args, nil
}

// median is the median wall time of a command; what does not reach its value within the
// limit takes that long.
func (b *measurer) median(ctx context.Context, args []string, limit time.Duration) (time.Duration, error) {
	var took []float64
	for seed := range b.runs {
		t, err := b.once(ctx, append(slices.Clone(args), "--seed", fmt.Sprint(seed+1)), limit)
		if err != nil {
			return 0, err
		}
		took = append(took, t.Seconds())
		// Where most runs are over the limit, so is the median.
		if over := len(slices.DeleteFunc(slices.Clone(took), func(s float64) bool { return s < limit.Seconds() })); 2*over > b.runs {
			return limit, nil
		}
	}
	return time.Duration(bench.Median(took) * float64(time.Second)), nil
}

// once is the wall time of one run, or the limit.
func (b *measurer) once(ctx context.Context, args []string, limit time.Duration) (time.Duration, error) {
	cut, cancel := context.WithTimeout(ctx, limit+time.Second)
	defer cancel()
	begin := time.Now()
	command := exec.CommandContext(cut, b.warbler, append(args, "--json", "-q", "--time", limit.String())...)
	var complaint strings.Builder
	command.Stderr = &complaint
	out, err := command.Output()
	took := time.Since(begin)
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case cut.Err() != nil:
		return limit, nil
	case errors.As(err, &exit) && exit.ExitCode() == 2, err != nil && exit == nil:
		return 0, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, complaint.String())
	}
	var answer struct{ Status string }
	if err := json.Unmarshal(out, &answer); err != nil {
		return limit, nil // no answer
	}
	switch answer.Status {
	case "optimal", "target", "satisfiable", "unsatisfiable":
		return min(took, limit), nil
	}
	return limit, nil
}
