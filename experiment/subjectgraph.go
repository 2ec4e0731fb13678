package experiment

import (
	"fmt"

	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/problem/tour"
	"github.com/warbler-opt/warbler/search"
)

func (e *entry) cities(q *tour.Instance) *subject {
	p, err := tour.New(q)
	if err != nil {
		e.Fail("file", err)
		return nil
	}
	return &subject{name: q.Name, kind: "tsp", problem: p, check: func(s search.Solution) error {
		length, err := tour.Check(q, tour.Order(s.Genome))
		if err == nil && length != -s.Score {
			err = fmt.Errorf("the tour is %d long, not %d", length, -s.Score)
		}
		return err
	}}
}

// graph makes the subject of a graph and a number of colours; what is counted is
// the conflicts.
func (e *entry) graph(g *coloring.Graph) *subject {
	if !e.Has("colors") {
		e.Failf("file", "it is a graph; write also with how many colours, as colors = 5")
		return nil
	}
	colours := int(e.Whole("colors", 0, coloring.MinColours, coloring.MaxColours))
	if e.Err() != nil {
		return nil
	}
	p, err := coloring.New(g, colours)
	if err != nil {
		e.Fail("file", err)
		return nil
	}
	options := map[string]string{"colors": fmt.Sprint(colours)}
	return &subject{name: g.Name, kind: "coloring", options: options, problem: p, check: func(s search.Solution) error {
		conflicts, err := coloring.Check(g, colours, coloring.Colours(s.Genome))
		if err == nil && int64(conflicts) != -s.Score {
			err = fmt.Errorf("the colouring has %d conflicts, not %d", conflicts, -s.Score)
		}
		return err
	}}
}
