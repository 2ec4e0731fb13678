package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/benchmarks/tables"
	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/report"
)

// redraw draws the figures whose tables a Markdown file has, into a folder. They
// have less than a measurement: of figures 3 and 4 the time of the whole set.
func redraw(file, folder string) error {
	for number, of := range map[int]func(table [][]string) (report.Picture, error){2: solvedFigure, 3: batchFigure, 4: clauseFigure} {
		table, err := tables.In(file, fmt.Sprintf("| figure %d: ", number), fmt.Sprintf("table of figure %d", number))
		if err != nil {
			return err
		}
		f, err := of(table)
		if err != nil {
			return fmt.Errorf("%s: the table of figure %d: %w", file, number, err)
		}
		if err := draw(f, folder, number); err != nil {
			return err
		}
	}
	return nil
}

// draw writes a figure into a folder.
func draw(p report.Picture, folder string, number int) error {
	return plot.Save(p, filepath.Join(folder, fmt.Sprintf("meyer-figure%d.svg", number)))
}

// solvedFigure has a curve for each column, and a row for each number of instances.
func solvedFigure(table [][]string) (p report.Picture, err error) {
	f := report.Chart{Title: "Solving the 100 instances of uf75-325", X: "solved", Y: "s"}
	for _, name := range table[0][1:] {
		f.Lines = append(f.Lines, report.Line{Name: strings.TrimSuffix(name, ", s"), Points: [][2]float64{{}}})
	}
	for _, row := range table[1:] {
		if _, err := strconv.Atoi(row[0]); err != nil {
			continue // a rate
		}
		x, err := tables.Numbers(row)
		if err != nil || len(x) != len(f.Lines)+1 {
			return p, fmt.Errorf("%v: %w", row, err)
		}
		for i := range f.Lines {
			f.Lines[i].Add(x[0], x[i+1])
		}
	}
	return f.Picture(), nil
}

// batchFigure has a column for each batch, and the seconds in the first row.
func batchFigure(table [][]string) (p report.Picture, err error) {
	batches, err := tables.Numbers(table[0][1:])
	if err != nil {
		return p, err
	}
	seconds, err := tables.Numbers(table[1][1:])
	if err != nil || len(seconds) != len(batches) {
		return p, fmt.Errorf("%v: %w", table[1], err)
	}
	line := report.Line{Name: strings.TrimSuffix(table[1][0], ", s")}
	for i, s := range seconds {
		line.Add(batches[i], s)
	}
	return report.Chart{
		Title: "All of uf75-325 by the size of batches", X: "formulas in a batch", Y: "s", LogX: true, Lines: []report.Line{line},
	}.Picture(), nil
}

// clauseFigure has a row for each way to choose a clause, with its seconds.
func clauseFigure(table [][]string) (p report.Picture, err error) {
	f := report.Bars{Title: "All of uf75-325 by the clause to divide on", X: "s"}
	for _, row := range table[1:] {
		x, err := tables.Numbers(row[1:2])
		if err != nil {
			return p, err
		}
		f.Names, f.Values = append(f.Names, row[0]), append(f.Values, x[0])
	}
	return f.Picture(), nil
}
