package campaign

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/statistics"
)

func (a *family) compareCommand() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "compare DIR DIR",
		Short: "Compare the campaigns of two versions or machines",
		Long: "Compares what two campaigns have in common: problems, algorithms, parameters and limits. The\n" +
			"campaigns may be of different versions of Warbler, or of different machines. A line has the\n" +
			"number of runs with the same seeds, how many of them have the same answer after the same\n" +
			"evaluations, and the mean values and seconds of both. Below it stands a verdict for each\n" +
			"algorithm, paired by instance: of values in per cent of the best known ones, or by ranks,\n" +
			"and of seconds.",
		Example: "  warbler experiment run examples/campaign.toml --out before\n" +
			"  warbler experiment run examples/campaign.toml --out after --threads 1\n" +
			"  warbler experiment compare before after",
		Args: cobra.ExactArgs(2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(c *cobra.Command, args []string) error {
			both, err := cli.Awaited(c.Context(), func() (both [2]*experiment.Results, err error) {
				for i := range both {
					if both[i], err = experiment.Open(args[i]); err != nil {
						return both, err
					}
				}
				return both, nil
			})
			if err != nil {
				return err
			}
			return a.compareCampaigns(both, args, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object on one line")
	return c
}

// CompareAnswer is what 'experiment compare --json' prints; its names are an interface to
// other programs.
type CompareAnswer struct {
	Versions [2]string       `json:"versions"`
	Cells    []comparedCell  `json:"cells"`
	Verdicts []comparedCells `json:"verdicts"`
	Alone    [2]int          `json:"cells_alone"` // that only one of the campaigns has
}

// comparedCell is a cell that both campaigns have.
type comparedCell struct {
	Problem    string     `json:"problem"`
	Algorithm  string     `json:"algorithm"`
	Parameters string     `json:"parameters,omitempty"`
	Runs       int        `json:"runs"` // with the same seeds
	Same       int        `json:"same"` // of those
	Means      [2]*number `json:"means"`
	Seconds    [2]float64 `json:"mean_seconds"`

	means    [2]float64
	known    float64
	minimize bool
}

// number is one that JSON may lack.
type number float64

// comparedCells is the verdict on the cells of an algorithm.
type comparedCells struct {
	Algorithm  string  `json:"algorithm"`
	Parameters string  `json:"parameters,omitempty"`
	Instances  int     `json:"instances"`
	Verdict    string  `json:"verdict"` // on the second campaign: better, worse or no difference
	Gain       any     `json:"gain_percent"`
	Interval   [2]any  `json:"gain_interval"`
	P          any     `json:"wilcoxon_p"`
	Time       float64 `json:"time_ratio"` // of the second to the first: the geometric mean over instances

	pairs statistics.Pairs
}

func (a *family) compareCampaigns(both [2]*experiment.Results, dirs []string, asJSON bool) error {
	out := compared(both)
	if len(out.Cells) == 0 {
		return cli.UserErrorf("%s and %s have no runs in common: the same problem, algorithm, parameters, limits and seed", dirs[0], dirs[1])
	}
	if asJSON {
		return json.NewEncoder(a.Out).Encode(out)
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PROBLEM\tALGORITHM\tPARAMETERS\tRUNS\tSAME\tMEAN A\tMEAN B\tSECONDS A\tSECONDS B")
	for _, c := range out.Cells {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%.3g\t%.3g\n", inLine(c.Problem), c.Algorithm, cmp.Or(inLine(c.Parameters), "-"), c.Runs, c.Same,
			c.Means[0], c.Means[1], c.Seconds[0], c.Seconds[1])
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(a.Out, "\nA is %s by Warbler %s, B is %s by %s.\n", dirs[0], both[0].Version, dirs[1], both[1].Version)
	for _, v := range out.Verdicts {
		fmt.Fprintf(a.Out, "%s: %s\n", strings.TrimSpace(v.Algorithm+" "+v.Parameters), v.text())
	}
	for i, n := range out.Alone {
		if n > 0 {
			fmt.Fprintf(a.Out, "%d cells of %s have no counterpart.\n", n, "AB"[i:i+1])
		}
	}
	return nil
}

// String is the number, or a dash.
func (n *number) String() string {
	if n == nil {
		return "-"
	}
	return fmt.Sprintf("%.6g", float64(*n))
}

// text is a verdict in words.
func (c comparedCells) text() string {
	text := "B is " + c.Verdict + " than A"
	if c.Verdict == noDifference {
		text = "no difference is shown"
	}
	if !math.IsNaN(c.pairs.Gain) {
		text += fmt.Sprintf(", by %.3g %% (95 %%: %.3g to %.3g)", c.pairs.Gain, c.pairs.Interval.Low, c.pairs.Interval.High)
	}
	return fmt.Sprintf("%s, on %d instances: %d better, %d equal, %d worse. B takes %.3g times as long.", text, c.Instances,
		c.pairs.Better, c.pairs.Equal, c.pairs.Worse, c.Time)
}

const noDifference = "no difference"

// compared pairs the cells of two campaigns.
func compared(both [2]*experiment.Results) (out CompareAnswer) {
	problems := ProblemNames(both[0].Cells)
	labels := labels(both[0].Cells, problems, func(c *experiment.Cell) string { return varied(c, both[0].Cells) },
		func(c, d *experiment.Cell) bool { return true })
	others := map[string]*experiment.Cell{}
	for _, c := range both[1].Cells {
		others[c.Kin()] = c
	}
	out.Versions = [2]string{both[0].Version, both[1].Version}
	groups, order := map[string][]comparedCell{}, []string{}
	for i, c := range both[0].Cells {
		other := others[c.Kin()]
		if other == nil {
			out.Alone[0]++
			continue
		}
		delete(others, c.Kin())
		line := comparedCell{Problem: problems[i], Algorithm: c.Method, Parameters: labels[i], minimize: c.Objective.Minimize}
		if line.compare(c, other); line.Runs == 0 {
			continue
		}
		out.Cells = append(out.Cells, line)
		key := line.Algorithm + "\x00" + line.Parameters
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], line)
	}
	out.Alone[1] = len(others)
	for _, key := range order {
		out.Verdicts = append(out.Verdicts, judge(groups[key]))
	}
	return out
}

// compare fills in what runs with the same seeds came to.
func (l *comparedCell) compare(a, b *experiment.Cell) {
	l.known = math.NaN()
	if a.Known != nil {
		l.known = a.Objective.Value(*a.Known)
	}
	runs := map[uint64]experiment.Run{}
	for _, r := range b.Runs {
		runs[r.Seed] = r
	}
	for _, x := range a.Runs {
		y, ok := runs[x.Seed]
		if !ok {
			continue
		}
		l.Runs++
		if x.Genome == y.Genome && x.Score == y.Score && x.Evaluations == y.Evaluations {
			l.Same++
		}
		for i, r := range []experiment.Run{x, y} {
			value := r.Value
			if !r.Feasible || math.IsNaN(value) {
				value = math.Inf(-1)
				if l.minimize {
					value = math.Inf(1)
				}
			}
			l.known = statistics.BestKnown(value, value, l.known, l.minimize)
			l.means[i] += value
			l.Seconds[i] += r.Seconds
		}
	}
	for i := range l.means {
		l.means[i] /= float64(l.Runs)
		l.Seconds[i] /= float64(l.Runs)
		if x := number(l.means[i]); !math.IsInf(l.means[i], 0) && !math.IsNaN(l.means[i]) {
			l.Means[i] = &x
		}
	}
}

// judge is the verdict on cells of one algorithm. Values are negated where one maximizes,
// so that all have one direction.
func judge(cells []comparedCell) comparedCells {
	v := comparedCells{Algorithm: cells[0].Algorithm, Parameters: cells[0].Parameters, Instances: len(cells)}
	var first, second, known []float64
	for _, c := range cells {
		sign := 1.0
		if !c.minimize {
			sign = -1
		}
		first, second, known = append(first, sign*c.means[0]), append(second, sign*c.means[1]), append(known, sign*c.known)
		v.Time += math.Log(max(c.Seconds[1], 1e-9) / max(c.Seconds[0], 1e-9))
	}
	v.pairs = statistics.ComparePairs(second, first, known, true)
	v.Verdict = [...]string{"worse", noDifference, "better"}[1+v.pairs.Verdict()]
	v.Gain, v.Interval, v.P = finite(v.pairs.Gain), [2]any{finite(v.pairs.Interval.Low), finite(v.pairs.Interval.High)}, finite(v.pairs.Wilcoxon.P)
	v.Time = math.Exp(v.Time / float64(len(cells)))
	return v
}
