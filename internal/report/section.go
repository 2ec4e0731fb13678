package report

import (
	"math"

	"gonum.org/v1/plot/plotter"
)

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

// Chart is lines in a plane.
type Chart struct {
	Name           string // of its file, without extension
	Title, Caption string
	X, Y           string // what the axes show
	Lines          []Line
}

// Line is a curve of a Chart; points that are not finite are left out.
type Line struct {
	Name   string
	Points [][2]float64
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
		all = append(all, Picture{fileName(c.Name), clean(c.Title), clean(c.Caption), c.figure})
	}
	return all
}

func (c *Chart) figure() *figure {
	f := newCurves(clean(c.X), clean(c.Y))
	lowX, highX, lowY, highY := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i, l := range c.Lines {
		var points plotter.XYs
		for _, p := range l.Points {
			if !(math.Abs(p[0]) < drawable && math.Abs(p[1]) < drawable) {
				continue
			}
			points = append(points, plotter.XY{X: p[0], Y: p[1]})
			lowX, highX, lowY, highY = min(lowX, p[0]), max(highX, p[0]), min(lowY, p[1]), max(highY, p[1])
		}
		if len(points) > 0 {
			f.curve(points, clean(l.Name), i)
		}
	}
	span(&f.plot.X, lowX, highX)
	span(&f.plot.Y, lowY, highY)
	return f
}
