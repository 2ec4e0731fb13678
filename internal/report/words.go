package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// Ran says in a sentence what was run.
func (a *Analysis) Ran() string {
	if a.lead != "" {
		return a.lead
	}
	what := plural(a.algorithms, "algorithm")
	if len(a.Variants) > a.algorithms {
		what += fmt.Sprintf(" in %d variants", len(a.Variants))
	}
	text := fmt.Sprintf("%s of %s on %s", plural(a.Runs, "run"), what, plural(len(a.Problems), "problem"))
	if a.Seconds > 0 {
		text += fmt.Sprintf(", %s of run time in all", duration(a.Seconds))
	}
	return text + "."
}

// maxFindings is the number of problems that are summed up in words at the
// beginning of a page; the overview has them all.
const maxFindings = 12

// Summed are the problems that are summed up in words.
func (a *Analysis) Summed() []*Problem { return a.Problems[:min(len(a.Problems), maxFindings)] }

// More says what is not at the beginning of the page, or has no pictures.
func (a *Analysis) More() (text string) {
	if n := len(a.Problems); n > maxFindings {
		text = fmt.Sprintf("The overview has %s more. ", plural(n-maxFindings, "problem"))
	}
	without := func(p *Problem) bool { return !p.pictured }
	if n := slices.IndexFunc(a.Problems, without); n >= 0 {
		text += fmt.Sprintf("Of %s the first %d have pictures.", plural(len(a.Problems), "problem"), n)
	}
	return text
}

// Finding says what the results of the problem come to.
func (p *Problem) Finding() string {
	lead := p.leader()
	if lead == nil {
		return "no run has a feasible value."
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
		fmt.Fprintf(&b, " %s of %s reached the target %s.", Count(p.hits), plural(p.runs+p.failed, "run"), p.value(*p.Target))
	}
	if p.failed > 0 {
		fmt.Fprintf(&b, " %s failed, and have no part in values and efforts.", plural(p.failed, "run"))
	}
	if p.feasible < p.runs {
		fmt.Fprintf(&b, " %s found nothing feasible.", plural(p.runs-p.feasible, "run"))
	}
	return b.String()
}

// standing says over whom the leader's lead is more than chance.
func (p *Problem) standing(lead *Result) string {
	var beaten, ahead []string
	rivals, largest := 0, 0.0
	for i := range p.Comparisons {
		c := &p.Comparisons[i]
		a, b, chance, winner := p.Results[c.A], p.Results[c.B], c.Better, c.winner()
		if b == lead {
			a, b, chance, winner = b, a, 1-chance, -winner
		}
		if a != lead {
			continue
		}
		rivals++
		switch {
		case c.Pairs == nil && statistics.Magnitude(chance) == "negligible":
		case winner > 0:
			beaten = append(beaten, b.Name)
			largest = max(largest, c.probability())
		case winner < 0:
			ahead = append(ahead, b.Name)
		}
	}
	switch {
	case rivals == 0:
		return ""
	case len(ahead) > 0:
		return fmt.Sprintf(", but %s is better than it", ahead[0])
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
