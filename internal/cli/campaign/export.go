package campaign

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/atomicfile"
	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/export"
)

// iohFormat is the format that is a folder.
const iohFormat = "ioh"

var exportFormats = []string{string(export.CSV), string(export.JSONLines), string(export.Parquet), iohFormat}

// exportFlags are the flags of 'experiment export'.
type exportFlags struct {
	format string
	traces bool
	out    string
}

func (a *family) exportCommand() *cobra.Command {
	f := &exportFlags{}
	c := command(cobra.Command{
		Use:   "export DIR",
		Short: "Write all runs of a campaign for other programs",
		Long: "Writes every finished run of a campaign with its problem, algorithm and all parameters:\n" +
			"csv for spreadsheets and statistics programs, jsonl with a JSON object on each line, parquet\n" +
			"for data frames and databases. With --traces it writes every improvement of every run, if\n" +
			"the plan has trace = true. ioh makes a folder for IOHanalyzer, with both; a run begins with\n" +
			"an evaluation 1 there, whose value is worse than all others on the problem, since readers\n" +
			"tell runs apart by it and what is scored first is not stored.",
		Example: "  warbler experiment run examples/campaign.toml --out runs\n" +
			"  warbler experiment export runs > runs.csv\n" +
			"  warbler experiment export --format parquet --traces --out traces.parquet runs\n" +
			"  warbler experiment export --format ioh --out for-iohanalyzer runs",
	}, func(ctx context.Context, dir string) error { return a.exportExperiment(ctx, dir, f) })
	c.Flags().StringVar(&f.format, "format", "csv", "csv, jsonl, parquet or ioh")
	c.Flags().BoolVar(&f.traces, "traces", false, "the improvements of the runs instead of the runs")
	c.Flags().StringVar(&f.out, "out", "", "the `FILE` to write, or the folder of ioh (default: standard output)")
	_ = c.RegisterFlagCompletionFunc("out", cli.AnyFile)
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(exportFormats, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func (f *exportFlags) check() error {
	switch {
	case !slices.Contains(exportFormats, f.format):
		return cli.UserErrorf("--format %s: it is csv, jsonl, parquet or ioh", f.format)
	case f.format == iohFormat && f.traces:
		return cli.UserErrorf("--traces: a folder of ioh has the traces in any case")
	case f.out == "" && f.format == iohFormat:
		return cli.UserErrorf("say which folder to make: --out FOLDER")
	case f.out == "" && f.format == string(export.Parquet):
		return cli.UserErrorf("say which file to write, since Parquet is no text: --out FILE")
	}
	return nil
}

func (a *family) exportExperiment(ctx context.Context, dir string, f *exportFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.out != "" && f.format != iohFormat && experiment.Owns(dir, f.out) {
		return cli.UserErrorf("--out %s: it is a file of the campaign; name another one", f.out)
	}
	c, err := cli.Awaited(ctx, func() (*export.Campaign, error) { return export.Open(dir) })
	if err != nil {
		return err
	}
	if c.Done() == 0 {
		return cli.UserErrorf("%s: no run of the campaign has finished yet", dir)
	}
	write := func(w io.Writer) error {
		if f.traces {
			return c.WriteTraces(w, export.Format(f.format))
		}
		return c.WriteRuns(w, export.Format(f.format))
	}
	switch {
	case f.format == iohFormat:
		var left []string
		left, err = c.WriteIOH(f.out)
		for _, problem := range left {
			a.Note("%s has no feasible run and is left out", problem)
		}
	case f.out != "":
		err = atomicfile.Write(f.out, write)
	default:
		return write(a.Out)
	}
	if err == nil {
		fmt.Fprintln(a.Out, f.out)
	}
	return err
}
