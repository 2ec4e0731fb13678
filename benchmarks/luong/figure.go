package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/warbler-opt/warbler/benchmarks/tables"
	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/report"
)

// redraw draws figure 5 from the Table I that a Markdown file has.
func redraw(file, folder string) error {
	table, err := tables.In(file, "| instance | best known value | 30 runs at once", "Table I")
	if err != nil {
		return err
	}
	column := slices.Index(table[0], "searching")
	var names []string
	var shares []float64
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

// drawShares draws figure 5 into a folder: what part of the time the device searches. The
// rest is copies and the host.
func drawShares(folder string, names []string, searching []float64) error {
	return plot.Save(report.Bars{
		Title: "Share of the time of a run in which the device searches", X: "%", Unit: " %", Names: names, Values: searching,
	}.Picture(), filepath.Join(folder, "luong-figure5.svg"))
}
