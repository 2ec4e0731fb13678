// Package tables reads the tables of docs/PERFORMANCE.md, so that the pictures
// beside them can be drawn again without measuring.
package tables

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// In is the first table of a file whose head begins with a text.
func In(file, head, what string) ([][]string, error) {
	text, err := os.ReadFile(file)
	rows := Of(string(text), head)
	if err == nil && len(rows) < 2 {
		err = fmt.Errorf("%s: it has no %s", file, what)
	}
	return rows, err
}

// Of is the cells of the first table whose head begins with a text, without the
// line below the head; nil where there is none.
func Of(text, head string) (rows [][]string) {
	for line := range strings.SplitSeq(text, "\n") {
		if rows == nil && !strings.HasPrefix(line, head) {
			continue
		}
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.Trim(line, "| "), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if !strings.HasPrefix(line, "|---") {
			rows = append(rows, cells)
		}
	}
	return rows
}

// Numbers are cells as numbers, 65,536 and 98.9 % too.
func Numbers(cells []string) ([]float64, error) {
	var list []float64
	for _, c := range cells {
		x, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(c, " %"), ",", ""), 64)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}
