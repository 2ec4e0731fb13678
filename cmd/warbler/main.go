// Command warbler searches: SAT, MAX-SAT, knapsacks, functions and more, on CPUs and
// GPUs.
// "warbler help" shows what it can do.
package main

import (
	"context"
	"os"

	"golang.org/x/term"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/cli/campaign"
	"github.com/warbler-opt/warbler/internal/cli/decide"
	"github.com/warbler-opt/warbler/internal/cli/fewest"
	_ "github.com/warbler-opt/warbler/internal/problems" // that the command solves
	"github.com/warbler-opt/warbler/internal/subprocess"
)

// run executes one command line with all that the command has.
func run(ctx context.Context, s cli.Streams, args []string) cli.ExitCode {
	return cli.Run(ctx, s, args, extensions...)
}

// extensions are what the command has beside one subcommand for each kind of problem.
var extensions = []func(*cli.App) cli.Extension{decide.Extend, fewest.Extend, extendEvolve, campaign.Extend}

func main() {
	subprocess.Serve() // in a child that runs a custom problem this is all
	ctx, stop := cli.Interruptible(os.Exit)
	code := run(ctx, cli.Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Terminal: term.IsTerminal(int(os.Stderr.Fd())), OutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		InTerminal: term.IsTerminal(int(os.Stdin.Fd())),
	}, os.Args[1:])
	stop()
	os.Exit(int(code))
}
