package cma

// panelWidth is how many coordinates of all axes are turned together.
const panelWidth = 16

// combineGo is combine without vectors of the processor: four rows at a time.
func combineGo(out, rows []float64, stride int, factors []float64) {
	k := 0
	for ; k+4 <= len(factors); k += 4 {
		at := rows[k*stride:]
		r0, r1, r2, r3 := at[:len(out)], at[stride:][:len(out)], at[2*stride:][:len(out)], at[3*stride:][:len(out)]
		x0, x1, x2, x3 := factors[k], factors[k+1], factors[k+2], factors[k+3]
		for j, sum := range out {
			sum += float64(r0[j] * x0)
			sum += float64(r1[j] * x1)
			sum += float64(r2[j] * x2)
			sum += float64(r3[j] * x3)
			out[j] = sum
		}
	}
	for ; k < len(factors); k++ {
		row, x := rows[k*stride:][:len(out)], factors[k]
		for j := range out {
			out[j] += float64(row[j] * x)
		}
	}
}

// subtractGo is subtract without vectors of the processor.
func subtractGo(row, u, p []float64, x, y float64) {
	u, p = u[:len(row)], p[:len(row)]
	for j, a := range row {
		row[j] = a - (float64(x*p[j]) + float64(y*u[j]))
	}
}

// turn applies the collected turns to the columns of a matrix whose rows are
// coordinates, and forgets them.
func (e *eigen) turn(q []float64) {
	n := e.n
	for first := 0; first < n; {
		width := panelWidth
		if n-first < panelWidth {
			width = 4
		}
		used := min(width, n-first)
		for k := range n {
			for j := range used {
				e.panel[k*width+j] = q[(first+j)*n+k]
			}
		}
		at := 0
		for _, s := range e.sweeps {
			count := s.high - s.low
			turnPanel(e.panel[s.low*width:(s.high+1)*width], e.turns[at:at+count], width)
			at += count
		}
		for k := range n {
			for j := range used {
				q[(first+j)*n+k] = e.panel[k*width+j]
			}
		}
		first += used
	}
	e.turns, e.sweeps = e.turns[:0], e.sweeps[:0]
}

// turnPanelGo is turnPanel without vectors of the processor: four coordinates at
// a time.
func turnPanelGo(panel []float64, turns []turn, width int) {
	for first := 0; first < width; first += 4 {
		at := len(turns)*width + first
		high := (*[4]float64)(panel[at:])
		h0, h1, h2, h3 := high[0], high[1], high[2], high[3]
		for _, t := range turns {
			low := (*[4]float64)(panel[at-width:])
			x0, x1, x2, x3 := low[0], low[1], low[2], low[3]
			high[0] = float64(t.s*x0) + float64(t.c*h0)
			high[1] = float64(t.s*x1) + float64(t.c*h1)
			high[2] = float64(t.s*x2) + float64(t.c*h2)
			high[3] = float64(t.s*x3) + float64(t.c*h3)
			h0 = float64(t.c*x0) - float64(t.s*h0)
			h1 = float64(t.c*x1) - float64(t.s*h1)
			h2 = float64(t.c*x2) - float64(t.s*h2)
			h3 = float64(t.c*x3) - float64(t.s*h3)
			high, at = low, at-width
		}
		high[0], high[1], high[2], high[3] = h0, h1, h2, h3
	}
}
