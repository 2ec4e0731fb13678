package experiment

import (
	"fmt"

	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/problem/tsp"
	"github.com/warbler-opt/warbler/search"
)

func (e *entry) cities(q *tsp.Instance) *subject {
	p, err := tsp.New(q)
	if err != nil {
		e.Fail("file", err)
		return nil
	}
	return &subject{name: q.Name, kind: "tsp", problem: p, check: func(s search.Solution) error {
		length, err := tsp.Check(q, tsp.Order(s.Genome))
		if err == nil && length != -s.Score {
			err = fmt.Errorf("the tour is %d long, not %d", length, -s.Score)
		}
		return err
	}}
}

// graph makes the subject of a graph and a number of colors; what is counted is
// the conflicts.
func (e *entry) graph(g *coloring.Graph) *subject {
	if !e.Has("colors") {
		e.Failf("file", "it is a graph; write also with how many colors, as colors = 5")
		return nil
	}
	colors := int(e.Whole("colors", 0, coloring.MinColors, coloring.MaxColors))
	if e.Err() != nil {
		return nil
	}
	p, err := coloring.New(g, colors)
	if err != nil {
		e.Fail("file", err)
		return nil
	}
	options := map[string]string{"colors": fmt.Sprint(colors)}
	return &subject{name: g.Name, kind: "coloring", options: options, problem: p, check: func(s search.Solution) error {
		conflicts, err := coloring.Check(g, colors, coloring.Colors(s.Genome))
		if err == nil && int64(conflicts) != -s.Score {
			err = fmt.Errorf("the coloring has %d conflicts, not %d", conflicts, -s.Score)
		}
		return err
	}}
}
