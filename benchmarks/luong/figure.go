package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/warbler-opt/warbler/benchmarks/tables"
)

// redraw draws figure 5 from the Table I that a Markdown file has.
func redraw(file, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	table := tables.Of(string(text), "| instance | best known value | 30 runs at once")
	if len(table) < 2 {
		return fmt.Errorf("%s: it has no Table I", file)
	}
	column := slices.Index(table[0], "searching")
	var names []string
	var shares plotter.Values
	for _, row := range table[1:] {
		if column < 0 || column >= len(row) {
			return fmt.Errorf("%s: %s has no share of searching", file, row[0])
		}
		share, err := tables.Numbers(row[column : column+1])
		if err != nil {
			return fmt.Errorf("%s: %s: %w", file, row[0], err)
		}
		names, shares = append(names, row[0]), append(shares, share[0])
	}
	return drawShares(folder, names, shares)
}

// drawShares draws figure 5 into a folder: what part of the time the device searches, above it
// the rest.
func drawShares(folder string, names []string, searching plotter.Values) error {
	p := plot.New()
	p.Title.Text = "Shares of the time of a run"
	p.Y.Label.Text = "%"
	p.Y.Min, p.Y.Max = 0, 120 // with room for the legend
	p.Legend.Top, p.Legend.Left = true, true
	rest := make(plotter.Values, len(searching))
	for i, x := range searching {
		rest[i] = 100 - x
	}
	var below *plotter.BarChart
	for k, part := range []struct {
		name   string
		values plotter.Values
	}{{"searching: neighbors valued, chosen and moved to", searching}, {"copies and the host", rest}} {
		bars, err := plotter.NewBarChart(part.values, vg.Points(28))
		if err != nil {
			return err
		}
		bars.Color, bars.LineStyle.Width = plotutil.Color(k), 0
		if below != nil {
			bars.StackOn(below)
		}
		below = bars
		p.Add(bars)
		p.Legend.Add(part.name, bars)
	}
	p.NominalX(names...)
	p.X.Min, p.X.Max = -0.6, float64(len(names))-0.4 // the bars at the ends are as wide as the others
	return p.Save(18*vg.Centimeter, 10*vg.Centimeter, filepath.Join(folder, "luong-figure5.svg"))
}
