package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
)

const (
	uniform = "../../examples/uniform-50.tsp" // the best known length is in examples/README.md
	// corners has the shortest tour 14.
	corners = "NAME: corners\nTYPE : TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3.0 4e0\n3 3 0\n4 0 4\nEOF\n"
)

// lengthOf is what the COMMENT of a .tour says.
func lengthOf(t *testing.T, text string) int64 {
	t.Helper()
	_, rest, _ := strings.Cut(text, "Length = ")
	number, _, _ := strings.Cut(rest, "\n")
	length, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		t.Fatalf("no length in %q", text)
	}
	return length
}

func TestTSPAnswers(t *testing.T) {
	path := file(t, "corners.tsp", corners)
	for _, c := range []struct {
		name, stdin string
		args        []string
		answers     int
	}{
		{"a file", "", []string{"tsp", path}, 1},
		{"standard input", corners, []string{"tsp", "-"}, 1},
		{"several", corners, []string{"tsp", path, "-"}, 2},
		{"by name", "", []string{"solve", path}, 1},
		{"by content", corners, []string{"solve", "-"}, 1},
		{"exact", corners, []string{"tsp", "--algorithm", "exact", "-"}, 1},
		{"a search", corners, []string{"tsp", "--algorithm", "genetic", "--target", "14", "-"}, 1},
		{"replicas", corners, []string{"tsp", "--algorithm", "genetic", "--replicas", "3", "--generations", "20", "-"}, 1},
	} {
		got := warble(t, c.stdin, append(c.args, "-q", "--device", "cpu")...)
		if got.code != cli.ExitOK || got.err != "" || strings.Count(got.out, "Length = 14\n") != c.answers || strings.Count(got.out, "\nEOF\n") != c.answers {
			t.Errorf("%s: %+v", c.name, got)
		}
		if c.answers > 1 {
			continue
		}
		if verdict := warble(t, got.out, "verify", path, "-"); verdict.code != cli.ExitOK || verdict.out != "right: 14\n" {
			t.Errorf("%s: %+v", c.name, verdict)
		}
	}
	one := "DIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 5 5\n"
	if got := warble(t, one, "tsp", "-q", "-"); got.code != cli.ExitOK || !strings.Contains(got.out, "Length = 0\n") {
		t.Errorf("%+v", got)
	}
}

func TestTSPImproves(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "tour.svg")
	args := []string{"tsp", "-q", "--device", "cpu", "--generations", "200", "--seed", "3", uniform}
	got := warble(t, "", append(args, "--map", picture)...)
	if got.code != cli.ExitOK || got.err != "" {
		t.Fatalf("%+v", got)
	}
	length := lengthOf(t, got.out)
	if verdict := warble(t, got.out, "verify", uniform, "-"); verdict.code != cli.ExitOK || verdict.out != "right: "+strconv.FormatInt(length, 10)+"\n" {
		t.Errorf("%+v", verdict)
	}
	if drawn, err := os.ReadFile(picture); err != nil || !strings.Contains(string(drawn), "50 cities, length "+strconv.FormatInt(length, 10)) {
		t.Errorf("%.200s, %v", drawn, err)
	}
	if again := warble(t, "", append(args, "--threads", "2")...); again.out != got.out {
		t.Errorf("the second time it was %+v", again)
	}
	args[0] = "solve"
	if solved := warble(t, "", args...); solved.out != got.out {
		t.Errorf("solve says %+v", solved)
	}
	// The answer is a start that cannot get worse.
	next := warble(t, got.out, "tsp", "-q", "--algorithm", "genetic", "--device", "cpu", "--generations", "1", "--start", "-", uniform)
	if next.code != cli.ExitOK || lengthOf(t, next.out) > length {
		t.Errorf("from %d to %+v", length, next)
	}
}

func TestTSPInterrupted(t *testing.T) {
	many := warble(t, "", "generate", "tsp", "--cities", "3000").out
	got := interrupted(t, 300*time.Millisecond, 5*time.Second, many, "tsp", "--device", "cpu", "--json", "-")
	if got.code != cli.ExitOK || !strings.Contains(got.out, `"status":"interrupted"`) || !strings.Contains(got.out, `"verified":true`) ||
		!strings.Contains(got.err, "auto chose: warbler tsp --algorithm ") {
		t.Errorf("%+v", got)
	}
}

func TestTSPJSON(t *testing.T) {
	got := warble(t, corners, "tsp", "-q", "--json", "-")
	states(t, got, map[string]any{"problem": "tsp", "instance": "standard input", "algorithm": "exact", "status": "optimal",
		"score": -14.0, "cost": 14.0, "optimum_known": 14.0, "verified": true})
	if verdict := warble(t, got.out, "verify", file(t, "x.tsp", corners), "-"); verdict.code != cli.ExitOK {
		t.Errorf("%+v", verdict)
	}
}

// Where a bound is known that the answer does not reach, the text and JSON have the same.
func TestTSPBound(t *testing.T) {
	many := file(t, "many.tsp", warble(t, "", "generate", "tsp", "--cities", "300").out)
	got := warble(t, "", "tsp", "-q", "--device", "cpu", "--generations", "1", "--json", many)
	var answer struct{ Value, Bound int64 }
	if err := json.Unmarshal([]byte(got.out), &answer); err != nil || answer.Bound <= 0 || answer.Bound >= answer.Value {
		t.Fatalf("%v, %d below %d", err, answer.Bound, answer.Value)
	}
	text := warble(t, "", "tsp", "-q", "--device", "cpu", "--generations", "1", many)
	if !strings.Contains(text.out, fmt.Sprintf("no tour is below %d,", answer.Bound)) {
		t.Errorf("%.200s has another bound than %d", text.out, answer.Bound)
	}
}

// The library's messages name no flags.
func TestTSPTooLargeForProof(t *testing.T) {
	many := warble(t, "", "generate", "tsp", "--cities", "2049").out
	got := warble(t, many, "tsp", "--algorithm", "exact", "-")
	if got.code != cli.ExitUser || !strings.Contains(got.err, "the exact method takes at most 2048 cities, and here are 2049, so use another algorithm") {
		t.Errorf("%+v", got)
	}
}

func TestVerifyTSP(t *testing.T) {
	path := file(t, "corners.tsp", corners)
	judge(t, path, []verdict{
		{"right", "COMMENT : Length 14\nTOUR_SECTION\n1 3 2 4 -1\n", cli.ExitOK, "right: 14\n", ""},
		{"right, in parentheses", "NAME:x\nCOMMENT: Optimal (14)\nTYPE: TOUR\nTOUR_SECTION\n1 3 2 4 -1\nEOF\n", cli.ExitOK, "right: 14\n", ""},
		{"right, without a length", "TOUR_SECTION\n1 2 3 4 -1\n", cli.ExitOK, "right: 18 (the answer claims no length)\n", ""},
		{"right, in JSON", `{"cost":14,"solution":[1,3,2,4]}`, cli.ExitOK, "right: 14\n", ""},
		{"another length", "COMMENT : Length = 13\nTOUR_SECTION\n1 3 2 4 -1\n", cli.ExitWrong, "wrong: the tour is 14 long, not 13\n", ""},
		{"another length, in JSON", `{"cost":13,"solution":[1,3,2,4]}`, cli.ExitWrong, "wrong: the tour is 14 long, not 13\n", ""},
		{"twice", "TOUR_SECTION\n1 3 2 2 -1\n", cli.ExitWrong, "wrong: standard input:2: city 2 is visited twice", ""},
		{"no such city", "TOUR_SECTION\n1 3 2 5 -1\n", cli.ExitWrong, "wrong: standard input:2: city 5 does not exist", ""},
		{"too few", "TOUR_SECTION\n1 3 2 -1\n", cli.ExitWrong, "wrong: standard input:2: the tour ends after 3 of 4", ""},
		{"truncated", "TOUR_SECTION\n1 3 2\n", cli.ExitUser, "", "standard input:3: the file ends"},
		{"another size", "DIMENSION : 9\n", cli.ExitUser, "", "standard input:1: DIMENSION is \"9\""},
		{"a word", "TOUR_SECTION\n1 x\n", cli.ExitUser, "", "standard input:2: "},
	})
	judge(t, path, unreadable)
}

func TestTSPUserErrors(t *testing.T) {
	head := "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"
	for _, c := range []struct{ text, args, want string }{
		{"", "tsp", "requires at least 1 arg"},
		{"", "tsp nowhere.tsp", "nowhere.tsp: no such file"},
		{"", "tsp -", "standard input:1: the file ends where NODE_COORD_SECTION should be; it is empty"},
		{"DIMENSION: 2\n", "tsp -", "standard input:2: the file ends where NODE_COORD_SECTION"},
		{head + "1 0 0\n", "tsp -", "standard input:5: the file ends where city 2 of 2 should be; it is truncated"},
		{head + "1 0 0\n2 0", "tsp -", "standard input:5: the file ends where a coordinate of city 2"},
		{"DIMENSION: -2\n", "tsp -", "standard input:1: DIMENSION is \"-2\""},
		{"DIMENSION: 99999999999999999999\n", "tsp -", "standard input:1: DIMENSION is \"99999999999999999999\""},
		{"DIMENSION: 2000001\n", "tsp -", "standard input:1: DIMENSION is \"2000001\"; it should be a whole number from 1 to 2000000"},
		{head + "1 1e400 0\n", "tsp -", "standard input:4: a coordinate of city 1 is \"1e400\""},
		{head + "1 0 -1e13\n", "tsp -", "standard input:4: a coordinate of city 1 is \"-1e13\""},
		{head + "-1 0 0\n", "tsp -", "standard input:4: city 1 should come here, not \"-1\""},
		{"TYPE: ATSP\n", "tsp -", "standard input:1: TYPE is \"ATSP\""},
		{"EDGE_WEIGHT_TYPE: XRAY1\n", "solve -", "standard input:1: EDGE_WEIGHT_TYPE is \"XRAY1\""},
		{garbage(), "tsp -", "standard input:1: byte 0x00 is not text"},
		{strings.Repeat("x", 10000), "tsp -", "standard input:1: a word of more than 4096 letters"},
		{corners, "tsp --map x.png -", "--map x.png: it is a .svg file"},
		{corners, "tsp --map nowhere/x.svg -", "--map nowhere/x.svg: it cannot be written"},
		{corners, "tsp --map x.svg - -", "--map is for one instance"},
		{corners, "tsp --trace x.csv - -", "--trace is for one instance"},
		{corners, "tsp --target short -", "--target"},
		{corners, "tsp --algorithm quantum -", "does not work on permutation genomes"},
		{corners, "tsp --device cpu --algorithm genetic --start " + file(t, "far.tour", "TOUR_SECTION\n1 2 3 9 -1\n") + " -", "far.tour:2: city 9"},
		{tiny, "solve --map x.svg -", "--map is for traveling salesman problems; - holds something else"},
		{"", "generate tsp --cities 0", "1 to 2000000"},
		{"", "generate tsp --cities 2000001", "1 to 2000000"},
		{"", "generate tsp --out nowhere/x", "nowhere"},
	} {
		got := warble(t, c.text, strings.Fields(c.args)...)
		if got.code != cli.ExitUser || got.out != "" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, c.want) {
			t.Errorf("%s of %.20q: %+v, want %q", c.args, c.text, got, c.want)
		}
	}
}

// garbage are bytes that mean nothing.
func garbage() string {
	random := make([]byte, 4096)
	for i := range random {
		random[i] = byte(i * i * 31)
	}
	return string(random)
}
