package coloring

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// The largest graphs that are read or built: a file that claims more is refused
// before anything is reserved for it.
const (
	maxVertices = 1_000_000
	maxEdges    = 50_000_000
)

// Graph is what is to be colored. Edges have no direction; one that stands
// twice counts once.
type Graph struct {
	Name     string
	Vertices int
	Edges    [][2]int32 // of two vertices, from 0, the lower first; ascending, each once
}

// validate reports what is wrong with a graph.
func (g *Graph) validate() error {
	if g.Vertices < 1 || g.Vertices > maxVertices {
		return fmt.Errorf("%d vertices; a graph has 1 to %d", g.Vertices, maxVertices)
	}
	if len(g.Edges) > maxEdges {
		return fmt.Errorf("%d edges; a graph has at most %d", len(g.Edges), maxEdges)
	}
	for i, e := range g.Edges {
		if e[0] < 0 || e[0] >= e[1] || int(e[1]) >= g.Vertices {
			return fmt.Errorf("edge %d joins %d and %d of %d vertices; it must join a lower and a higher one", i+1, e[0]+1, e[1]+1, g.Vertices)
		}
		if i > 0 && compare(g.Edges[i-1], e) >= 0 {
			return fmt.Errorf("edge %d is out of order, or stands twice", i+1)
		}
	}
	return nil
}

// compare orders edges.
func compare(a, b [2]int32) int { return cmp.Or(int(a[0]-b[0]), int(a[1]-b[1])) }

// hash identifies a graph; its name does not matter.
func (g *Graph) hash() [32]byte {
	h := sha256.New()
	out := bufio.NewWriter(h)
	out.Write(binary.LittleEndian.AppendUint64(nil, uint64(g.Vertices)))
	for _, e := range g.Edges {
		out.Write(binary.LittleEndian.AppendUint64(out.AvailableBuffer(), uint64(uint32(e[1]))<<32|uint64(uint32(e[0]))))
	}
	out.Flush()
	return [32]byte(h.Sum(nil))
}
