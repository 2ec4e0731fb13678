package tsp

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/warbler-opt/warbler/internal/token"
)

// Write writes an instance as a .tsp file.
func (q *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "NAME : %s\nTYPE : TSP\nDIMENSION : %d\nEDGE_WEIGHT_TYPE : %s\n", fileWord(q.Name), q.Len(), weightNames[q.Weights])
	section := "NODE_COORD_SECTION"
	if q.Weights == Explicit {
		b.WriteString("EDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n")
		n := q.Len()
		for i := range n {
			token.WriteLine(b, q.Table[i*n:(i+1)*n])
		}
		section = "DISPLAY_DATA_SECTION"
	}
	if len(q.X) > 0 {
		b.WriteString(section + "\n")
	}
	for i := range q.X {
		fmt.Fprintf(b, "%d %s %s\n", i+1, strconv.FormatFloat(q.X[i], 'f', -1, 64), strconv.FormatFloat(q.Y[i], 'f', -1, 64))
	}
	b.WriteString("EOF\n")
	return b.Flush()
}
