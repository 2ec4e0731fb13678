package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A page with more pictures would be neither read nor quickly made.
const (
	maxPictured = 20  // problems with pictures
	maxRows     = 250 // their results, all together
	maxBands    = 6   // results whose bands are drawn over each other
)

// Pictures are all figures of the report.
func (a *Analysis) Pictures() (all []Picture) {
	for _, s := range a.Sections {
		all = append(all, s.Pictures()...)
	}
	for _, p := range a.Problems {
		all = append(all, p.Pictures()...)
	}
	return append(all, a.OverProblems()...)
}

// Pictures are those of the problem.
func (p *Problem) Pictures() (all []Picture) {
	if !p.pictured {
		return nil
	}
	add := func(name, title, caption string, figure func() *figure) {
		all = append(all, Picture{
			fmt.Sprintf("%02d-%s-%s", p.Number, fileName(p.Name), name), title + " – " + p.Name, caption, figure,
		})
	}
	if low, high := p.reach(); p.feasible > 0 && low > -drawable && high < drawable {
		add("box", "Values", "Box plot: median, quartiles, and whiskers at the lowest and highest value within 1.5 interquartile "+
			"ranges; marks are values beyond.", p.boxes)
		_, highest := p.shares(p.edges(low, high))
		add("histogram", "Histogram of values", fmt.Sprintf("Histogram of %s. Heights are shares of each row's runs; the highest is %s\u00a0%%.",
			plural(p.feasible, "value"), Number(100*highest, 2)), p.histogram)
		add("distribution", "Distribution of values", "Empirical distribution: the share of runs whose value is at most so large.",
			p.distribution)
	}
	if p.places() != nil {
		caption := "Convergence: the best value so far, median and quartiles over runs."
		if len(p.Results) > maxBands {
			caption = "Convergence: the best value so far, median over runs."
		}
		add("convergence", "Convergence", caption, p.convergence)
	}
	if targets := p.ladder(); targets != nil {
		add("ecdf", "Runs and targets", fmt.Sprintf("Empirical distribution over runs and %d targets, %s to %s: the share that was reached within "+
			"so many evaluations.", len(targets), p.value(targets[0]), p.value(targets[len(targets)-1])),
			func() *figure { return p.toTargets(targets) })
	}
	if p.hits > 0 {
		add("target", "Evaluations to target", fmt.Sprintf("The share of runs that hit the target %s within so many evaluations.",
			p.value(*p.Target)), p.toTarget)
	}
	if factors, measure := p.speed(); factors != nil {
		add("speed", "Speed-up", fmt.Sprintf("Speed-up over the slowest, by %s.", measure),
			func() *figure { return p.speedUp(factors, measure) })
	}
	return all
}

// leftOut says what is not in a comparison over problems.
func (a *Analysis) leftOut() string {
	if slices.ContainsFunc(a.Problems, func(p *Problem) bool { return p.parted }) {
		return " Problems with several targets are left out."
	}
	return ""
}

// fileName keeps of a name what every file system takes.
func fileName(s string) string {
	s = strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
	if len(s) > 40 {
		s = strings.TrimRight(s[:40], "-")
	}
	return cmp.Or(s, "problem")
}
