package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// ran says in a sentence what was run.
func (a *Analysis) ran() string {
	if a.lead != "" {
		return a.lead
	}
	what := plural(a.algorithms, "algorithm", "algorithms")
	if len(a.Variants) > a.algorithms {
		what += fmt.Sprintf(" in %d variants", len(a.Variants))
	}
	text := fmt.Sprintf("%s of %s on %s", plural(a.Runs, "run", "runs"), what, plural(len(a.Problems), "problem", "problems"))
	if a.Seconds > 0 {
		text += fmt.Sprintf(", %s of run time in all", duration(a.Seconds))
	}
	return text + "."
}

// finding is what a problem's results come to.
type finding struct{ Problem, Text string }

func (a *Analysis) findings() []finding {
	found := make([]finding, len(a.Problems))
	for i := range a.Problems {
		found[i] = finding{a.Problems[i].Name, a.Problems[i].finding()}
	}
	return found
}

func (p *Problem) finding() string {
	lead := p.leader()
	if lead == nil {
		return "no run has a feasible value."
	}
	runs, hits, feasible := 0, 0, 0
	for i := range p.Results {
		runs += len(p.Results[i].Group.Runs)
		hits += p.Results[i].Hits
		feasible += p.Results[i].Feasible()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "the best value is %s", p.value(p.best()))
	if len(p.Results) > 1 {
		fmt.Fprintf(&b, "; %s has the best median, %s", lead.Name, p.value(lead.Values.Median))
		b.WriteString(p.standing(lead))
	} else {
		fmt.Fprintf(&b, ", the median %s", p.value(lead.Values.Median))
	}
	b.WriteString(".")
	if p.Target != nil {
		fmt.Fprintf(&b, " %s of %s reached the target %s.", count(hits), plural(runs+p.failed(), "run", "runs"), p.value(*p.Target))
	}
	if failed := p.failed(); failed > 0 {
		fmt.Fprintf(&b, " %s failed, and have no part in values and efforts.", plural(failed, "run", "runs"))
	}
	if feasible < runs {
		fmt.Fprintf(&b, " %s found nothing feasible.", plural(runs-feasible, "run", "runs"))
	}
	return b.String()
}

// standing says over whom the leader's lead is more than chance.
func (p *Problem) standing(lead *Result) string {
	var beaten []string
	rivals := 0
	largest := 0.0
	for _, c := range p.Comparisons {
		a, b, chance := &p.Results[c.A], &p.Results[c.B], c.Better
		if b == lead {
			a, b, chance = b, a, 1-chance
		}
		if a != lead {
			continue
		}
		rivals++
		if c.MannWhitney.P < significant && chance > 0.5 && statistics.Magnitude(chance) != "negligible" {
			beaten = append(beaten, b.Name)
			largest = math.Max(largest, c.MannWhitney.P)
		}
	}
	switch {
	case rivals == 0:
		return ""
	case len(beaten) == 0:
		return ", but no difference that matters is seen"
	case len(beaten) == rivals && rivals > 1:
		return fmt.Sprintf(", and is better than all others (p ≤ %s)", strings.TrimPrefix(probability(largest), "< "))
	case len(beaten) == 1:
		return fmt.Sprintf(", and is better than %s (%s)", beaten[0], equation(largest))
	case len(beaten) > 4:
		return fmt.Sprintf(", and is better than %d of %d others", len(beaten), rivals)
	}
	return fmt.Sprintf(", and is better than %s and %s (p ≤ %s)", strings.Join(beaten[:len(beaten)-1], ", "),
		beaten[len(beaten)-1], strings.TrimPrefix(probability(largest), "< "))
}
