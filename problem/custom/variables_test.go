package custom

import (
	"context"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem"
)

const anyFitness = "\n*/\nscore fitness(genome g, data d) { return 0; }\n"

func TestVariablesOfHeaders(t *testing.T) {
	f, err := readFragment(strings.NewReader(`/* warbler
[variables]
second = { int = [1, 9] }
first = { log = [0.5, 2] }
word = { choice = ["a", "b-c"] }
on = "bool"
far = { int = [0, 5_000_000_000] }
way = { order = "town" }
[data]
town = [[1, 2], [3, 4]]`+anyFitness), "x.c", Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range f.Genomes.Variables {
		names = append(names, v.Name+" "+v.Type.String())
	}
	if got := strings.Join(names, ", "); got != "second int, first log, word choice, on bool, far int, way order" || f.Genomes.Length != 7 || f.Genomes.Kind != problem.Real {
		t.Error(got, f.Genomes)
	}
}

func TestBadVariables(t *testing.T) {
	for header, want := range map[string]string{
		"[variables]":                                                            "it takes one at least",
		"[variables]\nx = 3":                                                     "x.c:3: variables.x: it is { int = [1, 9] }",
		"[variables]\nx = { int = [1] }":                                         "takes two numbers",
		"[variables]\nx = { int = [1, 2.5] }":                                    "no whole numbers",
		"[variables]\nx = { float = [3, 2] }":                                    "3 to 2 is no range",
		"[variables]\nx = { log = [0, 2] }":                                      "must be positive",
		"[variables]\nx = { choice = [] }":                                       "nothing to choose from",
		"[variables]\nx = { choice = [\"a b\"] }":                                "is none",
		"[variables]\nx = { choice = [\"a-b\", \"a_b\"] }":                       "the constant X_A_B",
		"[variables]\nx = { order = \"nothing\" }":                               "order = 12 takes",
		"[variables]\nx = { order = 0 }":                                         "1 to 65535 places",
		"[variables]\nint = \"bool\"":                                            "it cannot be a name",
		"[variables]\nX = \"bool\"":                                              "lower-case",
		"length = 3\n[variables]\nx = \"bool\"":                                  "variables have their own",
		"genome = \"real\"\n[variables]\nx = \"bool\"":                           "with [variables] it is",
		"[variables]\nx = { int = [1, 2], float = [1, 2] }":                      "it is { int",
		"[variables]\nx = \"bool\"\n*/\nvoid repair(genome_rw g, data d) {}\n/*": "repair is for genomes of plain genes",
	} {
		_, err := readFragment(strings.NewReader("/* warbler\n"+header+anyFitness), "x.c", Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", header, err)
		}
	}
}

// Indices of orders are checked like those of data.
func TestIndicesOfVariablesAreChecked(t *testing.T) {
	_, err := Read(context.Background(), strings.NewReader(`/* warbler
[variables]
way = { order = 4 }
*/
score fitness(genome g, data d)
{
    return g.way[4];
}
`), "x.c", Options{})
	if err == nil || !strings.Contains(err.Error(), "x.c:7") || !strings.Contains(err.Error(), "4") {
		t.Error(err)
	}
}
