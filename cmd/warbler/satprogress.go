package main

import (
	"fmt"
	"io"
	"time"

	"github.com/warbler-opt/warbler/search/divide"
)

// closing shows how much of a tree is closed, as --progress asks.
type closing struct {
	kind  string
	every time.Duration
	last  time.Duration
	w     io.Writer
	name  string
	drawn *drawing
}

func (s *session) closing(name string) *closing {
	c := &closing{w: s.err, name: name}
	c.kind, c.every = s.manner(false)
	return c
}

// observe shows the progress of a search.
func (c *closing) observe(p divide.Progress) {
	rate := pace{steps: p.Nodes, elapsed: p.Elapsed}
	text := fmt.Sprintf("%.3g %% of the tree closed, %d nodes, %s, %s", 100*p.Closed, p.Nodes, rate.speed(), remaining(p))
	switch {
	case c.kind == "bar":
		if c.drawn == nil {
			c.drawn = draw(c.w)
		}
		c.drawn.show(int64(1000*p.Closed), " "+text)
	case c.kind == "plain" && p.Elapsed-c.last >= c.every:
		c.last = p.Elapsed
		fmt.Fprintf(c.w, "%s: %s\n", c.name, text)
	}
}

// remaining is an estimate for people.
func remaining(p divide.Progress) string {
	left, known := p.Left()
	if !known || left > 1000*time.Hour {
		return "no estimate yet"
	}
	return "about " + left.Round(time.Second).String() + " left"
}

// finish takes a bar away: the answer says the rest.
func (c *closing) finish() {
	if c.drawn != nil {
		c.drawn.clear()
	}
}
