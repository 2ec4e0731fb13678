package decide

import (
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/search/lookahead"
)

// showClosing shows how much of a tree is closed. Of a pipeline it is the share of the
// assignments that are excluded: nearly all after a few steps, since those that are
// left are divided into ever smaller parts, and most of the work is there. So no time
// can be told of it, and it is no length of a bar.
func showClosing(on *cli.Display, p lookahead.Result, excluding bool) {
	if !on.Due(p.Elapsed) {
		return
	}
	rate := cli.Pace{Steps: p.Nodes, Elapsed: p.Elapsed}
	if excluding {
		_ = on.Show(0, p.Elapsed, fmt.Sprintf("%.3g %% of the assignments excluded, %d formulas, %s", 100*p.Closed, p.Nodes, rate.Speed()))
	} else {
		_ = on.Show(p.Closed, p.Elapsed, fmt.Sprintf("%.3g %% of the tree closed, %d nodes, %s, %s", 100*p.Closed, p.Nodes, rate.Speed(), Remaining(p)))
	}
}

// Remaining estimates the time to the end for people: as if the rest of the tree were
// like what is closed of it, and no device had to be opened for it.
func Remaining(p lookahead.Result) string {
	left := time.Duration(float64(p.Elapsed-p.Opening) * (1 - p.Closed) / p.Closed)
	if p.Closed <= 0 || left > 1000*time.Hour {
		return "no estimate yet"
	}
	return "about " + left.Round(time.Second).String() + " left"
}
