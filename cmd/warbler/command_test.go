package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/clocktest"
	"github.com/warbler-opt/warbler/internal/memory"
)

// spoken is what a command line printed and how it ended.
type spoken struct {
	out, err string
	code     cli.ExitCode
}

// warble runs a command line in this process, on the CPU unless it says
// otherwise.
func warble(t *testing.T, stdin string, args ...string) spoken {
	t.Helper()
	return warbleUntil(context.Background(), stdin, args...)
}

func warbleUntil(ctx context.Context, stdin string, args ...string) spoken {
	return warbleTo(ctx, false, stdin, args...)
}

// warbleTo is for a command whose answers go to a terminal, or do not.
func warbleTo(ctx context.Context, terminal bool, stdin string, args ...string) spoken {
	var out, err bytes.Buffer
	code := run(ctx, cli.Streams{In: strings.NewReader(stdin), Out: &out, Err: &err, OutTerminal: terminal}, args)
	return spoken{out.String(), err.String(), code}
}

const (
	fifty  = "../../examples/knapsack-50.txt" // optimum 14832
	thirty = "../../examples/mkp-30x5.txt"    // 5 constraints, optimum 13182
	// tiny has the optimum 7: items 2 and 3.
	tiny = "3 5\n4 4\n3 2\n4 3\n"
	// pair has two instances of one constraint each, with optima 7 and 9.
	pair = "2\n2 1 0\n3 4\n1 1\n2\n2 1 9\n4 5\n1 1\n2\n"
)

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// states wants values in an answer of --json.
func states(t *testing.T, got spoken, want map[string]any) {
	t.Helper()
	m := map[string]any{}
	if err := json.Unmarshal([]byte(got.out), &m); err != nil || got.code != cli.ExitOK {
		t.Fatalf("%v: %+v", err, got)
	}
	for name, value := range want {
		if have, ok := m[name]; !ok || have != value {
			t.Errorf("%s is %v, want %v", name, have, value)
		}
	}
}

// compressed is a text in gzip.
func compressed(t *testing.T, text string) string {
	t.Helper()
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	z.Close()
	return zipped.String()
}

func TestKnapsackAnswers(t *testing.T) {
	genetic := []string{"knapsack", "--algorithm", "genetic", "--device", "cpu", "--generations", "100"}
	zipped := compressed(t, tiny)
	packed := file(t, "tiny.txt.gz", zipped)
	for _, c := range []struct {
		name, stdin string
		args        []string
		want        string
	}{
		{"a file", "", []string{file(t, "tiny.txt", tiny)}, "7 5\n2 3\n"},
		{"standard input", tiny, []string{"-"}, "7 5\n2 3\n"},
		{"compressed", "", []string{packed}, "7 5\n2 3\n"},
		{"compressed standard input", zipped, []string{"-"}, "7 5\n2 3\n"},
		{"several", tiny, []string{packed, "-"}, "c " + packed + "\n7 5\n2 3\nc standard input\n7 5\n2 3\n"},
		{"a collection", pair, []string{"-"}, "c standard input#1\n7 2\n1 2\nc standard input#2\n9 2\n1 2\n"},
		{"one of a collection", pair, []string{"--instance", "2", "-"}, "9 2\n1 2\n"},
		{"index repair", tiny, []string{"--constraint", "index", "-"}, "7 5\n2 3\n"},
		{"quantum", tiny, []string{"--algorithm", "quantum", "-"}, "7 5\n2 3\n"},
		{"climb", tiny, []string{"--algorithm", "climb", "--generations", "50", "-"}, "7 5\n2 3\n"},
		{"tabu", tiny, []string{"--algorithm", "tabu", "-p", "tenure=1", "--generations", "50", "-"}, "7 5\n2 3\n"},
		{"robust", tiny, []string{"--algorithm", "robust", "-p", "neighborhood=pair", "--generations", "50", "-"}, "7 5\n2 3\n"},
		{"annealing", tiny, []string{"--algorithm", "annealing", "--generations", "500", "-"}, "7 5\n2 3\n"},
		{"iterated", tiny, []string{"--algorithm", "iterated", "--generations", "50", "-"}, "7 5\n2 3\n"},
		{"random repair", tiny, []string{"--constraint", "random", "-"}, "7 5\n2 3\n"},
		{"penalty", tiny, []string{"--constraint", "penalty", "-"}, "7 5\n2 3\n"},
		{"a target", tiny, []string{"--target", "7", "-"}, "7 5\n2 3\n"},
		{"decimals", "2 1.5\n2.25 1\n1 0.25\n", []string{"-"}, "3.25 1.25\n1 2\n"},
		{"nothing fits", "1 1\n5 2\n", []string{"-"}, "0 0\n\n"},
	} {
		got := warble(t, c.stdin, append(genetic, c.args...)...)
		if got.code != cli.ExitOK || got.out != c.want || got.err != "" {
			t.Errorf("%s: %+v, want %q", c.name, got, c.want)
		}
	}
	for name, want := range map[string]string{fifty: "14832 ", thirty: "13182 "} {
		got := warble(t, "", append(genetic, name)...)
		if got.code != cli.ExitOK || !strings.HasPrefix(got.out, want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// With a penalty a search can end without anything feasible.
func TestNothingFeasible(t *testing.T) {
	got := warble(t, "2 1\n5 9\n5 9\n", "knapsack", "--algorithm", "genetic", "--device", "cpu", "--constraint", "penalty",
		"--generations", "1", "-p", "population=2", "-p", "mutation=none", "-p", "crossover=none", "--seed", "3", "--replicas", "3", "-")
	if got.code != cli.ExitOK || got.out != "0 0\n\n" || strings.Count(got.err, "\n") > 1 {
		t.Errorf("%+v", got)
	}
}

func TestAutoSaysWhatItChose(t *testing.T) {
	got := warble(t, "", "knapsack", "--device", "cpu", "--seed", "3", "--generations", "100", "-p", "population=50", fifty)
	want := "warbler: auto chose: warbler knapsack --algorithm genetic --device cpu --seed 3 --generations 100 -p population=50 " + fifty + "\n"
	if got.code != cli.ExitOK || got.err != want {
		t.Errorf("%+v, want %q", got, want)
	}
	again := warble(t, "", strings.Fields(strings.TrimPrefix(want, "warbler: auto chose: warbler"))...)
	if again.out != got.out || again.err != "" {
		t.Errorf("the line that auto printed gives %+v, not %+v", again, got)
	}
	if got := warble(t, "", "knapsack", "-q", "--device", "cpu", "-p", "population=50", fifty); got.err != "" {
		t.Errorf("-q: %q", got.err)
	}
}

func TestJSON(t *testing.T) {
	got := warble(t, pair, "knapsack", "--algorithm", "genetic", "--device", "cpu", "--json", "--generations", "100", "--replicas", "3", "--seed", "5", "--top", "2", "-")
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	if got.code != cli.ExitOK || len(lines) != 2 {
		t.Fatalf("%+v", got)
	}
	var a struct {
		cli.Answer
		Runs []cli.RunAnswer `json:"runs"`
	}
	if err := json.Unmarshal([]byte(lines[1]), &a); err != nil {
		t.Fatal(err)
	}
	if a.Problem != "knapsack" || a.Algorithm != "genetic" || a.Device != "cpu" || a.DeviceName == "" || a.Seed != 5 || a.Replicas != 3 ||
		a.Status != "steps" || a.Score != 9.0 || a.Cost != nil || a.OptimumKnown != 9.0 || a.Generations != 100 ||
		a.Evaluations == 0 || a.ElapsedSeconds <= 0 || !a.Verified || a.Version == "" || len(a.Runs) != 3 || a.Runs[2].Seed != 7 {
		t.Errorf("%+v", a)
	}
	if a.Parameters["population"] != 200.0 || a.Parameters["pc"] != 0.9 {
		t.Errorf("%v", a.Parameters)
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(lines[0]), &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"optimum_known", "solution", "read_seconds", "device_seconds", "top"} {
		if _, ok := fields[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
}

func TestUserErrors(t *testing.T) {
	broken := file(t, "broken.txt", "3 5\n4 4\n3\n")
	csv := file(t, "run.csv", "replica,step\n")
	for _, c := range []struct {
		args string
		want string // in the one line on standard error
	}{
		{"knapsack", "requires at least 1 arg"},
		{"knapsack nowhere.txt", "nowhere.txt: no such file"},
		{"knapsack " + broken, "broken.txt:"},
		{"knapsack ../../examples", "is a folder"},
		{"pareto", "only received 0; it is called as 'warbler pareto NAME|FILE… [flags]'"},
		{"experiment run", "it is called as 'warbler experiment run PLAN"},
		{"knapsack --fast x", "unknown flag: --fast; 'warbler help knapsack' shows the flags"},
		{"knapsack --algorithm genetik " + fifty, `there is no algorithm "genetik"; known: genetic`},
		{"knapsack --algorithm genetic -p popsize=3 " + fifty, "parameter popsize: there is no such parameter; known: population"},
		{"knapsack --algorithm genetic -p population=1 " + fifty, "parameter population"},
		{"knapsack -p population " + fifty, "write it as name=value"},
		{"knapsack --params nowhere.toml -p pc=1 " + fifty, "nowhere.toml"},
		{"knapsack --params " + broken + " " + fifty, "broken.txt: toml"},
		{"knapsack --algorithm genetic --device tpu " + fifty, `there is no such device`},
		{"knapsack --algorithm genetic --target lots " + fifty, "--target"},
		{"knapsack --time fast " + fifty, "10s"},
		{"knapsack --time -1s " + fifty, "negative"},
		{"knapsack --convergence 2 " + fifty, "--convergence"},
		{"knapsack --replicas 0 " + fifty, "--replicas"},
		{"knapsack --progress loud " + fifty, "--progress"},
		{"knapsack --trace run.txt " + fifty, ".csv or a .jsonl"},
		{"knapsack --plot run.gif " + fifty, ".svg or a .png"},
		{"knapsack --trace run.csv " + fifty + " " + thirty, "--trace is for one instance"},
		{"knapsack --constraint none " + fifty, "greedy, random, index or penalty"},
		{"knapsack --instance 2 " + fifty, "there is no --instance 2"},
		{"knapsack --instance -1 " + fifty, "count from 1"},
		{"knapsack --device cpu --resume nowhere " + fifty, "warbler: nowhere: no such file"},
		{"knapsack --device cpu --resume x --start y " + fifty, "--start is for a run that begins, and --resume goes on with one"},
		{"function ackley --bound 1e12", "a bound of ackley is a positive number up to 1e+08, not 1e+12"},
		{"function rosenbrock --dim 2 --coding gray --start " + file(t, "far", "3 1"), "far: gene 0 is 3; it must be from -2.048 to 2.048"},
		{"knapsack --seed -1 " + fifty, "--seed -1: it is a whole number from 0 to 2^64-1"},
		{"knapsack --generations 1e30 " + fifty, "--generations 1e30: it is a whole number below 2^63"},
		{"knapsack --convergence much " + fifty, "--convergence much: it is a number"},
		{"knapsack --device cpu --resume " + csv + " " + fifty, "no checkpoint"},
		{"knapsack --algorithm genetic --device cpu --out nowhere/x " + fifty, "nowhere"},
		{"knapsack --checkpoint nowhere/x " + fifty, "--checkpoint nowhere/x: it cannot be written: no such file"},
		{"knapsack --plot nowhere/x.svg " + fifty, "--plot nowhere/x.svg: it cannot be written: no such file"},
		{"knapsack --trace nowhere/x.csv " + fifty, "--trace nowhere/x.csv: it cannot be written: no such file"},
		{"knapsack --checkpoint ../../examples " + fifty, "--checkpoint ../../examples: it is a folder"},
		{"knapsack --out nowhere/x " + fifty, "warbler: nowhere/x: no such file"},
		{"knapsack --device nope " + fifty, "--device nope: there is no such device"},
		{"knapsack --algorithm exact --device cuda:x " + fifty, "--device cuda:x: there is no such device"},
		{"knapsack --target abc " + fifty, "--target"},
		{"knapsack --algorithm exact --target abc " + fifty, "--target"},
		{"knapsack --algorithm exact -p pc=1 " + fifty, "-p: the exact method has no use for it"},
		{"knapsack --algorithm exact --replicas 2 --plot x.svg --trace x.csv " + fifty, "--trace, --plot, --replicas: the exact"},
		{"knapsak x", "warbler: unknown command \"knapsak\" for \"warbler\"; did you mean knapsack?\n"},
		{"experiment rn x", "warbler: unknown command \"rn\" for \"warbler experiment\"; did you mean run?\n"},
		{"sudoku x", "warbler: unknown command \"sudoku\" for \"warbler\"; 'warbler help' lists the commands\n"},
		{"knapsack ../../examples/qap-20.dat", "; 'warbler qap' is for such files\n"},
		{"sat ../../examples/qap-20.dat", "; 'warbler qap' is for such files\n"},
		{"maxsat ../../examples/qap-20.dat", "this is no formula"},
		{"sat ../../examples/knapsack-50.txt", "this is no formula"},
		{"coloring ../../examples/3sat-50.cnf", "; 'warbler maxsat' is for such files\n"},
		{"solve ../../README.md", "README.md:1: not a knapsack file in any known format"},
		{"solve ../../README.md", "; nor is it any other file that can be read: coloring .col, "},
		{"knapsack --tme 3s " + fifty, "warbler: unknown flag: --tme; did you mean --time?\n"},
		{"knapsack --population 500 " + fifty, "warbler: unknown flag: --population; it is a parameter of the algorithm: -p population=…\n"},
		{"help nonsense", "neither a subcommand nor an algorithm"},
		{"devices now", "unknown command"},
	} {
		got := warble(t, "", strings.Fields(c.args)...)
		if got.code != cli.ExitUser || got.out != "" || strings.Count(got.err, "\n") != 1 ||
			!strings.HasPrefix(got.err, "warbler: ") || !strings.Contains(got.err, c.want) {
			t.Errorf("%s: %+v, want %q", c.args, got, c.want)
		}
	}
}

// TestSeveralAnswers: --top lists what is feasible only, and like --replicas asks for
// a search, whatever auto would choose.
func TestSeveralAnswers(t *testing.T) {
	empty := file(t, "none.txt", "2 0\n5 1\n7 2\n")
	got := warble(t, "", "knapsack", "-q", "--algorithm", "genetic", "--device", "cpu", "--constraint", "penalty", "--generations", "2", "--top", "5", empty)
	if got.code != cli.ExitOK || got.out != "0 0\n\n" || got.err != "" {
		t.Errorf("%+v", got)
	}
	if got := warble(t, "", "knapsack", "-q", "--device", "cpu", "--generations", "30", "--top", "3", fifty); got.code != cli.ExitOK || strings.Count(got.out, "\n") != 6 {
		t.Errorf("%+v", got)
	}
	one := []string{"knapsack", "--device", "cpu", "--algorithm", "climb", "--generations", "3", "--top", "2", fifty}
	if got := warble(t, "", one...); got.code != cli.ExitOK || strings.Count(got.out, "\n") != 2 || !strings.Contains(got.err, "found 1 of the 2 different answers that --top asks for") {
		t.Errorf("%+v", got)
	}
	var a struct {
		Replicas int
		Runs     []struct{ Seed uint64 }
	}
	for replicas, args := range map[int][]string{1: {}, 3: {"--replicas", "3", "--generations", "5"}} {
		got := warble(t, "", append([]string{"knapsack", "-q", "--device", "cpu", "--seed", "7", "--json", fifty}, args...)...)
		if err := json.Unmarshal([]byte(got.out), &a); err != nil || a.Replicas != replicas || len(a.Runs) != replicas || a.Runs[0].Seed != 7 {
			t.Errorf("%+v, %v", got, err)
		}
	}
}

func TestOneBadFileAmongGood(t *testing.T) {
	first, last := file(t, "a", tiny), file(t, "c", tiny)
	got := warble(t, "", "knapsack", "--algorithm", "genetic", "--device", "cpu", "--generations", "9", first, file(t, "b", "nonsense"), last)
	if got.code != cli.ExitUser || got.out != "c "+first+"\n7 5\n2 3\nc "+last+"\n7 5\n2 3\n" || strings.Count(got.err, "\n") != 1 {
		t.Errorf("%+v", got)
	}
}

// interrupted runs a command that is told to end after so long, and demands that it
// ends within so long.
func interrupted(t *testing.T, after, limit time.Duration, in string, args ...string) (got spoken) {
	t.Helper()
	clocktest.Within(t, limit, args[0], func() time.Duration {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		defer cancel()
		began := time.Now()
		got = warbleTo(ctx, true, in, args...)
		return time.Since(began)
	})
	return got
}

func TestInterrupted(t *testing.T) {
	got := interrupted(t, 200*time.Millisecond, 5*time.Second, "", "knapsack", "--algorithm", "genetic", "--device", "cpu", "--time", "1h", "--json", fifty, thirty)
	if got.code != cli.ExitOK || strings.Count(got.out, "\n") != 1 || !strings.Contains(got.out, `"status":"interrupted"`) {
		t.Errorf("%+v", got)
	}
}

func TestFilesOfARun(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	args := []string{"knapsack", "--algorithm", "genetic", "--device", "cpu", "--json", "--replicas", "2", "--seed", "4", "-p", "pm=0.02", "--out"}
	whole := warble(t, "", append(args, in("whole"), "--generations", "40", "--trace", in("t.csv"), "--plot", in("p.svg"), thirty)...)
	half := warble(t, "", append(args, in("half"), "--generations", "15", "--checkpoint", in("c"), thirty)...)
	// What the command line leaves open is in the checkpoint.
	rest := warble(t, "", "knapsack", "--device", "cpu", "--json", "-q", "--out", in("rest"), "--generations", "40", "--resume", in("c"), thirty)
	for _, s := range []spoken{whole, half, rest} {
		if s.code != cli.ExitOK || s.out != "" || s.err != "" {
			t.Fatalf("%+v", s)
		}
	}
	if picture, err := os.ReadFile(in("p.svg")); err != nil || !strings.Contains(string(picture), ">knapsack mkp-30x5.txt#1 by genetic, seeds 4 to 5<") {
		t.Errorf("the picture's title: %.900s %v", picture, err)
	}
	a, b := fields(t, in("whole")), fields(t, in("rest"))
	for _, name := range []string{"score", "generations", "evaluations", "seed", "replicas", "algorithm"} {
		if a[name] != b[name] {
			t.Errorf("%s is %v in one go and %v resumed", name, a[name], b[name])
		}
	}
	trace, err := os.ReadFile(in("t.csv"))
	if err != nil || strings.Count(string(trace), "\n") != 1+2*41 {
		t.Errorf("%d lines of trace, %v", strings.Count(string(trace), "\n"), err)
	}
	if picture, err := os.ReadFile(in("p.svg")); err != nil || !bytes.Contains(picture, []byte("<svg")) {
		t.Error(err)
	}
	for want, other := range map[string][]string{
		"another parameter pc":   {"-p", "pc=0.5", thirty},
		"another representation": {fifty},
		"another variant of the problem: constraint=greedy there, constraint=penalty here": {"--constraint", "penalty", thirty},
		"another seed":             {"--seed", "9", "--replicas", "2", thirty},
		"another number of replic": {"--replicas", "3", thirty},
	} {
		got := warble(t, "", append([]string{"knapsack", "--device", "cpu", "--resume", in("c")}, other...)...)
		if got.code != cli.ExitUser || !strings.Contains(got.err, want) || !strings.HasPrefix(got.err, "warbler: "+in("c")+": ") {
			t.Errorf("%s: %+v", want, got)
		}
	}
}

func fields(t *testing.T, path string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// A checkpoint that cannot be written costs the checkpoint, not the answer.
func TestFullDisk(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip(err)
	}
	for _, every := range []string{"1h", "1ns"} { // at the end, and in mid-run
		got := warble(t, "", "knapsack", "--algorithm", "genetic", "--device", "cpu", "--generations", "100", "--checkpoint", full, "--checkpoint-every", every, fifty)
		if got.code != cli.ExitUser || !strings.HasPrefix(got.out, "14832 ") || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, full) {
			t.Errorf("%s: %+v", every, got)
		}
	}
}

func TestStartOutOfBounds(t *testing.T) {
	start := file(t, "far", "1 2e9\n")
	got := warble(t, "", "function", "sphere", "--device", "cpu", "--dim", "2", "--start", start)
	if got.code != cli.ExitUser || got.out != "" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, start+": ") {
		t.Errorf("%+v", got)
	}
}

func TestEveryStop(t *testing.T) {
	for flags, want := range map[string]string{
		"--generations 7":            `"status":"steps"`,
		"--stagnation 20":            `"status":"stagnation"`,
		"--target 14000":             `"status":"target"`,
		"--convergence 0.4":          `"status":"converged"`,
		"--time 50ms --target 99999": `"status":"time"`,
	} {
		got := warble(t, "", append(strings.Fields("knapsack --algorithm genetic --device cpu --json "+flags), fifty)...)
		if got.code != cli.ExitOK || !strings.Contains(got.out, want) {
			t.Errorf("%s: %+v", flags, got)
		}
	}
}

func TestParamsFile(t *testing.T) {
	params := file(t, "p.toml", "population = 60\npc = 0.5\nselection = \"rank\"\n")
	got := warble(t, "", "knapsack", "--device", "cpu", "--algorithm", "genetic", "--json", "--params", params, "-p", "pc=0.75", fifty)
	for _, want := range []string{`"population":60`, `"pc":0.75`, `"selection":"rank"`} {
		if !strings.Contains(got.out, want) {
			t.Errorf("%s is missing: %+v", want, got)
		}
	}
	wrong := file(t, "wrong.toml", "population = -5\n")
	for _, given := range []string{"", "-p population=-7"} {
		got := warble(t, "", append(strings.Fields("knapsack --device cpu --algorithm genetic --params "+wrong+" "+given), fifty)...)
		if got.code != cli.ExitUser || strings.Contains(got.err, "wrong.toml: parameter population") != (given == "") {
			t.Errorf("%q: %+v", given, got)
		}
	}
}

func TestProgressAndLog(t *testing.T) {
	for _, kind := range []string{"plain", "bar"} {
		got := warble(t, "", "knapsack", "--device", "cpu", "--algorithm", "genetic", "--progress", kind, "--time", "1500ms", fifty)
		if got.code != cli.ExitOK || !strings.HasPrefix(got.out, "14832") || !strings.Contains(got.err, "best 14832") || !strings.Contains(got.err, "left") {
			t.Errorf("%s: %+v", kind, got)
		}
	}
	got := warble(t, "", "knapsack", "-v", "--device", "cpu", "--algorithm", "genetic", fifty)
	for _, want := range []string{"msg=read", `msg="engine made"`, "msg=solved"} {
		if !strings.Contains(got.err, want) {
			t.Errorf("%s is missing: %+v", want, got)
		}
	}
}

func TestHelp(t *testing.T) {
	for args, want := range map[string]string{
		"help":              "Available Commands",
		"help knapsack":     "--constraint",
		"help maxsat":       "genetic|iterated|quantum|random|robust|tabu|walk|exact",
		"help generate":     "3sat",
		"help qap":          "genetic|iterated|memetic|random|robust|tabu",
		"help tsp":          "--map",
		"help coloring":     "--colors",
		"help solve":        "--map",
		"knapsack --help":   "--constraint",
		"help genetic":      "tournament",
		"help algorithms":   "genetic",
		"help exit-status":  "130",
		"version":           "warbler ",
		"--version":         "warbler ",
		"man":               ".SH EXIT STATUS",
		"completion bash":   "bash completion",
		"__complete help g": "genetic",
	} {
		got := warble(t, "", strings.Fields(args)...)
		if got.code != cli.ExitOK || !strings.Contains(got.out, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

func TestDevices(t *testing.T) {
	got := warble(t, "", "devices", "--json")
	var list []cli.ListedDevice
	if err := json.Unmarshal([]byte(got.out), &list); err != nil || got.code != cli.ExitOK {
		t.Fatalf("%v: %+v", err, got)
	}
	if list[0].ID != "cpu" || !list[0].Usable {
		t.Errorf("%+v", list)
	}
	for _, d := range list {
		if d.Usable == (d.Reason != "") {
			t.Errorf("%+v", d)
		}
	}
	told := ""
	if runtime.GOOS == "linux" { // elsewhere it is not known
		told = memory.Format(memory.Host())
		if list[0].Memory != memory.Host() {
			t.Errorf("%+v", list[0])
		}
	}
	got = warble(t, "", "devices")
	lines := strings.Split(got.out, "\n")
	if got.code != cli.ExitOK || !strings.HasPrefix(got.out, "DEVICE") {
		t.Fatalf("%+v", got)
	}
	if cpu := lines[1]; !strings.HasPrefix(cpu, "cpu ") || !strings.Contains(cpu, " "+told+" ") || !strings.HasSuffix(cpu, " Go "+strings.TrimPrefix(runtime.Version(), "go")) {
		t.Errorf("%q", cpu)
	}
}

func TestFunction(t *testing.T) {
	for _, coding := range []string{"real", "binary", "gray"} {
		args := []string{"function", "sphere", "--device", "cpu", "--algorithm", "genetic", "--dim", "3", "--coding", coding, "--generations", "100"}
		got := warble(t, "", args...)
		lines := strings.Split(got.out, "\n")
		if got.code != cli.ExitOK || len(lines) != 3 || len(strings.Fields(lines[1])) != 3 {
			t.Fatalf("%s: %+v", coding, got)
		}
		value, err := strconv.ParseFloat(lines[0], 64)
		if err != nil || value < 0 || value > 1 {
			t.Errorf("%s: %+v", coding, got)
		}
		// The answer is a start that cannot get worse.
		again := warble(t, got.out, append(args[:len(args)-1:len(args)-1], "1", "--start", "-", "--seed", "9")...)
		better, err := strconv.ParseFloat(strings.Split(again.out, "\n")[0], 64)
		if again.code != cli.ExitOK || err != nil || better > value {
			t.Errorf("%s: from %v to %+v", coding, value, again)
		}
	}
	got := warble(t, "", "function", "rosenbrock", "--device", "cpu", "--algorithm", "genetic", "--json", "--target", "1e3")
	m := map[string]any{}
	if err := json.Unmarshal([]byte(got.out), &m); err != nil {
		t.Fatalf("%v: %+v", err, got)
	}
	if m["problem"] != "function" || m["instance"] != "rosenbrock" || m["status"] != "target" || m["score"] != -m["cost"].(float64) || len(m["solution"].([]any)) != 10 {
		t.Errorf("%v", m)
	}
	for args, want := range map[string]string{
		"function":                                "at least 1 arg",
		"function square":                         "sphere",
		"function rosenbrock --dim 1":             "dimensions",
		"function sphere --coding octal":          "real, binary or gray",
		"function sphere --coding gray --bits 99": "52 bits",
		"function sphere --bound -3":              "positive",
		"function sphere ackley --trace x.csv":    "one function",
		"function sphere --algorithm exact":       "no exact method",
	} {
		got := warble(t, "", strings.Fields(args)...)
		if got.code != cli.ExitUser || got.out != "" || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

func TestSolve(t *testing.T) {
	if got := warble(t, tiny, "solve", "--algorithm", "genetic", "--device", "cpu", "-"); got.code != cli.ExitOK || got.out != "7 5\n2 3\n" {
		t.Errorf("%+v", got)
	}
	if got := warble(t, "", "solve", "nowhere.c"); got.code != cli.ExitUser || !strings.Contains(got.err, "no such file") {
		t.Errorf("%+v", got)
	}
}
