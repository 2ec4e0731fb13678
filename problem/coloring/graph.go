package coloring

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// The largest graphs that are read or built: a file that claims more is refused
// before anything is reserved for it.
const (
	MaxVertices = 1_000_000
	MaxEdges    = 50_000_000
)

// Edge joins two vertices, from 0.
type Edge struct{ U, V int32 }

// Graph is what is to be colored. Edges have no direction; one that stands
// twice counts once.
type Graph struct {
	Name     string
	Vertices int
	Edges    []Edge // U < V, ascending, each once
}

// Validate reports what is wrong with a graph.
func (g *Graph) Validate() error {
	if g.Vertices < 1 || g.Vertices > MaxVertices {
		return fmt.Errorf("%d vertices; a graph has 1 to %d", g.Vertices, MaxVertices)
	}
	if len(g.Edges) > MaxEdges {
		return fmt.Errorf("%d edges; a graph has at most %d", len(g.Edges), MaxEdges)
	}
	for i, e := range g.Edges {
		if e.U < 0 || e.U >= e.V || int(e.V) >= g.Vertices {
			return fmt.Errorf("edge %d joins %d and %d of %d vertices; it must join a lower and a higher one", i+1, e.U+1, e.V+1, g.Vertices)
		}
		if i > 0 && compare(g.Edges[i-1], e) >= 0 {
			return fmt.Errorf("edge %d is out of order, or stands twice", i+1)
		}
	}
	return nil
}

// compare orders edges.
func compare(a, b Edge) int {
	if a.U != b.U {
		return int(a.U - b.U)
	}
	return int(a.V - b.V)
}

// Hash identifies a graph; its name does not matter.
func (g *Graph) Hash() [32]byte {
	h := sha256.New()
	buf := binary.LittleEndian.AppendUint64(nil, uint64(g.Vertices))
	for _, e := range g.Edges {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(e.U))
		if buf = binary.LittleEndian.AppendUint32(buf, uint32(e.V)); len(buf) >= 4096 {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	h.Write(buf)
	return [32]byte(h.Sum(nil))
}
