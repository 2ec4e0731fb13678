package tsp

import (
	"math"
	"strconv"

	"github.com/warbler-opt/warbler/internal/token"
)

// shape is how a file writes a symmetric matrix.
type shape struct {
	lower    bool // row i has the columns up to i; else those from i on
	diagonal bool // i itself is among them
}

// shapes are the values of EDGE_WEIGHT_FORMAT for a half of the matrix. By columns, one
// half is the other one by rows.
var shapes = map[string]shape{
	"UPPER_ROW": {false, false}, "LOWER_ROW": {true, false}, "UPPER_DIAG_ROW": {false, true}, "LOWER_DIAG_ROW": {true, true},
	"UPPER_COL": {true, false}, "LOWER_COL": {false, false}, "UPPER_DIAG_COL": {true, true}, "LOWER_DIAG_COL": {false, true},
}

// readTable reads the distances of all pairs.
func (f *file) readTable() {
	form, half := shapes[f.format]
	n := f.n
	switch {
	case n > maxTable:
		f.Fail("a table with the distances of %d cities; it should have at most %d", n, maxTable)
		return
	case !half && f.format != "FULL_MATRIX":
		f.Fail("EDGE_WEIGHT_FORMAT is %q; it should be FULL_MATRIX, or one half: UPPER_ROW, LOWER_DIAG_ROW and so on", token.Shown(f.format))
		return
	}
	// What is in the file, before memory is taken for what it says that it has.
	var list []int32
	for i := 0; i < n && f.Err() == nil; i++ {
		from, to := form.row(i, n)
		if !half {
			from, to = 0, n
		}
		for j := from; j < to && f.Err() == nil; j++ {
			list = append(list, f.weight(i, j))
		}
	}
	if f.Err() != nil {
		return
	}
	table, at := make([]int32, n*n), 0
	for i := range n {
		from, to := form.row(i, n)
		if !half {
			from, to = 0, n
		}
		for j := from; j < to; j++ {
			d := list[at]
			at++
			switch {
			case i == j: // the way from a city to itself means nothing
			case !half && j < i && d != table[i*n+j]:
				f.Fail("from city %d to city %d it is %d, and back %d; only distances that have no direction are known", i+1, j+1, d, table[i*n+j])
				return
			default:
				table[i*n+j], table[j*n+i] = d, d
			}
		}
	}
	f.instance.Table = table
}

// row is the first column of a row and the one after its last.
func (s shape) row(i, n int) (from, to int) {
	from, to = i+1, n
	if s.lower {
		from, to = 0, i
	}
	if s.diagonal && s.lower {
		to++
	} else if s.diagonal {
		from--
	}
	return from, to
}

// weight reads a distance.
func (f *file) weight(i, j int) int32 {
	if x, ok := f.Int(); ok && x >= 0 {
		return x
	} else if ok {
		f.Fail("the distance from city %d to city %d is %d; it should be a whole number from 0 to %d", i+1, j+1, x, math.MaxInt32)
		return 0
	}
	if !f.Scan() || f.Text() == "EOF" {
		f.Fail("the file ends where the distance from city %d to city %d should be; it is truncated, or DIMENSION is too large", i+1, j+1)
		return 0
	}
	v, err := strconv.ParseFloat(f.Text(), 64)
	if err != nil || v != math.Trunc(v) || v < 0 || v > math.MaxInt32 {
		f.Fail("the distance from city %d to city %d is %q; it should be a whole number from 0 to %d", i+1, j+1, token.Shown(f.Text()), math.MaxInt32)
		return 0
	}
	return int32(v)
}
