//go:build linux

// Command startup measures what a user waits for before a search begins: the wall time
// of commands, beside that of a program that only loads the driver, initializes it and
// makes a context. It prints a table in Markdown, with the median of several runs.
//
//	go build -o build/warbler ./cmd/warbler
//	go run ./benchmarks/startup -warbler build/warbler -device cuda:0
//	go run ./benchmarks/startup -warbler build/warbler -device opencl:0 -runs 5
//	go run ./benchmarks/startup -warbler build/warbler -device cuda:0 -- sat FILE.cnf --device cuda:0
//
// Every command is run once before it is measured, with a cache of its own, so the
// first run has compiled its kernels; its time is a column of its own.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

func main() {
	command := flag.String("warbler", "build/warbler", "the command to measure")
	device := flag.String("device", "opencl:0", "the device of the commands")
	runs := flag.Int("runs", 10, "runs of each command")
	bare := flag.String("bare", "", "load a driver, make a context and end: cuda or opencl")
	flag.Parse()
	if *bare != "" {
		if err := contexts[*bare](); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if err := measure(*command, *device, *runs, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "startup:", err)
		os.Exit(1)
	}
}

// commands are those that are measured where none is given, on the instances of
// examples/.
func commands(device string) [][]string {
	on := []string{"--device", device}
	return [][]string{
		{"devices"},
		append([]string{"knapsack", "examples/knapsack-50.txt", "--algorithm", "genetic", "--generations", "100"}, on...),
		append([]string{"qap", "examples/qap-20.dat", "--generations", "5"}, on...),
		append([]string{"maxsat", "examples/maxsat-100.wcnf", "--generations", "1000"}, on...),
		{"knapsack", "examples/knapsack-50.txt", "--algorithm", "genetic", "--generations", "100", "--device", "auto"},
		{"knapsack", "examples/knapsack-50.txt", "--algorithm", "genetic", "--generations", "100", "--device", "cpu"},
	}
}

func measure(command, device string, runs int, given []string) error {
	own, err := os.Executable()
	if err != nil {
		return err
	}
	list := commands(device)
	if len(given) > 0 {
		list = [][]string{given}
	}
	driver, _, _ := strings.Cut(device, ":")
	_, floor, err := median(runs, "", own, "-bare", driver)
	if err != nil {
		return err
	}
	fmt.Printf("| command | first, empty cache | later, median of %d | beyond the driver's |\n|---|---:|---:|---:|\n", runs)
	fmt.Printf("| load %s, initialize, make a context | | %s | |\n", driver, milliseconds(floor))
	for _, args := range list {
		cache, err := os.MkdirTemp("", "startup")
		if err != nil {
			return err
		}
		defer os.RemoveAll(cache)
		first, later, err := median(runs, cache, command, append([]string{"-q"}, args...)...)
		if err != nil {
			return err
		}
		fmt.Printf("| `warbler %s` | %s | %s | %s |\n", strings.Join(args, " "), milliseconds(first), milliseconds(later), milliseconds(later-floor))
	}
	return nil
}

// median runs a program once and then so many times, and gives the time of the first
// and the median of the others. A status that tells of an answer is no error.
func median(runs int, cache, program string, args ...string) (first, later time.Duration, err error) {
	var times []time.Duration
	for range runs + 1 {
		c := exec.Command(program, args...)
		c.Env = os.Environ()
		if cache != "" { // PoCL has one of its own
			c.Env = append(c.Env, "WARBLER_CACHE="+cache, "POCL_CACHE_DIR="+cache)
		}
		began := time.Now()
		out, err := c.CombinedOutput()
		if c.ProcessState == nil || err != nil && c.ProcessState.ExitCode() < 10 {
			return 0, 0, fmt.Errorf("%s: %w\n%s", c, err, out)
		}
		times = append(times, time.Since(began))
	}
	first, times = times[0], times[1:]
	slices.Sort(times)
	return first, times[len(times)/2], nil
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%d ms", d.Milliseconds()) }
