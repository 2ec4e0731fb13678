package report

import (
	"fmt"
	"strings"
)

// A page with more pictures would be neither read nor quickly made.
const (
	maxPictured = 20  // problems with pictures
	maxRows     = 250 // their results, all together
	maxBands    = 6   // results whose bands are drawn over each other
)

// Pictures are all figures of the report. Of problems the first 20 have their
// own, as long as they have no more than 250 results together.
func (a *Analysis) Pictures() []Picture {
	var all []Picture
	for i := range a.Sections {
		all = append(all, a.sectionPictures(i+1)...)
	}
	for i := range a.pictured() {
		all = append(all, a.problemPictures(i)...)
	}
	if a.anyHit() && len(a.Variants) <= maxRows {
		all = append(all, Picture{
			Name: "cactus", Title: "Cactus plot", Problem: -1, figure: a.cactus,
			Caption: "Runs that hit their target, over all problems, from the fastest on. Farther to the right is better: " +
				"more runs; lower is better: less time." + a.leftOut(),
		})
	}
	return all
}

// pictured is the number of problems that have pictures.
func (a *Analysis) pictured() int {
	rows := 0
	for i := range a.Problems {
		if rows += len(a.Problems[i].Results); i == maxPictured || rows > maxRows {
			return i
		}
	}
	return len(a.Problems)
}

func (a *Analysis) problemPictures(at int) []Picture {
	p := &a.Problems[at]
	var all []Picture
	add := func(name, title, caption string, draw func() (*figure, error)) {
		all = append(all, Picture{
			Name: fmt.Sprintf("%02d-%s-%s", at+1, fileName(p.Name), name), Title: title + " – " + p.Name,
			Caption: caption, Problem: at, figure: draw,
		})
	}
	runs, hits, values, traces := 0, 0, 0, 0
	for i := range p.Results {
		r := &p.Results[i]
		runs, hits, values = runs+len(r.Group.Runs), hits+r.Hits, values+len(r.values)
		traces += len(r.Group.Traces)
	}
	if low, high := p.reach(); values > 0 && low > -drawable && high < drawable {
		add("box", "Values", "Box plot: median, quartiles, and whiskers at the lowest and highest value within 1.5 interquartile "+
			"ranges; marks are values beyond.", p.boxes)
		_, highest := p.shares(p.edges(low, high))
		add("histogram", "Histogram of values", fmt.Sprintf("Histogram of %s. Heights are shares of each row's runs; the highest is %s\u00a0%%.",
			plural(values, "value", "values"), number(100*highest, 2)), p.histogram)
		add("distribution", "Distribution of values", "Empirical distribution: the share of runs whose value is at most so large.",
			p.distribution)
	}
	if traces > 0 {
		caption := "Convergence: the best value so far, median and quartiles over runs."
		if len(p.Results) > maxBands {
			caption = "Convergence: the best value so far, median over runs."
		}
		add("convergence", "Convergence", caption, p.convergence)
	}
	if targets := p.ladder(); targets != nil {
		add("ecdf", "Runs and targets", fmt.Sprintf("Empirical distribution over runs and %d targets, %s to %s: the share that was reached within "+
			"so many evaluations.", len(targets), p.value(targets[0]), p.value(targets[len(targets)-1])),
			func() (*figure, error) { return p.toTargets(targets) })
	}
	if hits > 0 {
		add("target", "Evaluations to target", fmt.Sprintf("The share of runs that hit the target %s within so many evaluations.",
			p.value(*p.Target)), p.toTarget)
	}
	if factors, measure := p.speed(); factors != nil {
		add("speed", "Speed-up", fmt.Sprintf("Speed-up over the slowest, by %s.", measure),
			func() (*figure, error) { return p.speedUp(factors, measure), nil })
	}
	return all
}

// anyHit tells that a problem with one target has a hit.
func (a *Analysis) anyHit() bool {
	for i := range a.Problems {
		for j := range a.Problems[i].Results {
			if !a.Problems[i].parted && a.Problems[i].Results[j].Hits > 0 {
				return true
			}
		}
	}
	return false
}

// leftOut says what is not in a comparison over problems.
func (a *Analysis) leftOut() string {
	for i := range a.Problems {
		if a.Problems[i].parted {
			return " Problems with several targets are left out."
		}
	}
	return ""
}

// fileName keeps of a name what every file system takes.
func fileName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, s)
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '-' }), "-")
	if len(s) > 40 {
		s = strings.TrimRight(s[:40], "-")
	}
	if s == "" {
		return "problem"
	}
	return s
}
