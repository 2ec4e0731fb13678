package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli"
)

func TestExact(t *testing.T) {
	for _, algorithm := range []string{"auto", "exact"} {
		got := warble(t, "", "knapsack", "--algorithm", algorithm, "--json", fifty, thirty)
		for _, want := range []string{`"algorithm":"exact"`, `"status":"optimal"`, `"score":14832`, `"score":13182`, `"verified":true`, `"parameters":{}`} {
			if got.code != cli.ExitOK || !strings.Contains(got.out, want) {
				t.Errorf("%s: %s is missing: %+v", algorithm, want, got)
			}
		}
		if chose := strings.Contains(got.err, "auto chose: warbler knapsack --algorithm exact --json "+fifty+"\n"); chose != (algorithm == "auto") {
			t.Errorf("%s: %q", algorithm, got.err)
		}
	}
}

// TestProven: where an answer does not tell that it is proven, a note does.
func TestProven(t *testing.T) {
	note := "warbler: " + fifty + ": proven optimal\n"
	for _, c := range []struct {
		flags  string
		proven bool
	}{
		{"", true},
		{"--algorithm exact", true},
		{"-q", false},
		{"--json", false}, // its status tells
		{"--algorithm genetic --device cpu --generations 3", false},
	} {
		got := warble(t, "", append(append([]string{"knapsack"}, strings.Fields(c.flags)...), fifty)...)
		if got.code != cli.ExitOK || strings.HasSuffix(got.err, note) != c.proven || !c.proven && strings.Contains(got.err, "proven optimal") {
			t.Errorf("%s: %+v", c.flags, got)
		}
	}
}

// verdict is what verify says about an answer on standard input.
type verdict struct {
	name, answer string
	code         cli.ExitCode
	out, err     string // how the one begins, and what is in the other
}

// unreadable are answers that none can be read of, for most problems.
var unreadable = []verdict{
	{"empty", "", cli.ExitUser, "", "standard input:1: "},
	{"garbage", "\x00\x01", cli.ExitUser, "", "standard input:1: "},
	{"broken JSON", `{"cost":`, cli.ExitUser, "", "JSON"},
	{"empty JSON", `{}`, cli.ExitUser, "", "JSON without a solution"},
}

// judge has verify judge answers about an instance.
func judge(t *testing.T, path string, list []verdict) {
	t.Helper()
	for _, c := range list {
		got := warble(t, c.answer, "verify", path, "-")
		if got.code != c.code || !strings.HasPrefix(got.out, c.out) || !strings.Contains(got.err, c.err) || c.code != cli.ExitUser && got.err != "" {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestVerify(t *testing.T) {
	dir := t.TempDir()
	text, object := filepath.Join(dir, "text"), filepath.Join(dir, "object")
	for path, extra := range map[string]string{text: "-q", object: "--json"} {
		if got := warble(t, "", "knapsack", "--algorithm", "exact", extra, "--out", path, thirty); got.code != cli.ExitOK {
			t.Fatalf("%+v", got)
		}
		if got := warble(t, "", "verify", thirty, path); got.code != cli.ExitOK || !strings.HasPrefix(got.out, "right: 13182 ") {
			t.Errorf("%s: %+v", path, got)
		}
	}
	sack := file(t, "tiny.txt", tiny)
	judge(t, sack, []verdict{
		{"right", "7 5\n2 3\n", cli.ExitOK, "right: 7 5\n", ""},
		{"right, in JSON", `{"score":7,"solution":[2,3]}`, cli.ExitOK, "right: 7 5\n", ""},
		{"nothing taken", "0 0\n\n", cli.ExitOK, "right: 0 0\n", ""},
		{"worth less", "8 5\n2 3\n", cli.ExitWrong, "wrong: ", ""},
		{"worth less, in JSON", `{"score":8,"solution":[2,3]}`, cli.ExitWrong, "wrong: ", ""},
		{"another weight", "7 4\n2 3\n", cli.ExitWrong, "wrong: ", ""},
		{"too heavy", "8 7\n1 3\n", cli.ExitWrong, "wrong: ", ""},
		{"twice", "8 6\n3 3\n", cli.ExitWrong, "wrong: ", ""},
		{"no such item", "4 3\n9\n", cli.ExitWrong, "wrong: standard input:2: ", ""},
		{"item 0", "4 3\n0\n", cli.ExitWrong, "wrong: ", ""},
		{"a negative item", "4 3\n-1\n", cli.ExitWrong, "wrong: ", ""},
		{"an item beyond 64 bits", "4 3\n99999999999999999999\n", cli.ExitWrong, "wrong: ", ""},
		{"too many items", "7 5\n2 3 1 1\n", cli.ExitWrong, "wrong: standard input:2: ", ""},
		{"no such item, in JSON", `{"score":4,"solution":[9]}`, cli.ExitWrong, "wrong: ", ""},
		{"half an item", "4 3\n1.5\n", cli.ExitUser, "", "standard input:2: "},
		{"a word", "4 3\nx\n", cli.ExitUser, "", "standard input:2: "},
		{"empty", "", cli.ExitUser, "", "standard input"},
		{"garbage", "\x00\x01\x02", cli.ExitUser, "", "standard input:1: "},
		{"broken JSON", `{"score":`, cli.ExitUser, "", "JSON"},
	})
	two := file(t, "pair.txt", pair)
	if got := warble(t, "9 2\n1 2\n", "verify", two, "-"); got.code != cli.ExitUser || !strings.Contains(got.err, "--instance") {
		t.Errorf("%+v", got)
	}
	if got := warble(t, "9 2\n1 2\n", "verify", "--instance", "2", two, "-"); got.code != cli.ExitOK {
		t.Errorf("%+v", got)
	}
}

func TestStart(t *testing.T) {
	start := file(t, "start", "7 5\n2 3\n")
	got := warble(t, tiny, "knapsack", "--algorithm", "genetic", "--device", "cpu", "--generations", "1", "-p", "population=2", "--start", start, "-")
	if got.code != cli.ExitOK || got.out != "7 5\n2 3\n" {
		t.Errorf("%+v", got)
	}
	wrong := file(t, "wrong", "7 5\n2 4\n")
	if got := warble(t, tiny, "knapsack", "--device", "cpu", "--start", wrong, "-"); got.code != cli.ExitUser || !strings.Contains(got.err, "wrong:2: ") {
		t.Errorf("%+v", got)
	}
}

// Answers of several files say whose they are, and are found by that.
func TestVerifyOneOfSeveral(t *testing.T) {
	all := []string{fifty, thirty, "../../examples/flowshop-20x5.txt", "../../examples/planted-60.col"}
	got := warble(t, "", append([]string{"solve", "-q", "--device", "cpu", "--generations", "100"}, all...)...)
	for _, name := range all {
		if !strings.Contains(got.out, "c "+name) {
			t.Errorf("%s is nowhere in %q", name, got.out)
		}
		if v := warble(t, got.out, "verify", name, "-"); v.code != cli.ExitOK || !strings.HasPrefix(v.out, "right: ") {
			t.Errorf("%s: %+v", name, v)
		}
	}
	wrong := strings.Replace(got.out, "\n13182 ", "\n13183 ", 1)
	if v := warble(t, wrong, "verify", thirty, "-"); v.code != cli.ExitWrong {
		t.Errorf("%+v", v)
	}
	if v := warble(t, got.out, "verify", twenty, "-"); v.code != cli.ExitUser || !strings.Contains(v.err, "and none to "+twenty) {
		t.Errorf("%+v", v)
	}
	fronts := warble(t, "", "pareto", "-q", "--device", "cpu", "--generations", "3", "zdt1", "zdt2")
	if v := warble(t, fronts.out, "verify", "zdt2", "-"); v.code != cli.ExitOK {
		t.Errorf("%+v", v)
	}
}
