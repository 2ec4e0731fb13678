package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/plot/plotter"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/benchmarks/tables"
)

// redraw draws the figures whose tables a Markdown file has, into a folder. They
// have less than a measurement: of figures 3 and 4 the time of the whole set.
func redraw(file, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for number, of := range map[int]func(table [][]string) (bench.Picture, error){2: solvedFigure, 3: batchFigure, 4: clauseFigure} {
		table := tables.Of(string(text), fmt.Sprintf("| figure %d: ", number))
		if len(table) < 2 {
			return fmt.Errorf("%s: it has no table of figure %d", file, number)
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
func draw(p bench.Picture, folder string, number int) error {
	p.Y = "s"
	return p.Draw(filepath.Join(folder, fmt.Sprintf("meyer-figure%d.svg", number)))
}

// solvedFigure has a curve for each column, and a row for each number of instances.
func solvedFigure(table [][]string) (bench.Picture, error) {
	f := bench.Picture{Title: "Solving the 100 instances of uf75-325", X: "solved"}
	for _, name := range table[0][1:] {
		f.Curves = append(f.Curves, bench.Curve{Name: strings.TrimSuffix(name, ", s"), Points: plotter.XYs{{}}})
	}
	for _, row := range table[1:] {
		if _, err := strconv.Atoi(row[0]); err != nil {
			continue // a rate
		}
		x, err := tables.Numbers(row)
		if err != nil || len(x) != len(f.Curves)+1 {
			return f, fmt.Errorf("%v: %w", row, err)
		}
		for i := range f.Curves {
			f.Curves[i].Add(x[0], x[i+1])
		}
	}
	return f, nil
}

// batchFigure has a column for each batch, and the seconds in the first row.
func batchFigure(table [][]string) (bench.Picture, error) {
	f := bench.Picture{Title: "All of uf75-325 by the size of batches", X: "formulas in a batch", LogX: true}
	batches, err := tables.Numbers(table[0][1:])
	if err != nil {
		return f, err
	}
	seconds, err := tables.Numbers(table[1][1:])
	if err != nil || len(seconds) != len(batches) {
		return f, fmt.Errorf("%v: %w", table[1], err)
	}
	c := bench.Curve{Name: strings.TrimSuffix(table[1][0], ", s")}
	for i, s := range seconds {
		c.Add(batches[i], s)
	}
	f.Curves = []bench.Curve{c}
	return f, nil
}

// clauseFigure has a row for each way to choose a clause, with its seconds.
func clauseFigure(table [][]string) (bench.Picture, error) {
	f := bench.Picture{Title: "All of uf75-325 by the clause to divide on"}
	for _, row := range table[1:] {
		x, err := tables.Numbers(row[1:2])
		if err != nil {
			return f, err
		}
		f.Names, f.Bars = append(f.Names, row[0]), append(f.Bars, x[0])
	}
	return f, nil
}
