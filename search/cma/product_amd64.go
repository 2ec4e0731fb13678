package cma

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// combine adds rows of a matrix, stride apart and each times its factor, to out.
// The sums run in the order of the rows. It is what samples, moves and reflects.
func combine(out, rows []float64, stride int, factors []float64) {
	if !hasAVX2 || len(out) < 4 {
		combineGo(out, rows, stride, factors)
	} else if count := len(factors); count > 0 {
		_ = rows[(count-1)*stride+len(out)-1]
		combineAVX2(&out[0], len(out), &rows[0], stride, &factors[0], count)
	}
}

// subtract takes x p + y u from a row.
func subtract(row, u, p []float64, x, y float64) {
	if !hasAVX2 || len(row) < 4 {
		subtractGo(row, u, p, x, y)
	} else {
		_, _ = u[len(row)-1], p[len(row)-1]
		subtractAVX2(&row[0], &u[0], &p[0], len(row), x, y)
	}
}

// turnPanel turns the rows of a panel, each of some coordinates of an axis,
// the last two first.
func turnPanel(panel []float64, turns []turn, width int) {
	_ = panel[(len(turns)+1)*width-1]
	switch {
	case !hasAVX2:
		turnPanelGo(panel, turns, width)
	case width == panelWidth:
		turn16AVX2(&panel[0], &turns[0], len(turns))
	default:
		turn4AVX2(&panel[0], &turns[0], len(turns))
	}
}

// The rest is in product_amd64.s.

//go:noescape
func combineAVX2(out *float64, n int, rows *float64, stride int, factors *float64, count int)

//go:noescape
func subtractAVX2(row, u, p *float64, n int, x, y float64)

//go:noescape
func turn16AVX2(panel *float64, turns *turn, count int)

//go:noescape
func turn4AVX2(panel *float64, turns *turn, count int)
