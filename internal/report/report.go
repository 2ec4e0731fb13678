package report

import (
	"math"
	"strings"
	"unicode"
)

// Report is what was run.
type Report struct {
	Title string
	// Notes are lines that are shown first, such as the machine, the version
	// and the day.
	Notes []string
	// Lead says what was run; empty, it follows from the groups.
	Lead     string
	Sections []Section
	Groups   []Group
}

// Group has the runs of an algorithm with one set of parameters on a problem.
// The groups of a problem agree in Minimize. Those with different targets are
// shown as different problems, and those that are alike are numbered.
type Group struct {
	Problem, Algorithm, Parameters string
	// Minimize tells that smaller values are better.
	Minimize bool
	// Target is the value that a run should reach; nil if there is none.
	Target *float64
	// Known is the best value that is known of the problem; nil where that is the best of
	// all runs.
	Known *float64
	Runs  []Run
	// Paired tells that runs are of different instances, which their seeds number: groups
	// are compared by the runs with equal seeds.
	Paired bool
	// Failed is how many runs more have no result: they reached no target.
	Failed int
	// Traces are the courses of runs, of all, of some or of none.
	Traces []Trace
}

// Run is the outcome of one run.
type Run struct {
	Seed uint64
	// Value is the best objective value, as the problem states it.
	Value float64
	// Feasible tells that Value is one of a solution without violations.
	Feasible bool
	// Hit tells that the run reached the group's target; without one it says
	// nothing.
	Hit bool
	// Steps, Evaluations and Seconds are those of the whole run.
	Steps, Evaluations int64
	Seconds            float64
	// CPU is its seconds of the processor; NaN or 0 where that is not known.
	CPU float64
	// Found is the step in which Value was found. For a run that hit, effort
	// to the target is counted up to it: Found steps, and the same share of
	// evaluations and seconds, where the first population, which is step 0, counts
	// as one more.
	Found int64
	// Known is the best value that is known of the instance of a run that is paired, or nil.
	Known *float64
}

// Trace is the course of a run: its best value so far after some steps, which
// ascend. A value that is not finite is one without a feasible solution.
type Trace []Point

// Point is a place of a Trace.
type Point struct {
	Step  int64
	Value float64
	// Evaluations are those of the run up to Step; 0 where they are not known.
	Evaluations int64
}

func (r *Run) valued() bool {
	return r.Feasible && !math.IsNaN(r.Value) && !math.IsInf(r.Value, 0)
}

// value is that of a run, as tests see it: without a feasible one the worst.
func (g *Group) value(run int) float64 {
	if r := &g.Runs[run]; r.valued() {
		return r.Value
	}
	return g.worst()
}

// worst is a value that is worse than all others.
func (g *Group) worst() float64 {
	if g.Minimize {
		return math.Inf(1)
	}
	return math.Inf(-1)
}

// toTarget is what a run that hit has spent when it did.
func (r *Run) toTarget() (steps, evaluations, seconds float64) {
	steps, share := float64(r.Steps), 1.0
	if r.Found >= 0 && r.Found < r.Steps {
		share = (1 + float64(r.Found)) / (1 + steps)
		steps = float64(r.Found)
	}
	return steps, float64(r.Evaluations) * share, r.seconds() * share
}

// seconds is the time of a run, 0 if it is none.
func (r *Run) seconds() float64 {
	if r.Seconds >= 0 && r.Seconds < 1e12 {
		return r.Seconds
	}
	return 0
}

// clean makes one line of printable text.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r): // controls, and marks that turn the direction of text
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// Section is a part of a report that is not about the runs of groups. Sections
// come before the problems.
type Section struct {
	Title  string
	Text   []string // paragraphs
	Tables []Table
	Charts []Chart
}

// Table is rows of text. Columns of words are set flush left, those of numbers
// flush right; a row has a cell for each column.
type Table struct {
	Caption string
	Columns []Column
	Rows    [][]string
}

// Column is the head of a column.
type Column struct {
	Head  string
	Words bool
}

// clean is the section with text that can be shown, and a cell for each column
// of its tables.
func (s Section) clean() Section {
	out := Section{Title: clean(s.Title), Charts: s.Charts}
	for _, text := range s.Text {
		out.Text = append(out.Text, clean(text))
	}
	for _, t := range s.Tables {
		table := Table{Caption: clean(t.Caption)}
		for _, c := range t.Columns {
			table.Columns = append(table.Columns, Column{clean(c.Head), c.Words})
		}
		for _, row := range t.Rows {
			cells := make([]string, len(t.Columns))
			for i := range min(len(cells), len(row)) {
				cells[i] = clean(row[i])
			}
			table.Rows = append(table.Rows, cells)
		}
		out.Tables = append(out.Tables, table)
	}
	return out
}

// Pictures are the charts of the section.
func (s Section) Pictures() (all []Picture) {
	for _, c := range s.Charts {
		all = append(all, c.Picture())
	}
	return all
}
