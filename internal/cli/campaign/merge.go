package campaign

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/experiment"
)

// shardFolder is where a shard of a campaign in a folder has its own.
func shardFolder(dir string, s experiment.Shard) string {
	if s.Of == 0 {
		return dir
	}
	return filepath.Join(dir, fmt.Sprintf("shard-%d-of-%d", s.Part, s.Of))
}

// shardsIn are the folders of the shards in a folder, or the folder itself where there
// are none.
func shardsIn(dir string) []string {
	shards, _ := fs.Glob(os.DirFS(dir), "shard-*-of-*") // the pattern is right
	if len(shards) == 0 {
		return []string{dir}
	}
	for i, name := range shards {
		shards[i] = filepath.Join(dir, name)
	}
	return shards
}

func (a *family) mergeCommand() *cobra.Command {
	var out, plan string
	asJSON := false
	c := &cobra.Command{
		Use:   "merge DIR… --out DIR",
		Short: "Make one campaign of several",
		Long: "Makes a campaign in a new folder of the runs of others, and prints what 'experiment show' does.\n" +
			"They may be shards, which 'run --shard' makes; a folder with shards stands for all of them.\n" +
			"They may also have other seeds, problems, algorithms or limits; then the plan is that of a\n" +
			"folder which has the runs of all, or --plan gives one. What the plan has and no folder does,\n" +
			"'experiment resume' adds. A run that several folders have must be the same in all, unless\n" +
			"time ends it; then that of the first is taken. All are of one version of Warbler; 'experiment\n" +
			"compare' compares those of several.",
		Example: "  warbler experiment run examples/campaign.toml --out cluster --shard 1/2\n" +
			"  warbler experiment run examples/campaign.toml --out cluster --shard 2/2\n" +
			"  warbler experiment merge cluster --out whole",
		Args: cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(c *cobra.Command, args []string) error {
			return a.mergeExperiments(c.Context(), args, plan, out, asJSON)
		},
	}
	c.Flags().SortFlags = false
	c.Flags().StringVar(&out, "out", "", "the `DIR` for the merged campaign; it is made where there is none")
	c.Flags().StringVar(&plan, "plan", "", "a `FILE` with the plan of the merged campaign (default: that of a folder which has the runs of all)")
	c.Flags().BoolVar(&asJSON, "json", false, "print the answer as a JSON object on one line")
	_ = c.MarkFlagDirname("out")
	_ = c.MarkFlagFilename("plan", "toml")
	return c
}

func (a *family) mergeExperiments(ctx context.Context, args []string, plan, out string, asJSON bool) error {
	if out == "" {
		return cli.UserErrorf("say where the merged campaign goes: --out DIR")
	}
	var folders []string
	for _, dir := range args {
		folders = append(folders, shardsIn(dir)...)
	}
	r, err := cli.Awaited(ctx, func() (*experiment.Results, error) {
		var p *experiment.Plan
		var err error
		if plan != "" {
			if p, err = experiment.ReadPlan(plan); err != nil {
				return nil, err
			}
		}
		if err := experiment.Merge(out, p, folders); err != nil {
			return nil, err
		}
		return experiment.Open(out)
	})
	if err != nil {
		return err
	}
	if left := r.Runs() - r.Done() - r.Failed(); left > 0 {
		a.Note("%d of %d runs are there; 'warbler experiment resume %s' does the others", r.Done(), r.Runs(), cli.ShellWord(out))
	}
	return a.showResults(r, asJSON)
}
