package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"gonum.org/v1/plot/plotter"

	"github.com/warbler-opt/warbler/benchmarks/tables"
)

// redraw draws the figures whose tables a Markdown file has, into a folder. They
// have less than a measurement: of figures 3 and 4 the time of the whole set.
func redraw(file, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for number, of := range map[int]func(table [][]string) (figure, error){2: solvedFigure, 3: batchFigure, 4: clauseFigure} {
		table := tables.Of(string(text), fmt.Sprintf("| figure %d: ", number))
		if len(table) < 2 {
			return fmt.Errorf("%s: it has no table of figure %d", file, number)
		}
		f, err := of(table)
		if err != nil {
			return fmt.Errorf("%s: the table of figure %d: %w", file, number, err)
		}
		f.number = number
		if err := f.draw(folder); err != nil {
			return err
		}
	}
	return nil
}

// solvedFigure has a curve for each column, and a row for each number of instances.
func solvedFigure(table [][]string) (figure, error) {
	f := figure{title: "Solving the 100 instances of uf75-325", x: "solved"}
	for _, name := range table[0][1:] {
		f.curves = append(f.curves, curve{strings.TrimSuffix(name, ", s"), plotter.XYs{{}}})
	}
	for _, row := range table[1:] {
		if _, err := strconv.Atoi(row[0]); err != nil {
			continue // a rate
		}
		x, err := tables.Numbers(row)
		if err != nil || len(x) != len(f.curves)+1 {
			return f, fmt.Errorf("%v: %w", row, err)
		}
		for i := range f.curves {
			f.curves[i].points = append(f.curves[i].points, plotter.XY{X: x[0], Y: x[i+1]})
		}
	}
	return f, nil
}

// batchFigure has a column for each batch, and the seconds in the first row.
func batchFigure(table [][]string) (figure, error) {
	f := figure{title: "All of uf75-325 by the size of batches", x: "formulas in a batch", logarithmic: true, curves: []curve{{}}}
	batches, err := tables.Numbers(table[0][1:])
	if err != nil {
		return f, err
	}
	seconds, err := tables.Numbers(table[1][1:])
	if err != nil || len(seconds) != len(batches) {
		return f, fmt.Errorf("%v: %w", table[1], err)
	}
	for i := range batches {
		f.curves[0].points = append(f.curves[0].points, plotter.XY{X: batches[i], Y: seconds[i]})
	}
	return f, nil
}

// clauseFigure has a row for each way to choose a clause, with its seconds.
func clauseFigure(table [][]string) (figure, error) {
	f := figure{title: "All of uf75-325 by the clause to divide on"}
	for _, row := range table[1:] {
		x, err := tables.Numbers(row[1:2])
		if err != nil {
			return f, err
		}
		f.names, f.bars = append(f.names, row[0]), append(f.bars, x[0])
	}
	return f, nil
}
