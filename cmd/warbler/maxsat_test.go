package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"os"
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
	hundred = "../../examples/maxsat-100.wcnf" // weighted and partial, optimum 27
	planted = "../../examples/3sat-50.cnf"     // all clauses can be satisfied
	// triple has one best assignment, 110, of cost 2.
	triple = "h 1 0\nh -1 2 0\n3 2 -3 0\n2 -2 3 0\n4 -3 0\n"
	// odd is triple in the format of 2021 and earlier.
	odd = "c a comment\np wcnf 3 5 100\n100 1 0\n100 -1 2 0\n3 2 -3 0\n2 -2 3 0\n4 -3 0\n"
)

func TestMaxsatAnswers(t *testing.T) {
	best := "o 2\ns OPTIMUM FOUND\nv 110\n"
	zipped := compressed(t, triple)
	packed := file(t, "triple.wcnf.gz", zipped)
	cnf := "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n"
	for _, c := range []struct {
		name, stdin string
		args        []string
		want        string
		code        cli.ExitCode
	}{
		{"a file", "", []string{file(t, "x.wcnf", triple)}, best, cli.ExitOptimum},
		{"the old format", odd, []string{"-"}, best, cli.ExitOptimum},
		{"standard input", triple, []string{"-"}, best, cli.ExitOptimum},
		{"compressed", "", []string{packed}, best, cli.ExitOptimum},
		{"compressed standard input", zipped, []string{"-"}, best, cli.ExitOptimum},
		{"exact by name", triple, []string{"--algorithm", "exact", "-"}, best, cli.ExitOptimum},
		{"no weights", cnf, []string{"-"}, "o 1\ns OPTIMUM FOUND\nv 00\n", cli.ExitOptimum},
		{"unsatisfied", triple, []string{"--unsatisfied", "-"}, best + "c unsatisfied 4 weight 2: -2 3\n", cli.ExitOptimum},
		{"unsatisfied and empty", "5 0\n1 1 0\n", []string{"--unsatisfied", "-"}, "o 5\ns OPTIMUM FOUND\nv 1\nc unsatisfied 1 weight 5:\n", cli.ExitOptimum},
		{"unsatisfiable", "h 1 0\nh -1 0\n5 2 0\n", []string{"--unsatisfied", "-"}, "s UNSATISFIABLE\n", cli.ExitUnsatisfiable},
		{"several", triple, []string{packed, "-"},
			"c " + packed + "\n" + best + "c standard input\n" + best, cli.ExitOptimum},
		{"several kinds", "h 0\n", []string{packed, "-"}, "c " + packed + "\n" + best + "c standard input\ns UNSATISFIABLE\n", cli.ExitOK},
		// A search that cannot prove it says so, and one that reaches the bound can.
		{"found", triple, []string{"--algorithm", "genetic", "--generations", "30", "-"}, "o 2\ns SATISFIABLE\nv 110\n", cli.ExitSatisfiable},
		{"a target", triple, []string{"--algorithm", "genetic", "--target", "2", "-"}, "o 2\ns SATISFIABLE\nv 110\n", cli.ExitSatisfiable},
		{"no limit", "h 1 0\n7 2 0\n3 0\n", []string{"--algorithm", "genetic", "-"}, "o 3\ns OPTIMUM FOUND\nv 11\n", cli.ExitOptimum},
		{"no limit and replicas", "h 1 0\n7 2 0\n", []string{"--algorithm", "genetic", "--replicas", "5", "-"}, "o 0\ns OPTIMUM FOUND\nv 11\n", cli.ExitOptimum},
		{"an empty hard clause", "h 0\nh 1 0\n", []string{"--algorithm", "genetic", "-"}, "s UNSATISFIABLE\n", cli.ExitUnsatisfiable},
		{"nothing feasible", "h 1 0\nh -1 0\n5 2 0\n", []string{"--algorithm", "genetic", "--generations", "20", "-"}, "s UNKNOWN\n", cli.ExitOK},
	} {
		got := warble(t, c.stdin, append([]string{"maxsat", "-q", "--device", "cpu"}, c.args...)...)
		if got.code != c.code || got.out != c.want || got.err != "" {
			t.Errorf("%s: %+v, want %d and %q", c.name, got, c.code, c.want)
		}
	}
}

// With a hard clause that no search can satisfy, what is violated is listed.
func TestMaxsatUnknown(t *testing.T) {
	got := warble(t, "h 1 0\nh -1 0\n5 2 0\n", "maxsat", "--device", "cpu", "--algorithm", "genetic", "--generations", "20", "--unsatisfied", "-")
	lines := strings.Split(got.out, "\n")
	if got.code != cli.ExitOK || lines[0] != "s UNKNOWN" || !strings.HasPrefix(lines[1], "c unsatisfied ") || !strings.Contains(lines[1], " hard: ") ||
		got.err != "warbler: standard input: no feasible solution was found; the best has 1 hard clause violated\n" {
		t.Errorf("%+v", got)
	}
}

func TestMaxsatEdgeCases(t *testing.T) {
	dir, rows := problemtest.Table(t, "maxsat", "optima.csv")
	cost := slices.Index(rows[0], "best_cost")
	count := 0
	for _, row := range rows[1:] {
		if !strings.HasPrefix(row[0], "edge-cases/") {
			continue
		}
		count++
		path := filepath.Join(dir, filepath.FromSlash(row[0]))
		got := warble(t, "", "maxsat", "-q", "--device", "cpu", path)
		want, code := "o "+row[cost]+"\ns OPTIMUM FOUND\nv ", cli.ExitOptimum
		if row[cost] == "UNSATISFIABLE" {
			want, code = "s UNSATISFIABLE\n", cli.ExitUnsatisfiable
		}
		if got.code != code || !strings.HasPrefix(got.out, want) || got.err != "" {
			t.Errorf("%s: %+v, want %q", row[0], got, want)
		}
		verdict := warble(t, got.out, "verify", path, "-")
		if code == cli.ExitOptimum && verdict.code != cli.ExitOK || code == cli.ExitUnsatisfiable && verdict.code != cli.ExitUser {
			t.Errorf("%s: %+v", row[0], verdict)
		}
	}
	if count < 17 {
		t.Errorf("only %d edge cases", count)
	}
}

// costs are those of the o lines, which must get better.
func costs(t *testing.T, out string) (list []int64) {
	t.Helper()
	for line := range strings.Lines(out) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "o ")
		if !ok {
			continue
		}
		cost, err := strconv.ParseInt(text, 10, 64)
		if err != nil || len(list) > 0 && cost >= list[len(list)-1] {
			t.Fatalf("%q after %v: %v", line, list, err)
		}
		list = append(list, cost)
	}
	return list
}

func TestMaxsatImproves(t *testing.T) {
	args := []string{"maxsat", "--algorithm", "genetic", "--device", "cpu", "--generations", "3000", "--replicas", "2", "--top", "2", hundred}
	got := warble(t, "", args...)
	list := costs(t, got.out)
	if got.code != cli.ExitSatisfiable || len(list) == 0 || list[len(list)-1] < 27 || !strings.Contains(got.err, ": 2 replicas: best ") || strings.Count(got.err, "\n") != 1 {
		t.Fatalf("%+v", got)
	}
	lines := strings.Split(strings.TrimSpace(got.out), "\n")[len(list):]
	if len(lines) != 3 || lines[0] != "s SATISFIABLE" || !strings.HasPrefix(lines[1], "v ") || len(lines[1]) != 102 || !strings.HasPrefix(lines[2], "c also ") {
		t.Errorf("%q", lines)
	}
	if verdict := warble(t, got.out, "verify", hundred, "-"); verdict.code != cli.ExitOK || !strings.HasPrefix(verdict.out, "right: cost ") {
		t.Errorf("%+v", verdict)
	}
	// The answer is a start that cannot get worse.
	again := warble(t, got.out, "maxsat", "--algorithm", "genetic", "--device", "cpu", "--generations", "1", "--start", "-", hundred)
	if first := costs(t, again.out); again.code != cli.ExitSatisfiable || len(first) == 0 || first[0] > list[len(list)-1] {
		t.Errorf("from %v to %+v", list, again)
	}
}

// An o line comes when its cost is found, not at the end.
func TestMaxsatImprovesAsItGoes(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	out := &watched{want: []byte("o "), seen: cancel}
	code := run(ctx, cli.Streams{In: strings.NewReader(""), Out: out, Err: io.Discard},
		[]string{"maxsat", "--algorithm", "genetic", "--device", "cpu", hundred})
	if ctx.Err() != context.Canceled || code != cli.ExitSatisfiable || !strings.Contains(out.String(), "\ns SATISFIABLE\nv ") {
		t.Errorf("%v, exit status %d: %s", ctx.Err(), code, out.String())
	}
}

// watched calls seen when a line begins with want.
type watched struct {
	bytes.Buffer
	want []byte
	seen func()
}

func (w *watched) Write(p []byte) (int, error) {
	if bytes.HasPrefix(p, w.want) {
		w.seen()
	}
	return w.Buffer.Write(p)
}

func TestMaxsatInterrupted(t *testing.T) {
	// A cut of this graph that cuts every edge, which would be the end, is not to
	// be found.
	graph := file(t, "graph.cnf", warble(t, "", "generate", "maxsat", "--maxcut").out)
	for _, flags := range [][]string{{"--time", "1h"}, nil} {
		got := interrupted(t, 300*time.Millisecond, 5*time.Second, "", append(append([]string{"maxsat", "--device", "cpu", "--json"}, flags...), graph, planted)...)
		if got.code != cli.ExitSatisfiable || strings.Count(got.out, "\n") != 1 || !strings.Contains(got.out, `"status":"interrupted"`) {
			t.Errorf("%+v", got)
		}
		if limit := strings.Contains(got.err, "no limit is set, so the search goes on until its answer is proven optimal or Ctrl-C"); limit == (flags != nil) {
			t.Errorf("%v: %q", flags, got.err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := warbleUntil(ctx, "", "maxsat", "--device", "cpu", hundred); got.code != cli.ExitOK || got.out != "" {
		t.Errorf("%+v", got)
	}
}

func TestMaxsatJSON(t *testing.T) {
	parse := func(out string) (list []map[string]any) {
		for line := range strings.Lines(out) {
			m := map[string]any{}
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			list = append(list, m)
		}
		return list
	}
	got := warble(t, triple, "maxsat", "-q", "--device", "cpu", "--json", "--unsatisfied", "-",
		file(t, "no.wcnf", "h 0\n3 1 0\n"), file(t, "all.wcnf", "3 1 0\n"))
	list := parse(got.out)
	if got.code != cli.ExitOK || len(list) != 3 {
		t.Fatalf("%+v", got)
	}
	for i, want := range []map[string]any{
		{"problem": "maxsat", "instance": "standard input", "algorithm": "exact", "status": "optimal", "score": 7.0, "cost": 2.0, "optimum_known": 2.0, "solution": "110", "verified": true},
		{"problem": "maxsat", "status": "unsatisfiable", "score": nil, "cost": nil, "optimum_known": nil, "solution": nil, "verified": false},
		{"problem": "maxsat", "status": "optimal", "score": 3.0, "cost": 0.0, "optimum_known": 0.0, "solution": "1", "verified": true},
	} {
		for name, value := range want {
			if have, ok := list[i][name]; !ok || have != value {
				t.Errorf("%d: %s is %v, want %v", i, name, have, value)
			}
		}
	}
	clause, err := json.Marshal(list[0]["unsatisfied"])
	if want := `[{"clause":4,"hard":false,"literals":[-2,3],"weight":2}]`; err != nil || string(clause) != want {
		t.Errorf("%s, %v", clause, err)
	}
	if none, ok := list[2]["unsatisfied"].([]any); !ok || len(none) != 0 {
		t.Errorf("%v", list[2])
	}
	genetic := []string{"maxsat", "--algorithm", "genetic", "--device", "cpu", "--json", "--generations", "20", "--replicas", "2", "-"}
	one := parse(warble(t, "h 1 0\nh -1 0\n5 2 0\n", genetic...).out)[0]
	runs := one["runs"].([]any)
	if one["status"] != "unknown" || one["score"] != -1.0 || one["solution"] != nil || len(runs) != 2 || runs[0].(map[string]any)["cost"] != nil {
		t.Errorf("%v", one)
	}
	two := parse(warble(t, triple, genetic...).out)[0]
	if two["status"] != "steps" || two["score"] != 7.0 || two["cost"] != 2.0 || two["optimum_known"] != nil || two["generations"] != 20.0 {
		t.Errorf("%v", two)
	}
}

func TestMaxsatUserErrors(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // in the one line on standard error
	}{
		{"x.wcnf", "h 1 2\n", "x.wcnf:2: the file ends inside clause 1"},
		{"x.cnf", "p cnf 2 3\n1 0\n2 0\n", "x.cnf:4: the file ends after 2 of 3 clauses; it is truncated"},
		{"x.wcnf", "-3 1 0\n", "x.wcnf:1: the weight -3 is negative"},
		{"x.wcnf", "1 2 0\n99999999999999999999 1 0\n", "x.wcnf:2: the weight 99999999999999999999 does not fit"},
		{"x.wcnf", "9223372036854775807 1 0\n1 1 0\n", "x.wcnf:2: the weights of the soft clauses add up to more"},
		{"x.cnf", "p cnf 2 1\n3 0\n", "x.cnf:2: literal 3 is beyond the 2 variables"},
		{"x.cnf", "", "x.cnf:1: the file is empty"},
		{"x.wcnf", "hello world\n", "x.wcnf:1: "},
		{"x.wcnf", "\x00\x01\x02\xff", "x.wcnf:1: "},
		{"x.wcnf", "1 33554433 0\n", "x.wcnf: it has 33554433 variables"},
	} {
		got := warble(t, "", "maxsat", "--device", "cpu", file(t, c.name, c.text))
		if got.code != cli.ExitUser || got.out != "" || strings.Count(got.err, "\n") != 1 ||
			!strings.HasPrefix(got.err, "warbler: ") || !strings.Contains(got.err, c.want) {
			t.Errorf("%q: %+v, want %q", c.text, got, c.want)
		}
	}
	for args, want := range map[string]string{
		"maxsat":                        "requires at least 1 arg",
		"maxsat nowhere.wcnf --time 1s": "nowhere.wcnf: no such file",
		"maxsat --algorithm differential --time 1s " + hundred:    "does not work on binary genomes",
		"maxsat --algorithm exact " + hundred:                     "more than 40 variables are free",
		"maxsat --algorithm exact --trace x.csv " + hundred:       "--trace: the exact method has no use for it",
		"maxsat --target cheap " + hundred:                        "--target",
		"maxsat --trace x.csv " + hundred + " " + planted:         "--trace is for one formula",
		"maxsat --device cpu --start " + hundred + " " + hundred:  "maxsat-100.wcnf:2: ",
		"maxsat --device cpu --start ../../go.mod " + hundred:     "go.mod:1: ",
		"maxsat --constraint greedy " + hundred:                   "unknown flag: --constraint",
		"solve --instance 2 " + hundred:                           "there is no --instance 2",
		"solve --trace x.csv " + hundred + " " + fifty:            "one instance",
		"maxsat --device cpu --resume " + fifty + " " + hundred:   "no checkpoint",
		"maxsat --device cpu --start " + os.DevNull + " " + fifty: "knapsack-50.txt:",
	} {
		got := warble(t, "", strings.Fields(args)...)
		if got.code != cli.ExitUser || got.out != "" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
	empty := file(t, "start", "s UNKNOWN\n")
	if got := warble(t, "", "maxsat", "--device", "cpu", "--start", empty, hundred); got.code != cli.ExitUser || !strings.Contains(got.err, "no assignment in it to start from") {
		t.Errorf("%+v", got)
	}
	// A bad file does not keep the others from being answered.
	got := warble(t, "", "maxsat", "-q", "--device", "cpu", file(t, "a.wcnf", triple), file(t, "b.wcnf", "nonsense"), file(t, "c.wcnf", triple))
	if got.code != cli.ExitUser || strings.Count(got.out, "s OPTIMUM FOUND") != 2 || strings.Count(got.err, "\n") != 1 {
		t.Errorf("%+v", got)
	}
}

func TestMaxsatOddities(t *testing.T) {
	text := "p wcnf 4 3 9\n9 1 -1 0\n3 2 2 0\n9 1 0\n1 0\n"
	const extra = "1 clause more than the header promises"
	for _, c := range []struct {
		flag string
		want []string
		not  []string
	}{
		{"-v", []string{extra, "1 clause is a tautology", "1 clause repeats a literal", "2 variables are in no clause", "its weight is always lost"}, nil},
		{"--progress=auto", []string{"warbler: standard input: " + extra + "\n"}, []string{"tautology"}},
		{"-q", nil, []string{extra}},
	} {
		got := warble(t, text, "maxsat", "--device", "cpu", c.flag, "-")
		if got.code != cli.ExitOptimum || got.out != "o 1\ns OPTIMUM FOUND\nv 1100\n" {
			t.Errorf("%s: %+v", c.flag, got)
		}
		for _, want := range c.want {
			if !strings.Contains(got.err, want) {
				t.Errorf("%s: %q is missing: %q", c.flag, want, got.err)
			}
		}
		for _, not := range c.not {
			if strings.Contains(got.err, not) {
				t.Errorf("%s: %q", c.flag, got.err)
			}
		}
	}
	if got := warble(t, triple, "maxsat", "--device", "cpu", "--algorithm", "exact", "-"); got.err != "" {
		t.Errorf("%+v", got)
	}
}

// The costs of a trace, of its means and of the answer are the same costs.
func TestMaxsatTrace(t *testing.T) {
	dir := t.TempDir()
	trace, picture, saved := filepath.Join(dir, "t.csv"), filepath.Join(dir, "p.svg"), filepath.Join(dir, "saved")
	args := []string{"maxsat", "--algorithm", "genetic", "--device", "cpu", "--json", "--out"}
	whole := filepath.Join(dir, "whole")
	first := warble(t, "", append(args, whole, "--generations", "3000", "--trace", trace, "--plot", picture, hundred)...)
	half := warble(t, "", append(args, os.DevNull, "--generations", "500", "--checkpoint", saved, hundred)...)
	rest := warble(t, "", append(args, filepath.Join(dir, "rest"), "--generations", "3000", "--resume", saved, hundred)...)
	if first.code != cli.ExitSatisfiable || rest.code != cli.ExitSatisfiable || first.err+rest.err != "" {
		t.Fatalf("%+v, %+v, %+v", first, half, rest)
	}
	a, b := fields(t, whole), fields(t, filepath.Join(dir, "rest"))
	if a["cost"] != b["cost"] || a["solution"] != b["solution"] {
		t.Errorf("%v in one go, %v resumed", a["cost"], b["cost"])
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 3002 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	column := func(row []string, name string) float64 {
		x, err := strconv.ParseFloat(row[slices.Index(rows[0], name)], 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	// 4342 is the weight of all soft clauses: at first, all assignments violate
	// hard ones.
	if column(rows[1], "best") <= 4342 {
		t.Errorf("%v", rows[1])
	}
	best, online := math.Inf(1), 0.0
	for i, row := range rows[1:] {
		best = min(best, column(row, "best"))
		online += column(row, "mean")
		if low, mean, high := column(row, "best"), column(row, "mean"), column(row, "worst"); low > mean || mean > high || low < 27 || column(row, "deviation") > high-low {
			t.Fatalf("%v", row)
		}
		if have, want := column(row, "online"), online/float64(i+1); math.Abs(have-want) > 1e-6*want {
			t.Fatalf("online %v, want %v", have, want)
		}
	}
	if best != a["cost"] {
		t.Errorf("the best of the trace is %v, the answer %v", best, a["cost"])
	}
	if svg, err := os.ReadFile(picture); err != nil || !bytes.Contains(svg, []byte("smaller is better")) {
		t.Error(err)
	}
}

func TestSolveFormulas(t *testing.T) {
	sack := file(t, "x.txt", tiny)
	got := warble(t, "", "solve", "--device", "cpu", "--unsatisfied", file(t, "x.wcnf", triple), sack, planted)
	if got.code != cli.ExitOK || !strings.Contains(got.out, "\no 2\ns OPTIMUM FOUND\nv 110\nc unsatisfied 4 weight 2: -2 3\nc "+sack+"\n7 5\n2 3\nc "+planted+"\ns SATISFIABLE\nv ") ||
		strings.Count(got.err, "auto chose: warbler solve") != 3 {
		t.Errorf("%+v", got)
	}
	if v := warble(t, got.out, "verify", sack, "-"); v.code != cli.ExitOK {
		t.Errorf("%+v", v)
	}
	// Without a name the first line tells.
	for text, want := range map[string]string{triple: "s OPTIMUM", odd: "s OPTIMUM", "p cnf 1 1\n1 0\n": "s SATISFIABLE\nv 1 0\n", tiny: "7 5\n"} {
		if got := warble(t, text, "solve", "-q", "--device", "cpu", "-"); !strings.Contains(got.out, want) || got.err != "" {
			t.Errorf("%q: %+v", text, got)
		}
	}
	if got := warble(t, "", "solve", "-q", "--device", "cpu", planted); got.code != cli.ExitSatisfiable || got.err != "" {
		t.Errorf("%+v", got)
	}
	for args, want := range map[string]string{
		"--generations 5 --top 2 ": "warbler: --generations, --top: deciding a .cnf has no use for it; 'warbler maxsat' has\n",
		"--algorithm genetic ":     "warbler: --algorithm genetic: formulas are decided by auto, lookahead, swarm, pipeline, walk, portfolio; 'warbler maxsat' has other algorithms\n",
	} {
		if got := warble(t, "", strings.Fields("solve "+args+planted)...); got.code != cli.ExitUser || got.err != want {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

func TestVerifyFormulas(t *testing.T) {
	partial, plain := file(t, "x.wcnf", triple), file(t, "x.cnf", "p cnf 3 3\n1 2 0\n-1 0\n-2 3 0\n")
	judge(t, partial, []verdict{
		{"right", "c hello\no 5\no 2\ns SATISFIABLE\nv 110\n", cli.ExitOK, "right: cost 2\n", ""},
		{"right in literals", "o 2\ns OPTIMUM FOUND\nv 1 2 -3 0\n", cli.ExitOK, "right: cost 2 (whether a lower", ""},
		{"right without a cost", "s SATISFIABLE\nv 111\n", cli.ExitOK, "right: cost 4\n", ""},
		{"right in JSON", `{"status":"optimal","score":7,"cost":2,"solution":"110"}`, cli.ExitOK, "right: cost 2 (", ""},
		{"another cost", "o 1\ns SATISFIABLE\nv 110\n", cli.ExitWrong, "wrong: the assignment costs 2, not 1", ""},
		{"another cost in JSON", `{"status":"time","cost":1,"solution":"110"}`, cli.ExitWrong, "wrong: ", ""},
		{"a hard clause", "o 2\ns SATISFIABLE\nv 010\n", cli.ExitWrong, "wrong: 1 clause that must hold is violated", ""},
		{"too short", "o 2\nv 01\n", cli.ExitWrong, "wrong: standard input:2: ", ""},
		{"too short in JSON", `{"cost":2,"solution":"11"}`, cli.ExitWrong, "wrong: standard input", ""},
		{"no such variable", "o 2\nv 1 2 -4 0\n", cli.ExitWrong, "wrong: ", ""},
		{"unsatisfiable with a model", "s UNSATISFIABLE\nv 110\n", cli.ExitWrong, "wrong: ", ""},
		{"no model", "s UNKNOWN\n", cli.ExitUser, "", "standard input: the answer has no assignment"},
		{"unsatisfiable", "s UNSATISFIABLE\n", cli.ExitUser, "", "the answer has no assignment"},
		{"no model in JSON", `{"status":"unknown","cost":null,"solution":null}`, cli.ExitUser, "", "the answer has no assignment"},
		{"empty", "", cli.ExitUser, "", "standard input:1: "},
		{"garbage", "\x00\x01", cli.ExitUser, "", "standard input:1: "},
		{"broken JSON", `{"cost":`, cli.ExitUser, "", "JSON"},
	})
	judge(t, plain, []verdict{
		{"a model", "s SATISFIABLE\nv -1 2 3 0\n", cli.ExitOK, "right: satisfies all clauses\n", ""},
		{"no status", "-1 2 3 0\n", cli.ExitOK, "right: satisfies all clauses\n", ""},
		{"no model of all", "s SATISFIABLE\nv -1 2 -3 0\n", cli.ExitWrong, "wrong: 1 clause that must hold is violated", ""},
		{"a variable left open", "s SATISFIABLE\nv -1 3 0\n", cli.ExitWrong, "wrong: ", ""},
		{"a cost of a cnf", "o 1\ns SATISFIABLE\nv 010\n", cli.ExitOK, "right: cost 1\n", ""},
		{"an optimum of a cnf", "s OPTIMUM FOUND\nv 011\n", cli.ExitOK, "right: cost 0\n", ""},
		{"a wrong cost of a cnf", "o 0\ns OPTIMUM FOUND\nv 010\n", cli.ExitWrong, "wrong: ", ""},
	})
	// What the command prints is right, in every form.
	for _, flag := range []string{"--json", "--unsatisfied", "--top=2"} {
		answer := warble(t, "", "maxsat", "-q", "--device", "cpu", "--generations", "5000", flag, hundred)
		if verdict := warble(t, answer.out, "verify", hundred, "-"); answer.code != cli.ExitSatisfiable || verdict.code != cli.ExitOK {
			t.Errorf("%s: %+v, %+v", flag, answer, verdict)
		}
	}
	if got := warble(t, "", "verify", "--instance", "2", partial, "-"); got.code != cli.ExitUser {
		t.Errorf("%+v", got)
	}
	if got := warble(t, "", "verify", file(t, "y.cnf", "p cnf 1\n"), "-"); got.code != cli.ExitUser || !strings.Contains(got.err, "y.cnf:1: ") {
		t.Errorf("%+v", got)
	}
}

func TestExitStatusOfSeveral(t *testing.T) {
	for _, c := range []struct {
		codes []cli.ExitCode
		want  cli.ExitCode
	}{
		{nil, cli.ExitOK}, {[]cli.ExitCode{cli.ExitOptimum}, cli.ExitOptimum}, {[]cli.ExitCode{cli.ExitOptimum, cli.ExitOptimum}, cli.ExitOptimum},
		{[]cli.ExitCode{cli.ExitOptimum, cli.ExitSatisfiable}, cli.ExitOK}, {[]cli.ExitCode{cli.ExitOK, cli.ExitUnsatisfiable}, cli.ExitOK},
	} {
		if got := cli.Common(c.codes); got != c.want {
			t.Errorf("%v: %d", c.codes, got)
		}
	}
}

func TestAutoMaxsat(t *testing.T) {
	got := warble(t, "", "maxsat", "--device", "cpu", "--generations", "5000", hundred)
	want := "warbler: auto chose: warbler maxsat --algorithm walk --device cpu --generations 5000 " + hundred + "\n"
	if got.code != cli.ExitSatisfiable || got.err != want {
		t.Errorf("%+v, want %q", got, want)
	}
	again := warble(t, "", strings.Fields(strings.TrimPrefix(want, "warbler: auto chose: warbler"))...)
	if again.out[strings.Index(again.out, "s "):] != got.out[strings.Index(got.out, "s "):] || again.err != "" {
		t.Errorf("the line that auto printed gives %+v, not %+v", again, got)
	}
}

// Unit propagation alone proves what has far too many variables to try.
func TestPropagationProves(t *testing.T) {
	var b strings.Builder
	b.WriteString("h 1 0\n")
	for v := 1; v < 5000; v++ {
		b.WriteString("h -" + strconv.Itoa(v) + " " + strconv.Itoa(v+1) + " 0\n")
	}
	if got := warble(t, b.String()+"7 -5000 0\n", "maxsat", "-q", "--device", "cpu", "-"); got.code != cli.ExitOptimum || !strings.HasPrefix(got.out, "o 7\n") {
		t.Errorf("%d: %.100s", got.code, got.out)
	}
	// Clauses that are satisfied leave nothing to try.
	b.Reset()
	b.WriteString("h 1 0\n5 -1 0\n")
	for v := 2; v <= 60; v++ {
		b.WriteString("1 " + strconv.Itoa(v) + " 1 0\n")
	}
	if got := warble(t, b.String(), "maxsat", "-q", "--device", "cpu", "-"); got.code != cli.ExitOptimum || !strings.HasPrefix(got.out, "o 5\n") {
		t.Errorf("%d: %.100s", got.code, got.out)
	}
	b.Reset()
	b.WriteString("h 1 0\n")
	for v := 1; v < 5000; v++ {
		b.WriteString("h -" + strconv.Itoa(v) + " " + strconv.Itoa(v+1) + " 0\n")
	}
	if got := warble(t, b.String()+"h -5000 0\n", "maxsat", "-q", "--device", "cpu", "-"); got.code != cli.ExitUnsatisfiable {
		t.Errorf("%d: %.100s", got.code, got.out)
	}
}
