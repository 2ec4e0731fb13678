// Command warbler searches: SAT, MAX-SAT, knapsacks, functions and more, on CPUs and
// GPUs.
// "warbler help" shows what it can do.
package main

import (
	"context"
	_ "github.com/warbler-opt/warbler/internal/problems"
	"os"

	"golang.org/x/term"

	"github.com/warbler-opt/warbler/internal/subprocess"
)

// run executes one command line with all that the command has.
func run(ctx context.Context, s streams, args []string) exitCode {
	return runWith(ctx, s, args, extensions...)
}

// extensions are what the command has beside one subcommand for each kind of problem.
var extensions = []func(*app) extension{extendSat, extendFewest, extendEvolve, extendCampaigns}

func main() {
	subprocess.Serve() // in a child that runs a custom problem this is all
	ctx, stop := interruptible(os.Exit)
	code := run(ctx, streams{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		terminal: term.IsTerminal(int(os.Stderr.Fd())), outTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		inTerminal: term.IsTerminal(int(os.Stdin.Fd())),
	}, os.Args[1:])
	stop()
	os.Exit(int(code))
}
