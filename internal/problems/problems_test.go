package problems_test

import (
	"strings"
	"testing"

	_ "github.com/warbler-opt/warbler/internal/problems"
	"github.com/warbler-opt/warbler/problem"
)

// named is the kind of a file's content, or nothing where it cannot be read.
func named(text, name string) (kind string, err error) {
	k, list, err := problem.ReadFile(strings.NewReader(text), name)
	if err != nil || len(list) != 1 {
		return "", err
	}
	return k.Name, nil
}

func TestReadFile(t *testing.T) {
	small := "2\n0 1 1 0\n0 1 1 0\n"
	square := "4\n\n0 1 2 3\n" + strings.Repeat("1 2 3 4 ", 7)
	graph := "c a graph\nc\n\np edge 2 1\ne 1 2\n"
	cities := "NAME: x\nDIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n"
	for _, c := range []struct{ name, text, want string }{
		{"a.cnf", "p cnf 1 1\n1 0\n", "maxsat"},
		{"a.wcnf.gz", "3 1 0\n", "maxsat"}, // the reader gets it decompressed
		{"a", "c a comment\np cnf 1 1\n1 0\n", "maxsat"},
		{"a", "h 1 0\n", "maxsat"},
		{"a", "c only a comment\nh 1 0\n", "maxsat"},
		{"a", "c soft clauses\n3 1 0\n", "maxsat"},
		{"a.txt", "1 5\n4 4\n", "knapsack"},
		{"a.dat", small, "qap"},
		{"a.DAT.gz", small, "qap"},
		{"a", square, "qap"},
		{"standard input", square, "qap"},
		{"a.col", graph, "coloring"},
		{"a.COL.gz", graph, "coloring"},
		{"a", graph, "coloring"},
		{"standard input", "p col 2 1\ne 1 2\n", "coloring"},
		{"a", "p edges 2 1\ne 1 2\n", "coloring"},
		{"a.tsp", cities, "tsp"},
		{"a.tsp.xz", cities, "tsp"},
		{"a", cities, "tsp"},
		{"a", "COMMENT : y\n" + cities, "tsp"},
		{"a", "# a front\nprofits 2 2 1\n9\n1 2 3\n2 1 3\n", "profits"},
		{"x.c", "score fitness(genome g, data d) { return 0; }", "custom"},
		{"dir/X.C.gz", "", "custom"},
	} {
		if got, err := named(c.text, c.name); err != nil || got != c.want {
			t.Errorf("%s %q: %q, %v; want %s", c.name, c.text, got, err, c.want)
		}
	}
	// These are knapsacks, whether they can be read or not.
	for _, text := range []string{"4\n1 2 3\n1 1 1\n1 1 1\n1 1 1\n5\n", "3\n0 1 1\n1 1 1\n2 1 1\n5\n"} {
		if k, _, _ := problem.ReadFile(strings.NewReader(text), "a.txt"); k.Name != "knapsack" {
			t.Errorf("%q: %s", text, k.Name)
		}
	}
	// A name decides, and the reader says what is wrong.
	for name, want := range map[string]string{"a.col": "a.col:1: ", "a.tsp": "a.tsp:1: ", "a.cnf": "a.cnf:"} {
		text := cities
		if name == "a.tsp" {
			text = graph
		}
		if _, err := named(text, name); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every kind has what the command, campaigns and the documents ask for.
func TestKinds(t *testing.T) {
	for _, k := range problem.Kinds() {
		if k.Noun == "" || k.Help == "" || len(k.Genomes) == 0 || (k.Read == nil) == (k.Names == nil) || (k.Names == nil) != (k.Find == nil) {
			t.Errorf("%s is not complete: %+v", k.Name, k)
		}
		if k.Command == k.Name && (k.Text == "" || k.Examples == "") {
			t.Errorf("%s has no help page", k.Name)
		}
		for _, g := range k.Generators {
			flags := append([]problem.Flag{{Name: "seed", Default: uint64(1)}}, g.Flags...)
			if _, err := g.Make(problem.Options{Flags: flags}); err != nil || g.Help == "" || g.Text == "" {
				t.Errorf("%s: generator %s: %v", k.Name, g.Name, err)
			}
		}
		if k.Sample == nil {
			continue
		}
		if p, err := k.Sample(); err != nil || p.Representation().Kind != k.Genomes[0] {
			t.Errorf("%s: %v, %v", k.Name, p, err)
		}
	}
}
