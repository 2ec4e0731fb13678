//go:build !amd64

package cma

// combine adds rows of a matrix, stride apart and each times its factor, to out.
// The sums run in the order of the rows. It is what samples, moves and reflects.
func combine(out, rows []float64, stride int, factors []float64) {
	combineGo(out, rows, stride, factors)
}

// subtract takes x p + y u from a row.
func subtract(row, u, p []float64, x, y float64) { subtractGo(row, u, p, x, y) }

// turnPanel turns the rows of a panel, each of some coordinates of an axis,
// the last two first.
func turnPanel(panel []float64, turns []turn, width int) { turnPanelGo(panel, turns, width) }
