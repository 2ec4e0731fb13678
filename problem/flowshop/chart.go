package flowshop

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"

	"github.com/warbler-opt/warbler/problem"
)

// The size of a chart in its own units.
const (
	chartWidth  = 960.0
	chartRow    = 22.0 // the height of a machine
	chartMargin = 16.0
	chartTitle  = 28.0 // the height of the line above
	chartLabel  = 30.0 // the width of the machines' numbers
	chartLetter = 7.0  // the width of a letter of the jobs' numbers, about
)

// WriteChart draws an order of the jobs as a Gantt chart in SVG: a row for each machine,
// a box for each job. It refuses what is no order of the jobs.
func (q *Instance) WriteChart(w io.Writer, order problem.Genome) error {
	starts, err := q.schedule(order.List())
	if err != nil {
		return fmt.Errorf("flowshop: %s: %w", q.Name, err)
	}
	values := q.values(order.List(), starts)
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %v %v\" font-family=\"sans-serif\" font-size=\"10\">\n",
		chartWidth+2*chartMargin+chartLabel, chartTitle+2*chartMargin+chartRow*float64(q.Machines))
	fmt.Fprintf(b, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<text x=\"%v\" y=\"%v\" font-size=\"14\" fill=\"#333\">", chartMargin, chartMargin+8)
	title := fmt.Appendf(nil, "%s: %d jobs, %d machines, makespan %d, flow time %d", filepath.Base(q.Name), q.Jobs, q.Machines, values[makespan], values[flowTime])
	if err := xml.EscapeText(b, title); err != nil {
		return err
	}
	b.WriteString("</text>\n")
	scale := chartWidth / float64(max(1, values[makespan]))
	for u, row := range starts {
		y := chartTitle + chartMargin + chartRow*float64(u)
		fmt.Fprintf(b, "<text x=\"%v\" y=\"%v\" fill=\"#333\">M%d</text>\n", chartMargin, y+chartRow/2+3, u+1)
		for k, job := range order.List() {
			x, width := chartMargin+chartLabel+float64(row[k])*scale, float64(q.Times[u*q.Jobs+job])*scale
			// Multiples of the golden angle tell neighbors apart.
			fmt.Fprintf(b, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%v\" fill=\"hsl(%d,55%%,70%%)\" stroke=\"#444\" stroke-width=\"0.4\"><title>job %d: %d to %d</title></rect>\n",
				x, y, width, chartRow-4, job*137%360, job+1, row[k], row[k]+q.Times[u*q.Jobs+job])
			if label := fmt.Sprint(job + 1); width > chartLetter*float64(len(label)) {
				fmt.Fprintf(b, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"middle\">%s</text>\n", x+width/2, y+chartRow/2+1.5, label)
			}
		}
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}
