// Digests proves that a change of the program left its results alone: the same
// bits in every answer, trace and section of a checkpoint.
//
//	go build -o /tmp/warbler ./cmd/warbler
//	go run ./benchmarks/digests -warbler /tmp/warbler -compare benchmarks/digests/baseline.jsonl
//
// It runs the command, and nothing else of the module, so that packages may be
// moved and renamed freely. A case is one command line, or several where a
// search is resumed elsewhere; it runs on the CPU with one thread, some with
// seven too, and on every other device that -devices names. Since results do
// not depend on the device, a case has one set of digests:
//
//   - the answer: what --json prints, without times, devices, versions and
//     folders;
//   - the trace, without its column of seconds;
//   - the checkpoint at the end, section by section, and its header.
//
// -compare reads cases from a record, runs them, and prints a line for each run
// that differs, with a command that repeats it in a folder that is kept. The
// exit status is 1 if there is one. -run takes only cases whose name matches.
//
// In a record, "not" says which devices cannot run a case, and "without" what is
// left out of its digests, each with the reason. -devices may name others than
// those of the record, as cuda:0: all have the same digests.
//
// The record is also the table of cases. A new case is a line with its name, its
// command lines, its output and where it runs; a new input is one with its file and
// where it is from. -record FILE runs the cases of a record, or those that -run
// takes, and writes what came of them into it. All places must agree, and every value
// of an enumerated parameter and every other parameter that "warbler help ALGORITHM"
// lists must occur, of all algorithms that have a case.
//
// A record keeps the names of its time. names.go lists what was renamed since;
// -names old is for a command from before that.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	var o options
	flag.StringVar(&o.warbler, "warbler", "", "the command to be run")
	flag.StringVar(&o.record, "record", "", "run the cases of this record and write what comes of them into it")
	flag.StringVar(&o.compare, "compare", "", "compare with the record in this file")
	flag.StringVar(&o.devices, "devices", "cpu,opencl:0", "devices to run on")
	flag.StringVar(&o.run, "run", "", "run only cases whose name matches this expression")
	flag.StringVar(&o.names, "names", "new", "which names the command has: new, or old as in the record")
	flag.StringVar(&o.examples, "examples", "examples", "the folder of the examples")
	flag.StringVar(&o.folder, "folder", "", "where to run, a new folder; it is kept (default: a temporary one, kept where there are differences)")
	flag.IntVar(&o.jobs, "jobs", 2, "runs at a time")
	flag.Parse()
	different, err := o.do()
	if err != nil {
		fmt.Fprintln(os.Stderr, "digests:", err)
		os.Exit(2)
	}
	if different {
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	warbler, record, compare, devices, run, names, examples, folder string
	jobs                                                            int
}

func (o *options) do() (different bool, err error) {
	if o.warbler == "" || (o.record == "") == (o.compare == "") || flag.NArg() > 0 {
		return false, fmt.Errorf("say -warbler COMMAND and either -record FILE or -compare FILE")
	}
	chosen, err := regexp.Compile(o.run)
	if err != nil {
		return false, err
	}
	b := &bench{folder: o.folder}
	if b.warbler, err = filepath.Abs(o.warbler); err != nil {
		return false, err
	}
	switch o.names {
	case "new":
		b.names = renamings
	case "old":
	default:
		return false, fmt.Errorf("-names is new or old")
	}
	if b.folder == "" {
		if b.folder, err = os.MkdirTemp("", "digests"); err != nil {
			return false, err
		}
		defer func() {
			if !different && err == nil {
				os.RemoveAll(b.folder)
			}
		}()
	} else if b.folder, err = filepath.Abs(o.folder); err != nil {
		return false, err
	}
	if err := os.MkdirAll(b.folder, 0o755); err != nil {
		return false, err
	}
	devices := strings.Split(o.devices, ",")
	if err := b.present(devices); err != nil {
		return false, err
	}
	r, err := readRecord(o.record + o.compare)
	if err != nil {
		return false, err
	}
	if o.record != "" {
		if o.run == "" {
			if err := b.covered(r.cases); err != nil {
				return false, err
			}
		}
		return b.record(o.record, r, devices, chosen, o.examples, o.jobs)
	}
	count, runs, err := b.compare(r, devices, chosen, o.examples, o.jobs, func(line string) { fmt.Println(line) })
	if err != nil {
		return false, err
	}
	fmt.Printf("%d runs, %d different\n", runs, count)
	return count > 0, nil
}

// present checks that the command finds the devices.
func (b *bench) present(devices []string) error {
	list, _, err := b.command("devices")
	if err != nil {
		return err
	}
	var found []string
	for line := range strings.Lines(string(list)) {
		if words := strings.Fields(line); len(words) > 0 {
			found = append(found, words[0])
		}
	}
	for _, d := range devices {
		if !slices.Contains(found, d) {
			return fmt.Errorf("the command does not find %s here:\n%s", d, list)
		}
	}
	return nil
}

// selected are the cases whose names match.
func selected(cases []*testCase, chosen *regexp.Regexp) []*testCase {
	return slices.DeleteFunc(slices.Clone(cases), func(c *testCase) bool { return !chosen.MatchString(c.Name) })
}
