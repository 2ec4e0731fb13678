package coloring

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

func Example() {
	g, err := Read(strings.NewReader("c a triangle\np edge 3 3\ne 1 2\ne 2 3\ne 3 1\n"), "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := New(g, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Evaluate(problem.Genome{Symbols: []uint8{0, 1, 0}}))
	// Output: -1
}

func TestRead(t *testing.T) {
	want := &Graph{Name: "f", Vertices: 4, Edges: [][2]int32{{0, 1}, {0, 3}, {1, 2}}}
	for _, text := range []string{
		"p edge 4 3\ne 1 2\ne 4 1\ne 2 3\n",
		"c x y z\r\n\r\np col 4 6\r\ne 2 1\r\ne 1 2\r\ne 1 4\r\nn 1 5\r\ne 3 2\r\ne 2 3",
	} {
		if got, err := Read(strings.NewReader(text), "f"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "f:1: there is no line"},
		{"c nothing\n", "f:2: there is no line"},
		{"e 1 2\n", "f:1: an edge before the line"},
		{"p cnf 3 4\n", "f:1: the p line should be"},
		{"p edge 3\n", "f:1: the line ends where the number of edges should be"},
		{"p edge 0 0\n", "f:1: the number of vertices is \"0\""},
		{"p edge 99999999 1\n", "f:1: the number of vertices is \"99999999\""},
		{"p edge 3 -1\n", "f:1: the number of edges is \"-1\""},
		{"p edge 3 1\np edge 3 1\n", "f:2: a second p line"},
		{"p edge 3 1\ne 1 4\n", "f:2: a vertex is \"4\"; it should be a whole number from 1 to 3"},
		{"p edge 3 1\ne 1\n", "f:2: the line ends where a vertex should be"},
		{"p edge 3 1\ne 1 1\n", "f:2: an edge joins vertex 1 to itself"},
		{"p edge 3 1\ne 1 2 3\n", "f:2: \"3\" after what belongs"},
		{"p edge 3 1\nq\n", "f:2: a line begins with \"q\""},
		{"p edge 3 1\ne 1 2\x00\n", "f:2: byte 0x00 is not text"},
	} {
		if g, err := Read(strings.NewReader(c.text), "f"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %+v, %v; want %s", c.text, g, err, c.want)
		}
	}
}

func TestCheckIsEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, err := Generate(rapid.IntRange(1, 30).Draw(t, "n"), 0, rapid.SampledFrom([]float64{0, 0.1, 0.5, 1}).Draw(t, "density"), rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		colors := rapid.IntRange(2, 9).Draw(t, "colors")
		p, err := New(g, colors)
		if err != nil {
			t.Fatal(err)
		}
		genomes := problemtest.RandomGenomes(p.Representation(), 5, 1)
		for i := range genomes.Len() {
			coloring, _ := graph.Number(genomes.At(i).Symbols)
			if conflicts, err := g.check(colors, coloring); err != nil || problem.Score(-conflicts) != p.Evaluate(genomes.At(i)) {
				t.Fatalf("the score is %d, the checker says %d, %v", p.Evaluate(genomes.At(i)), conflicts, err)
			}
		}
		var text bytes.Buffer
		if err := g.Write(&text); err != nil {
			t.Fatal(err)
		}
		if back, err := Read(&text, g.Name); err != nil || back.hash() != g.hash() {
			t.Fatalf("written and read it is %+v, %v", back, err)
		}
	})
}

func TestRefuses(t *testing.T) {
	good := &Graph{Vertices: 3, Edges: [][2]int32{{0, 1}}}
	for _, colors := range []int{1, 257} {
		if _, err := New(good, colors); err == nil {
			t.Errorf("%d colors were accepted", colors)
		}
	}
	for _, g := range []*Graph{{}, {Vertices: 2, Edges: [][2]int32{{1, 0}}}, {Vertices: 2, Edges: [][2]int32{{0, 2}}}, {Vertices: 2, Edges: [][2]int32{{0, 1}, {0, 1}}}} {
		if _, err := New(g, 2); err == nil {
			t.Errorf("%+v was accepted", g)
		}
	}
	for _, coloring := range [][]int{{0, 1}, {0, 1, 2}, {0, -1, 1}} {
		if _, err := good.check(2, coloring); err == nil {
			t.Errorf("%v was accepted", coloring)
		}
	}
	for _, c := range []struct {
		n       int
		density float64
	}{{0, 0.5}, {5, -1}, {5, 1.5}, {maxGenerated + 1, 0}, {maxGenerated, 0.5}} {
		if _, err := Generate(c.n, 0, c.density, 1); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}

// The density, within five standard errors of 19,900 pairs.
func TestGenerate(t *testing.T) {
	g, err := Generate(200, 0, 0.3, 7)
	if err != nil || g.validate() != nil {
		t.Fatal(err, g.validate())
	}
	if share := float64(len(g.Edges)) / 19900; share < 0.3-5*0.00325 || share > 0.3+5*0.00325 {
		t.Errorf("the density is %v", share)
	}
}

func TestKernel(t *testing.T) {
	g, err := Generate(70, 0, 0.3, 5)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(g, 5)
	if err != nil {
		t.Fatal(err)
	}
	problemtest.Equal(t, p, 3)
}

func FuzzRead(f *testing.F) {
	problemtest.FuzzRead(f, Read, (*Graph).validate, (*Graph).Write,
		"c x\np edge 4 3\ne 1 2\ne 4 1\nn 1 2\n", "p col 2 1\r\ne 2 1\r\ne 1 2", "p edge 1000000 99999999\ne 1 999999\ne 1 1\n")
}
