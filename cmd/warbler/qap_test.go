package main

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/problemtest"
)

const (
	twenty = "../../examples/qap-20.dat" // uniform; the best known value is in examples/README.md
	// line has the best value 8 for 2 1 3 and for 3 1 2: the facility in the middle
	// of the flow goes to the location in the middle, which is the first.
	line = "3\n\n0 2 0\n0 0 2\n0 0 0\n\n0 2 2\n2 0 9\n2 9 0\n"
	// loose has a permutation that reaches the bound, 2 1.
	loose = "2\n0 5\n0 0\n0 3\n1 0\n"
	// tight has the best value 10, above the bound: the flow takes one of the two
	// short ways, not both.
	tight = "3\n0 2 0\n0 0 2\n0 0 0\n\n0 1 4\n1 0 4\n4 4 0\n"
)

func TestQAPAnswers(t *testing.T) {
	zipped := compressed(t, loose)
	packed := file(t, "loose.dat.gz", zipped)
	best := "2 5\n2 1\n"
	for _, c := range []struct {
		name, stdin string
		args        []string
		want        string
	}{
		{"a file", "", []string{file(t, "x.dat", loose)}, best},
		{"standard input", loose, []string{"-"}, best},
		{"compressed", "", []string{packed}, best},
		{"compressed standard input", zipped, []string{"-"}, best},
		{"several", loose, []string{packed, "-"}, "c " + packed + "\n" + best + "c standard input\n" + best},
		{"replicas", loose, []string{"--replicas", "3", "-"}, best},
		{"one facility", "1\n3\n4\n", []string{"-"}, "1 12\n1\n"},
		{"all zero", "2\n0 0\n0 0\n1 1\n1 1\n", []string{"--generations", "1", "-p", "population=2", "--top", "1", "--start", file(t, "zero.sln", "2 0\n2 1\n"), "-"}, "2 0\n2 1\n"},
		{"climb", loose, []string{"--algorithm", "climb", "--generations", "200", "-"}, best},
		{"tabu", loose, []string{"--algorithm", "tabu", "--generations", "200", "-"}, best},
		{"robust", loose, []string{"--algorithm", "robust", "--generations", "200", "-"}, best},
		{"annealing", loose, []string{"--algorithm", "annealing", "--generations", "200", "-"}, best},
		{"iterated", loose, []string{"--algorithm", "iterated", "--generations", "200", "-"}, best},
		{"a target", line, []string{"--algorithm", "genetic", "--target", "8", "--top", "2", "-"}, "3 8\n2 1 3\n3 8\n3 1 2\n"},
	} {
		got := warble(t, c.stdin, append([]string{"qap", "-q", "--device", "cpu"}, c.args...)...)
		lines := strings.SplitAfter(got.out, "\n")
		sorted := slices.Clone(lines) // which of two equals comes first does not matter
		slices.Sort(sorted)
		want := strings.SplitAfter(c.want, "\n")
		slices.Sort(want)
		if got.code != cli.ExitOK || !slices.Equal(sorted, want) || got.err != "" {
			t.Errorf("%s: %+v, want %q", c.name, got, c.want)
		}
	}
}

func TestQAPImproves(t *testing.T) {
	args := []string{"qap", "--algorithm", "genetic", "--device", "cpu", "--generations", "100", "--seed", "3", twenty}
	got := warble(t, "", args...)
	value, err := strconv.ParseInt(strings.Fields(got.out)[1], 10, 64)
	if got.code != cli.ExitOK || got.err != "" || err != nil || strings.Count(got.out, "\n") != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	if verdict := warble(t, got.out, "verify", twenty, "-"); verdict.code != cli.ExitOK || verdict.out != "right: "+strconv.FormatInt(value, 10)+"\n" {
		t.Errorf("%+v", verdict)
	}
	if again := warble(t, "", append(args, "--threads", "2")...); again.out != got.out {
		t.Errorf("the second time it was %+v", again)
	}
	// The answer is a start that cannot get worse.
	next := warble(t, got.out, "qap", "--algorithm", "genetic", "--device", "cpu", "--generations", "1", "--start", "-", twenty)
	better, err := strconv.ParseInt(strings.Fields(next.out)[1], 10, 64)
	if next.code != cli.ExitOK || err != nil || better > value {
		t.Errorf("from %d to %+v", value, next)
	}
	if solved := warble(t, "", "solve", "-q", "--device", "cpu", "--algorithm", "genetic", "--generations", "100", "--seed", "3", twenty); solved.out != got.out {
		t.Errorf("solve says %+v", solved)
	}
}

// QAPLIB's best known solutions are right, also those that are stated the other
// way round, and starts that a search keeps.
func TestQAPLIB(t *testing.T) {
	dir := filepath.Join(problemtest.Data(t), "qaplib")
	for name, want := range map[string]string{
		"nug12": "right: 578\n", "tai40a": "right: 3139370\n", "kra30a": "right: 88900 (for the inverse permutation",
		"kra32": "wrong: the permutation is worth 88700, not 88900\n",
	} {
		data, solution := filepath.Join(dir, name+".dat"), filepath.Join(dir, name+".sln")
		got := warble(t, "", "verify", data, solution)
		if !strings.HasPrefix(got.out, want) || (got.code == cli.ExitOK) != strings.HasPrefix(want, "right") {
			t.Errorf("%s: %+v", name, got)
		}
		if got.code != cli.ExitOK {
			continue
		}
		value := strings.Fields(got.out)[1]
		kept := warble(t, "", "qap", "-q", "--device", "cpu", "--start", solution, "--target", value, data)
		if kept.code != cli.ExitOK || strings.Fields(kept.out)[1] != value {
			t.Errorf("%s: %+v", name, kept)
		}
	}
}

func TestQAPInterrupted(t *testing.T) {
	got := interrupted(t, 300*time.Millisecond, 5*time.Second, "", "qap", "--device", "cpu", "--json", twenty)
	if got.code != cli.ExitOK || !strings.Contains(got.out, `"status":"interrupted"`) || !strings.Contains(got.out, `"verified":true`) ||
		!strings.Contains(got.err, "no limit is set, so the search goes on until its answer is proven optimal or Ctrl-C") {
		t.Errorf("%+v", got)
	}
}

func TestQAPJSON(t *testing.T) {
	for _, c := range []struct {
		text   string
		target string
		want   map[string]any
	}{
		{line, "8", map[string]any{"problem": "qap", "instance": "standard input", "algorithm": "memetic", "status": "optimal",
			"score": -8.0, "cost": 8.0, "optimum_known": 8.0, "verified": true}},
		{tight, "10", map[string]any{"status": "target", "score": -10.0, "cost": 10.0, "optimum_known": nil}},
	} {
		got := warble(t, c.text, "qap", "-q", "--device", "cpu", "--json", "--target", c.target, "-")
		states(t, got, c.want)
		path := file(t, "x.dat", c.text)
		if verdict := warble(t, got.out, "verify", path, "-"); verdict.code != cli.ExitOK {
			t.Errorf("%+v", verdict)
		}
	}
}

func TestVerifyQAP(t *testing.T) {
	// The shift 2 3 1 is worth 2·9 + 2·2, and its inverse 3 1 2 is worth 8.
	path := file(t, "line.dat", line)
	judge(t, path, []verdict{
		{"right", "3 8\n2 1 3\n", cli.ExitOK, "right: 8\n", ""},
		{"right, with commas and from 0", "3,8\n1,0,2\n", cli.ExitOK, "right: 8\n", ""},
		{"right, in JSON", `{"cost":8,"solution":[2,1,3]}`, cli.ExitOK, "right: 8\n", ""},
		{"inverse", "3 8\n2 3 1\n", cli.ExitOK, "right: 8 (for the inverse permutation", ""},
		{"another value", "3 9\n2 1 3\n", cli.ExitWrong, "wrong: the permutation is worth 8, not 9\n", ""},
		{"another value, in JSON", `{"cost":9,"solution":[2,1,3]}`, cli.ExitWrong, "wrong: ", ""},
		{"twice", "3 8\n2 2 3\n", cli.ExitWrong, "wrong: standard input:2: ", ""},
		{"no such location", "3 8\n2 1 4\n", cli.ExitWrong, "wrong: standard input:2: ", ""},
		{"another size", "2 8\n2 1\n", cli.ExitUser, "", "standard input:1: the answer is for size 2"},
		{"truncated", "3 8\n2 1\n", cli.ExitUser, "", "standard input:3: the file ends"},
		{"a word", "3 8\n2 1 x\n", cli.ExitUser, "", "standard input:2: "},
	})
	judge(t, path, unreadable)
}

func TestQAPUserErrors(t *testing.T) {
	random := make([]byte, 4096)
	for i := range random {
		random[i] = byte(i * i * 31)
	}
	great := "3\n" + strings.Repeat("0 1073741824 1073741824 ", 3) + strings.Repeat("0 8388608 8388608 ", 3)
	for _, c := range []struct{ text, args, want string }{
		{great, "qap --device cpu --algorithm memetic -", "memetic: the numbers of standard input are too large for local search"},
		{great, "qap --device cpu --algorithm robust -", "robust: the numbers of standard input are too large for local search"},
		{"", "qap", "requires at least 1 arg"},
		{"", "qap nowhere.dat", "nowhere.dat: no such file"},
		{"", "qap -", "standard input:1: the file is empty"},
		{"3\n1 2 3\n", "qap -", "standard input:3: the file ends where row 2, column 1 of matrix A should be; it is truncated"},
		{"1\n-1\n1\n", "qap -", "standard input:2: row 1, column 1 of matrix A is \"-1\"; it should be a whole number from 0"},
		{"1\n9223372036854775807\n2\n", "qap -", "standard input:1: a sum of products"},
		{"1\n9223372036854775808\n2\n", "qap -", "standard input:2: row 1, column 1 of matrix A is \"9223372036854775808\"; it should be a whole number from 0 to 9223372036854775807"},
		{"1000000000\n", "qap -", "standard input:1: the size is \"1000000000\"; it should be a whole number from 1 to 1000"},
		{string(random), "qap -", "standard input:1: byte 0x00 is not text"},
		{loose, "qap --target low -", "--target"},
		{loose, "qap --algorithm exact -", "no exact method"},
		{loose, "qap --algorithm quantum -", "does not work on permutation genomes"},
		{loose, "qap --device cpu --start " + file(t, "far.sln", "2 5\n1 3\n") + " -", "far.sln:2: location 3"},
		{loose, "qap --trace x.csv - -", "--trace is for one instance"},
		{loose, "solve --constraint lazy -", "--constraint"},
	} {
		got := warble(t, c.text, strings.Fields(c.args)...)
		if got.code != cli.ExitUser || got.out != "" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, c.want) {
			t.Errorf("%s of %.20q: %+v, want %q", c.args, c.text, got, c.want)
		}
	}
}

func TestGenerateQAP(t *testing.T) {
	for _, kind := range []string{"uniform", "structured"} {
		args := []string{"generate", "qap", "--kind", kind, "--size", "9", "--seed", "2"}
		remade(t, args, warble(t, "", args...), "qap", "-q", "--device", "cpu", "--generations", "20")
	}
	refuse(t, map[string]string{
		"generate qap --kind odd":      "uniform or structured",
		"generate qap --size 1":        "2 to 1000",
		"generate qap --size 1001":     "2 to 1000",
		"generate qap --out nowhere/x": "nowhere",
	})
}
