// Package campaign has the subcommands for campaigns of many searches, and for tuning.
package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/problem"
)

// family are what runs many searches.
type family struct{ *cli.App }

// Extend makes the subcommands for campaigns and for tuning.
func Extend(a *cli.App) cli.Extension {
	f := &family{a}
	return cli.Extension{Commands: []*cobra.Command{f.experimentCommand(), f.tuneCommand()}}
}

// flags are the flags of what runs a campaign.
type flags struct {
	out      string
	device   string
	threads  int
	json     bool
	progress string
	bare     bool // of solutions
	shard    string
	dry      bool
}

func (a *family) experimentCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "experiment run PLAN --out DIR | resume DIR | show DIR | solution DIR RUN | report DIR | export DIR | merge DIR… | compare DIR DIR",
		Short: "Run campaigns of many searches",
		Long: "Runs a campaign: a plan of problems, algorithms with lists of parameters, and seeds.\n" +
			"Runs are packed into batches and spread over all devices that --device names; every\n" +
			"finished one is stored, so that 'experiment resume' goes on after whatever happened.\n" +
			"The results are the same as if nothing had.\n\n" +
			"A plan is TOML; its [stop], [[problem]] and [algorithm.parameters] have the names of the\n" +
			"command line's flags and of 'warbler help ALGORITHM'. Lists of parameters are grids:\n\n" +
			"  trace = true                # keep how runs converge; a number: the last of so many steps\n" +
			"  best-known = \"best.txt\"     # a file with a name and the best known value on each line\n" +
			"  [seeds]\n" +
			"  first = 1                   # or list = [3, 17, 99]\n" +
			"  count = 50\n" +
			"  [stop]                      # evaluations, time, generations, target, stagnation, convergence\n" +
			"  generations = 200\n" +
			"  [[problem]]\n" +
			"  file = \"knapsack-50.txt\"    # beside the plan, or a pattern, data/*.txt; also instance, label, best-known, target, " + keys(func(k *problem.Kind) bool { return k.Read != nil }) + "\n" +
			"  [[problem]]\n" +
			"  function = \"rastrigin\"      # also label, best-known, target, " + keys(func(k *problem.Kind) bool { return k.Names != nil }) + "\n" +
			"  [[problem]]\n" +
			"  generate = \"3sat\"           # random instances; also seed, count, label, best-known, target, and\n" + generated() +
			"  [[algorithm]]\n" +
			"  name = \"genetic\"\n" +
			"  label = \"GA\"                # what tables call it\n" +
			"  [algorithm.parameters]\n" +
			"  population = [100, 200]\n" +
			"  pc = [0.6, 0.9]             # with [algorithm.stop], rules of its own",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return cli.UserErrorf("say what to do: 'warbler experiment run PLAN --out DIR', 'resume DIR', 'show DIR', 'report DIR', 'export DIR', 'merge DIR…' or 'compare DIR DIR'")
		},
	}
	c.AddCommand(a.runCommand(), a.resumeCommand(), a.showCommand(), a.solutionCommand(), a.reportCommand(), a.exportCommand(), a.mergeCommand(), a.compareCommand())
	return c
}

// command is a subcommand that does something with one plan or one folder.
func command(of cobra.Command, do func(ctx context.Context, path string) error) *cobra.Command {
	of.Args = cobra.ExactArgs(1)
	of.RunE = func(c *cobra.Command, args []string) error { return do(c.Context(), args[0]) }
	of.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		if strings.Contains(of.Use, " PLAN") {
			return []string{"toml"}, cobra.ShellCompDirectiveFilterFileExt
		}
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	of.Flags().SortFlags = false
	return &of
}

func (a *family) runCommand() *cobra.Command {
	f := &flags{}
	c := command(cobra.Command{
		Use:   "run PLAN --out DIR",
		Short: "Run the campaign of a plan, or let it grow",
		Long: "Runs the campaign of a plan in a folder and prints what 'experiment show' does. The\n" +
			"plan is checked first, as a whole. Everything that is needed to repeat it is stored in\n" +
			"the folder: the plan, the files it names, the version, the seeds and the devices.\n" +
			"'warbler help experiment' shows a plan.\n\n" +
			"Where the folder has a campaign, it goes on. The plan may have changed: it may have more\n" +
			"seeds, problems, algorithms or values, longer limits and other labels. Runs that there are\n" +
			"stay, but for those that a limit ended which is longer now. A plan that lacks some of them\n" +
			"is refused. Runs are numbered by the plan, so they may get other numbers.\n\n" +
			"--shard 3/16 does the third of 16 parts, in a folder of its own below DIR, so that jobs of\n" +
			"a batch system need nothing in common but a file system; 'experiment merge' joins them.",
		Example: "  warbler experiment run examples/campaign.toml --out first-steps --threads 2 --dry-run\n" +
			"  warbler experiment run examples/campaign.toml --out first-steps --threads 2",
	}, func(ctx context.Context, plan string) error { return a.runExperiment(ctx, f, plan) })
	c.Flags().StringVar(&f.out, "out", "", "the `DIR` for the results; it is made where there is none")
	c.Flags().BoolVar(&f.bare, "no-solutions", false, "keep no solutions; else those of all runs are, and 'experiment solution' prints them")
	c.Flags().StringVar(&f.shard, "shard", "", "do a `part` of the runs, as 3/16")
	c.Flags().BoolVar(&f.dry, "dry-run", false, "say how many runs there are and about how long they take, and do none")
	f.bind(c, "what the campaign was begun with, or what the plan says, or auto")
	_ = c.MarkFlagDirname("out")
	return c
}

func (a *family) resumeCommand() *cobra.Command {
	f := &flags{}
	c := command(cobra.Command{
		Use:   "resume DIR",
		Short: "Go on with a campaign that was stopped",
		Long: "Does the runs that a campaign lacks, from what is stored in its folder, and prints what\n" +
			"'experiment show' does. It takes the version of Warbler that began.",
		Example: "  warbler experiment run examples/campaign.toml --out results\n" +
			"  warbler experiment resume results",
	}, func(ctx context.Context, dir string) error { return a.resumeExperiment(ctx, f, dir) })
	f.bind(c, "what the campaign was begun with, or what the plan says, or auto")
	return c
}

// keys are the options that a plan can set for problems of some kinds.
func keys(of func(*problem.Kind) bool) string {
	var names []string
	for _, k := range problem.Kinds() {
		if of(k) && !k.Several {
			names = append(names, experiment.FlagNames(k.Flags)...)
		}
	}
	return strings.Join(names, ", ")
}

// generated are lines about what a plan can generate, with the options.
func generated() string {
	var b strings.Builder
	for _, k := range problem.Kinds() {
		for _, g := range k.Generators {
			if g.Campaign != nil {
				fmt.Fprintf(&b, "%30s# of %s: %s\n", "", g.Name, strings.Join(experiment.FlagNames(g.Campaign.Flags), ", "))
			}
		}
	}
	return b.String()
}

// bind adds the flags; otherwise is what --device is where it is not given.
func (f *flags) bind(c *cobra.Command, otherwise string) {
	s := c.Flags()
	s.StringVar(&f.device, "device", "", device.Names+" (default: "+otherwise+")")
	s.IntVar(&f.threads, "threads", 0, "threads on the CPU; 0 takes all cores")
	s.BoolVar(&f.json, "json", false, "print the answer as a JSON object on one line")
	s.StringVar(&f.progress, "progress", "auto", "auto, bar, plain or none")
	_ = c.RegisterFlagCompletionFunc("progress", cobra.FixedCompletions(cli.ProgressKinds, cobra.ShellCompDirectiveNoFileComp))
	_ = c.RegisterFlagCompletionFunc("device", cli.Devices)
}

func (f *flags) check() error { return cli.CheckWork(f.progress, f.threads, f.device) }

func (a *family) runExperiment(ctx context.Context, f *flags, path string) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.out == "" && !f.dry {
		return cli.UserErrorf("say where the results go: --out DIR")
	}
	shard, err := experiment.ParseShard(f.shard)
	if err != nil {
		return cli.UserErrorf("--shard %w", err)
	}
	plan, err := cli.Awaited(ctx, func() (*experiment.Plan, error) { return experiment.ReadPlan(path) })
	if err == nil {
		err = plan.Try(ctx)
	}
	if err != nil {
		return err
	}
	plan.NoSolutions, plan.Shard = f.bare, shard
	dir := ""
	if f.out != "" {
		dir = shardFolder(f.out, shard)
	}
	if f.dry {
		return a.previewExperiment(ctx, f, plan, dir)
	}
	where, release, err := a.openPlanned(ctx, f, &plan.Head, plan.Remote())
	if err != nil {
		return err
	}
	defer release()
	c, err := experiment.Create(dir, plan, f.device)
	if err != nil {
		return err
	}
	if c.Again > 0 {
		a.Note("%d runs ended at a limit that is longer now, and are done again", c.Again)
	}
	return a.finishExperiment(ctx, f, c, dir, where)
}

func (a *family) resumeExperiment(ctx context.Context, f *flags, dir string) error {
	if err := f.check(); err != nil {
		return err
	}
	c, err := experiment.Load(dir)
	if err != nil {
		return err
	}
	if f.device == "" {
		f.device = c.Device
	}
	where, release, err := a.openDevices(ctx, f, c.Plan.Remote())
	if err != nil {
		return errors.Join(err, c.Close())
	}
	defer release()
	return a.finishExperiment(ctx, f, c, dir, where)
}

// previewExperiment says what a campaign would do.
func (a *family) previewExperiment(ctx context.Context, f *flags, plan *experiment.Plan, dir string) error {
	v, err := plan.Preview(ctx, dir, f.threads)
	if err != nil {
		return err
	}
	if f.json {
		return json.NewEncoder(a.Out).Encode(map[string]any{
			"problems": v.Problems, "cells": v.Cells, "runs": v.Runs, "kept": v.Kept, "again": v.Again, "missing": v.Missing,
			"estimate_seconds": v.Time.Seconds(), "estimate_is_open": v.Open,
		})
	}
	fmt.Fprintf(a.Out, "%d problems, %d cells, %d runs", v.Problems, v.Cells, v.Runs)
	if v.Kept+v.Again > 0 {
		fmt.Fprintf(a.Out, ", of which %d are there", v.Kept)
	}
	if v.Again > 0 {
		fmt.Fprintf(a.Out, " and %d are done again with a longer limit", v.Again)
	}
	took := "about " + v.Time.Round(time.Second).String()
	if v.Time < time.Second {
		took = "less than a second"
	}
	if v.Open {
		took = "nobody knows how long, since stagnation alone ends some of them,"
	}
	fmt.Fprintf(a.Out, ".\n%d runs to do, %s on the CPU.\n", v.Missing, took)
	return nil
}

// finishExperiment does what a campaign lacks and shows its results.
func (a *family) finishExperiment(ctx context.Context, f *flags, c *experiment.Campaign, dir string, where experiment.Where) error {
	again := "'warbler experiment resume " + cli.ShellWord(dir) + "' goes on"
	display := a.Display(f.progress, c.Plan.Name, false)
	err := c.Run(ctx, where, func(p experiment.Progress) { _ = display.Show(p.Part, p.Elapsed, TellProgress(p)) })
	display.Clear()
	done, wanted := c.Done(), c.Plan.Wanted()
	err = errors.Join(err, c.Close())
	switch {
	case err != nil:
		a.Note("%d of %d runs are stored; %s", done, wanted, again)
		return err
	case done < wanted:
		a.Note("stopped with %d of %d runs; %s", done, wanted, again)
	}
	r, err := experiment.Open(dir)
	if err != nil {
		return err
	}
	if err := a.showResults(r, f.json); err != nil {
		return err
	}
	if r.Failed() > 0 {
		return &cli.CodedError{Code: cli.ExitInside} // showResults has said what failed
	}
	return nil
}

// openPlanned is openDevices for a plan, whose device counts where there is no
// --device.
func (a *family) openPlanned(ctx context.Context, f *flags, plan *experiment.Head, hosted bool) (experiment.Where, func(), error) {
	planned := f.device == "" && plan.Device != ""
	if planned {
		f.device = plan.Device
	}
	where, release, err := a.openDevices(ctx, f, hosted)
	if err != nil && planned && ctx.Err() == nil {
		err = plan.Root.Mistake("device", err)
	}
	return where, release, err
}

// openDevices makes ready all that --device names. What is hosted is left to the
// children to open.
func (a *family) openDevices(ctx context.Context, f *flags, hosted bool) (where experiment.Where, release func(), err error) {
	open, cpu, err := a.OpenPlaces(ctx, f.device, hosted)
	release = func() {
		if err := open.Close(); err != nil {
			a.Log.Warn("device not closed", "reason", err)
		}
	}
	return experiment.Where{CPU: cpu, Threads: f.threads, Devices: open, Processor: cli.CPUName()}, release, err
}
