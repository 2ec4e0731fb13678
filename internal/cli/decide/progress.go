package decide

import (
	"fmt"
	"io"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/search/lookahead"
)

// closing shows how much of a tree is closed, as --progress asks. Of a pipeline it
// is the share of the assignments that are excluded: nearly all after a few steps,
// since those that are left are divided into ever smaller parts, and most of the
// work is there. So no time can be told of it, and it is no length of a bar.
type closing struct {
	excluding bool // that is what is shown
	kind      string
	every     time.Duration
	last      time.Duration
	w         io.Writer
	name      string
	drawn     *cli.Drawing
}

func showClosing(s *cli.Session, name string, excluding bool) *closing {
	c := &closing{w: s.Err, name: name, excluding: excluding}
	c.kind, c.every = s.Manner(false)
	return c
}

// observe shows the progress of a search.
func (c *closing) observe(p lookahead.Result) {
	rate := cli.Pace{Steps: p.Nodes, Elapsed: p.Elapsed}
	text := fmt.Sprintf("%.3g %% of the tree closed, %d nodes, %s, %s", 100*p.Closed, p.Nodes, rate.Speed(), Remaining(p))
	length := int64(1000 * p.Closed)
	if c.excluding {
		text = fmt.Sprintf("%.3g %% of the assignments excluded, %d formulas, %s", 100*p.Closed, p.Nodes, rate.Speed())
		length = 0
	}
	switch {
	case c.kind == "bar":
		if c.drawn == nil {
			c.drawn = cli.Draw(c.w)
		}
		c.drawn.Show(length, " "+text)
	case c.kind == "plain" && p.Elapsed-c.last >= c.every:
		c.last = p.Elapsed
		fmt.Fprintf(c.w, "%s: %s\n", c.name, text)
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

// finish takes a bar away: the answer says the rest.
func (c *closing) finish() {
	if c.drawn != nil {
		c.drawn.Clear()
	}
}
