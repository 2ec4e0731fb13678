package campaign

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"text/tabwriter"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/internal/statistics"
	"github.com/warbler-opt/warbler/internal/tune"
	"github.com/warbler-opt/warbler/search"
)

// showTune prints the best settings first, so that they can be pasted.
func (a *family) showTune(r *tune.Result) error {
	fmt.Fprintf(a.Out, "--algorithm %s", r.Plan.Algorithm.Name)
	if s := r.Settings(); len(s) > 0 {
		fmt.Fprintf(a.Out, " %s", s)
	}
	fmt.Fprintln(a.Out)
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nPARAMETER\tRANGE\tBASELINE\tBEST")
	for _, q := range r.Plan.Space {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", q.Param.Name, q.Domain(), r.Baseline.Values[q.Param.Name], r.Best.Values[q.Param.Name])
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if c := r.HeldOut; c != nil {
		best, baseline := statistics.Summarize(c.Best), statistics.Summarize(c.Baseline)
		fmt.Fprintln(w, "\nHELD OUT\tMEAN\tDEVIATION\tMEDIAN\tLEAST\tMOST\tEVALUATIONS\tSECONDS")
		for _, line := range []struct {
			name  string
			s     statistics.Summary
			spent tune.Spending
		}{{"baseline", baseline, c.SpentBaseline}, {"best", best, c.SpentBest}} {
			fmt.Fprintf(w, "%s\t%.4g\t%.3g\t%.4g\t%.4g\t%.4g\t%.0f\t%.3g\n", line.name, line.s.Mean, line.s.Deviation, line.s.Median, line.s.Min, line.s.Max,
				line.spent.Evaluations, line.spent.Seconds)
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(a.Out, "\n%s\n%d of %d runs on training instances, %d candidates.\n", r.Verdict(), r.Spent, r.Plan.Budget, len(r.Candidates))
	return err
}

// TuneAnswer is what tune's --json prints; its names are an interface to other
// programs.
type TuneAnswer struct {
	Name       string            `json:"name"`
	Version    string            `json:"version"`
	Algorithm  string            `json:"algorithm"`
	Method     string            `json:"method"`
	Seed       uint64            `json:"seed"`
	Status     string            `json:"status"` // complete or interrupted
	Recommends bool              `json:"recommended"`
	Options    string            `json:"options"` // the best's if it is recommended, else the baseline's
	Best       map[string]any    `json:"best"`
	Baseline   map[string]any    `json:"baseline"`
	Budget     int               `json:"budget"`
	Runs       int               `json:"runs"`
	Candidates int               `json:"candidates"`
	Training   int               `json:"training_instances"`
	Finalists  []standingAnswer  `json:"finalists"`
	HeldOut    *comparisonAnswer `json:"held_out"`
	Elapsed    float64           `json:"elapsed_seconds"`
}

type standingAnswer struct {
	Candidate int `json:"candidate"` // 0 is the baseline
	Trials    int `json:"trials"`
	MeanRank  any `json:"mean_rank"`
	Mean      any `json:"mean"`
	spentAnswer
	Parameters map[string]any `json:"parameters"`
}

// spentAnswer is what a run costs on average.
type spentAnswer struct {
	Evaluations float64 `json:"mean_evaluations"`
	Seconds     float64 `json:"mean_seconds"`
}

type comparisonAnswer struct {
	Instances      int         `json:"instances"`
	Seeds          int         `json:"seeds"`
	Minimize       bool        `json:"minimize"`
	MeanBest       any         `json:"mean_best"`
	MeanBaseline   any         `json:"mean_baseline"`
	SpentBest      spentAnswer `json:"spent_best"`
	SpentBaseline  spentAnswer `json:"spent_baseline"`
	Verdict        string      `json:"verdict"`          // better, worse or no difference
	Gain           any         `json:"gain_percent"`     // of the best known values
	Interval       [2]any      `json:"gain_interval"`    // with 95 % confidence
	Chance         any         `json:"chance_of_better"` // on an instance
	ChanceInterval [2]any      `json:"chance_interval"`
	P              any         `json:"wilcoxon_p"`
	Better         int         `json:"better"`
	Equal          int         `json:"equal"`
	Worse          int         `json:"worse"`
}

func (a *family) tuneJSON(r *tune.Result) error {
	p := r.Plan
	typed := func(v search.Values) map[string]any { return params.Typed(p.Algorithm.Params, v) }
	out := TuneAnswer{
		Name: p.Name, Version: warbler.Version(), Algorithm: p.Algorithm.Name, Method: p.Method, Seed: p.Seed, Status: "complete",
		Recommends: r.Recommended(), Options: r.Settings().String(), Best: typed(r.Best.Values), Baseline: typed(r.Baseline.Values),
		Budget: p.Budget, Runs: r.Spent, Candidates: len(r.Candidates), Training: len(p.Training), Elapsed: r.Elapsed.Seconds(),
	}
	if r.Stopped {
		out.Status = "interrupted"
	}
	for _, s := range r.Finalists {
		line := standingAnswer{Candidate: s.Candidate.Number, Trials: s.Trials, spentAnswer: spentAnswer(s.Spent), Parameters: typed(s.Candidate.Values)}
		if s.Trials > 0 {
			line.MeanRank, line.Mean = finite(s.MeanRank), finite(s.Mean)
		}
		out.Finalists = append(out.Finalists, line)
	}
	if c := r.HeldOut; c != nil {
		out.HeldOut = &comparisonAnswer{
			Instances: len(c.Instances), Seeds: c.Seeds, Minimize: c.Minimize,
			MeanBest: finite(statistics.Mean(c.Best)), MeanBaseline: finite(statistics.Mean(c.Baseline)),
			SpentBest: spentAnswer(c.SpentBest), SpentBaseline: spentAnswer(c.SpentBaseline),
			Verdict: [...]string{"worse", "no difference", "better"}[1+c.Verdict()],
			Gain:    finite(c.Gain), Interval: [2]any{finite(c.Interval.Low), finite(c.Interval.High)},
			Chance: finite(c.Chance), ChanceInterval: [2]any{finite(c.ChanceInterval.Low), finite(c.ChanceInterval.High)},
			P: finite(c.Wilcoxon.P), Better: c.Better, Equal: c.Equal, Worse: c.Worse,
		}
	}
	return json.NewEncoder(a.Out).Encode(out)
}

// finite is a number as JSON has it: no NaN, and infinities as text.
func finite(x float64) any {
	switch {
	case math.IsNaN(x):
		return nil
	case math.IsInf(x, 0):
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return x
}
