package campaign

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/tune"
)

func (a *family) tuneCommand() *cobra.Command {
	f := &flags{}
	c := command(cobra.Command{
		Use:   "tune PLAN",
		Short: "Find good parameters of an algorithm",
		Long: "Finds parameters of an algorithm: candidates race each other on training instances, and the\n" +
			"winner is compared with a baseline on instances that are held out. Prints the best\n" +
			"settings as options to paste, and by how much they are better, with Wilcoxon's test; where\n" +
			"that is not shown, the baseline's. All candidates have the same evaluations, or the same time.\n" +
			"--out also writes a page with the race, the finalists and the comparison.\n\n" +
			"method = \"race\" drops candidates as soon as a test finds them worse, and draws new ones\n" +
			"around the survivors; \"halving\" drops the worse half of them round by round. Candidates\n" +
			"that differ in parameters of replicas only ('warbler help cellular' says which) share\n" +
			"launches. The same plan gives the same result on every device. Ctrl-C gives what is\n" +
			"known by then. A plan is TOML:\n\n" +
			"  algorithm = \"cellular\"\n" +
			"  method = \"race\"             # or \"halving\"; race takes a confidence, 0.95\n" +
			"  budget = 600                # runs on training instances\n" +
			"  candidates = 30             # to begin with; without it the budget decides\n" +
			"  first = 5                   # trials before a candidate may be dropped\n" +
			"  seed = 1                    # of the tuner\n" +
			"  split = 0.5                 # of the training instances are held out\n" +
			"  [seeds]                     # of runs: each instance is tried with each\n" +
			"  count = 3\n" +
			"  [stop]                      # what ends a run, as in campaigns; generations are the baseline's\n" +
			"  evaluations = 10000\n" +
			"  [[training]]                # as [[problem]] of a campaign; a file may be a pattern\n" +
			"  file = \"uf250-*.cnf\"        # or generate = \"3sat\", variables = 60, count = 20\n" +
			"  [parameters]                # of all candidates\n" +
			"  passes = 10\n" +
			"  [tune]\n" +
			"  pm = {from = 0.001, to = 0.2, scale = \"log\"}\n" +
			"  feedback = [\"adaptive\", \"none\"]\n\n" +
			"[[heldout]] instead of split names the instances that are held out; [baseline] has\n" +
			"parameters of the baseline, which else are the algorithm's defaults.",
		Example: "  warbler tune examples/tune.toml --threads 2\n  warbler tune examples/tune.toml --json --out tuned",
	}, func(ctx context.Context, plan string) error { return a.runTune(ctx, f, plan) })
	c.Flags().StringVar(&f.out, "out", "", "a `DIR` for a report; it is made where there is none")
	f.bind(c, "what the plan says, or auto")
	_ = c.MarkFlagDirname("out")
	return c
}

func (a *family) runTune(ctx context.Context, f *flags, path string) error {
	if err := f.check(); err != nil {
		return err
	}
	plan, err := cli.Awaited(ctx, func() (*tune.Plan, error) { return tune.ReadPlan(path) })
	if err == nil {
		err = plan.Try(ctx)
	}
	if err != nil {
		return err
	}
	if f.out != "" { // before the work, not after it
		if err := os.MkdirAll(f.out, 0o777); err != nil {
			return err
		}
		if err := cli.Writable("--out", filepath.Join(f.out, "report.html"), false); err != nil {
			return err
		}
	}
	where, release, err := a.openPlanned(ctx, f, &plan.Head, false)
	if err != nil {
		return err
	}
	defer release()
	display := a.Display(f.progress, plan.Name, false)
	r, err := tune.Run(ctx, plan, where, func(p tune.Progress) {
		_ = display.Show(float64(p.Done)/float64(max(p.Runs, 1)), p.Elapsed,
			fmt.Sprintf("%s, %d candidates, %d of %d runs", p.Stage, p.Alive, p.Done, p.Runs))
	})
	display.Clear()
	if err != nil {
		return err
	}
	show := a.showTune
	if f.json {
		show = a.tuneJSON
	}
	if err := show(r); err != nil || f.out == "" {
		return err
	}
	return r.WriteFolder(f.out, []string{"By Warbler " + warbler.Version() + ", on " + strings.Join(where.Names(), "; ") + "."})
}
