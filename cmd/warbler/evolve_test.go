package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/clocktest"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The test binary is also the child that runs custom problems.
func TestMain(m *testing.M) {
	subprocess.Serve()
	os.Exit(m.Run())
}

const (
	satchel = "../../examples/evolve/satchel.c"
	antenna = "../../examples/evolve/antenna.c"
)

// needCompiler skips a test where there is no C compiler, or fails it with CI=true.
func needCompiler(t *testing.T) {
	t.Helper()
	if got := warble(t, "", "evolve", "-q", "--device", "cpu", "--generations", "1", satchel); strings.Contains(got.err, "no C compiler") {
		if os.Getenv("CI") == "true" {
			t.Fatal(got.err)
		}
		t.Skip(got.err)
	}
}

// fragment is a file with a fitness function over 40 bits that begins in line 5.
func fragment(t *testing.T, code string) string {
	t.Helper()
	return file(t, "my.c", "/* warbler\ngenome = \"binary\"\nlength = 40\n*/\n"+code+"\n")
}

func TestEvolve(t *testing.T) {
	needCompiler(t)
	got := warble(t, "", "evolve", "--device", "cpu", "--algorithm", "genetic", "--generations", "100", satchel)
	want := warble(t, "", "knapsack", "--device", "cpu", "--algorithm", "genetic", "--generations", "100", "--constraint", "penalty", fifty)
	value, _, _ := strings.Cut(want.out, " ")
	if got.code != cli.ExitOK || !strings.HasPrefix(got.out, value+"\n") || got.err != "" {
		t.Errorf("%+v, want %s", got, value)
	}
	if got := warble(t, "", "solve", "--device", "cpu", "--algorithm", "genetic", satchel, fifty); got.code != cli.ExitOK || strings.Count(got.out, "\n") != 6 {
		t.Errorf("solve: %+v", got)
	}
	if got := warble(t, "", "evolve", "--device", "cpu", "--generations", "5", antenna); got.code != cli.ExitOK || strings.Count(got.out, " ") != 9 ||
		!strings.Contains(got.err, "--algorithm differential") {
		t.Errorf("antenna: %+v", got)
	}
}

// TestEvolveEveryKind runs what --new prints with all algorithms for its genomes, and
// checks the answers, as text and as JSON.
func TestEvolveEveryKind(t *testing.T) {
	needCompiler(t)
	for genomes := problem.Binary; genomes <= problem.Real; genomes++ {
		kind := genomes.String()
		path := file(t, kind+".c", warble(t, "", "evolve", "--new", kind).out)
		for _, a := range search.Algorithms() {
			if a.Fronts || !slices.Contains(a.Kinds, genomes) {
				continue
			}
			algorithm := a.Name
			flags := []string{"evolve", "--device", "cpu", "--algorithm", algorithm, path}
			for name, value := range searchtest.Small(a) {
				flags = append(flags, "-p", name+"="+value)
			}
			got := warble(t, "", append(flags, "--generations", "10")...)
			if a.Suits != nil && strings.Contains(got.err, "; these work: ") {
				continue
			}
			if got.code != cli.ExitOK || got.err != "" {
				t.Errorf("%s by %s: %+v", kind, algorithm, got)
				continue
			}
			if checked := warble(t, got.out, "verify", path, "-"); checked.code != cli.ExitOK {
				t.Errorf("%s by %s: %q: %+v", kind, algorithm, got.out, checked)
			}
			if again := warble(t, "", append(flags, "--generations", "1", "--start", file(t, "start", got.out))...); again.code != cli.ExitOK {
				t.Errorf("%s by %s, started: %+v", kind, algorithm, again)
			}
		}
		got := warble(t, "", "evolve", "--device", "cpu", "--json", "--generations", "5", path)
		var a cli.Answer
		if err := json.Unmarshal([]byte(got.out), &a); err != nil || a.Problem != "custom" || a.Instance != kind || !a.Verified {
			t.Errorf("%s: %+v, %v", kind, got, err)
		}
		if checked := warble(t, got.out, "verify", path, "-"); checked.code != cli.ExitOK {
			t.Errorf("%s: %+v", kind, checked)
		}
	}
	if got := warble(t, "14318\n"+strings.Repeat("0", 50)+"\n", "verify", satchel, "-"); got.code != cli.ExitWrong || got.out != "wrong: the genes are worth 0, not 14318\n" {
		t.Errorf("%+v", got)
	}
	if got := warble(t, "0\n0101\n", "verify", satchel, "-"); got.code != cli.ExitUser || !strings.Contains(got.err, "a genome has 50") {
		t.Errorf("%+v", got)
	}
}

// TestBadFragments: a mistake is told with its line or function, never with a
// stack of this program.
func TestBadFragments(t *testing.T) {
	needCompiler(t)
	count := "score fitness(genome g, data d)\n{\n    score n = 0;\n    for (int i = 0; i < LENGTH; i++)\n        n += gene(g, i);\n"
	for name, c := range map[string]struct {
		code  string
		want  string
		exit  cli.ExitCode
		lines int // of the answer
	}{
		"syntax":       {"score fitness(genome g, data d)\n{\n    score s = 0\n    return s;\n}", "my.c:8: error: ", cli.ExitUser, 0},
		"no fitness":   {"score fitnes(genome g, data d) { return 1; }", "my.c:1: there is no function fitness", cli.ExitUser, 0},
		"parameters":   {"score fitness(genome g)\n{\n    return 1;\n}", "my.c:5: error: conflicting types for 'fitness'", cli.ExitUser, 0},
		"type":         {"void fitness(genome g, data d)\n{\n}", "it is score fitness(genome g, data d)", cli.ExitUser, 0},
		"no data":      {"score fitness(genome g, data d)\n{\n    return d.weight[0];\n}", "my.c:7: error: 'data' has no member named 'weight'", cli.ExitUser, 0},
		"no function":  {"score fitness(genome g, data d)\n{\n    return printf(\"x\");\n}", "my.c:7: error: implicit declaration of function 'printf'", cli.ExitUser, 0},
		"no return":    {"score fitness(genome g, data d)\n{\n}", "my.c:7: error: no return statement", cli.ExitUser, 0},
		"delta":        {count + "    return n;\n}\nscore delta(genome g) { return 0; }", "my.c:12: error: conflicting types for 'delta'", cli.ExitUser, 0},
		"unset":        {"score fitness(genome g, data d)\n{\n    score n;\n    return n;\n}", "my.c:8: error: 'n' is used uninitialized", cli.ExitUser, 0},
		"random":       {"const volatile int clock = 0;\nscore fitness(genome g, data d)\n{\n    return (score)__builtin_ia32_rdtsc();\n}", "fitness must depend on the genome and the data alone", cli.ExitInside, 0},
		"include":      {"#include <math.h>\n" + count + "    return n;\n}", "my.c:5: a fragment includes nothing", cli.ExitUser, 0},
		"divisions":    {count + "    if (n > 39) return 1000 / (n - 40);\n    return 100 / (33 - n);\n}", "my.c:11: division by zero in fitness", cli.ExitInside, 2},
		"division":     {count + "    return 100 / (33 - n);\n}", "my.c:10: division by zero in fitness", cli.ExitInside, 2},
		"wild pointer": {count + "    if (n > 32)\n        return *(volatile int *)(n * 8);\n    return n;\n}", "my.c:11: fitness reads or writes memory", cli.ExitInside, 2},
		"endless":      {count + "    while (n > 32)\n        n |= 64;\n    return n;\n}", "my.c:10: fitness did not return", cli.ExitInside, 2},
		"always":       {"score fitness(genome g, data d)\n{\n    for (;;);\n    return 1;\n}", "my.c: fitness did not return", cli.ExitInside, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clocktest.Within(t, 20*time.Second, "what is wrong with it", func() time.Duration {
				began := time.Now()
				got := warble(t, "", "evolve", "--device", "cpu", "--algorithm", "genetic", "--time", "2s", "--patience", "3", fragment(t, c.code))
				if got.code != c.exit || !strings.Contains(got.err, c.want) || strings.Contains(got.err, "goroutine") || strings.Count(got.out, "\n") != c.lines {
					t.Errorf("%+v, want %s", got, c.want)
				}
				return time.Since(began)
			})
		})
	}
}

// TestFateAsJSON: an answer that a fragment cut short says how, and why.
func TestFateAsJSON(t *testing.T) {
	needCompiler(t)
	count := "score fitness(genome g, data d)\n{\n    score n = 0;\n    for (int i = 0; i < LENGTH; i++)\n        n += gene(g, i);\n"
	for status, c := range map[string]struct{ then, want string }{
		"crashed": {"return 100 / (33 - n);", "my.c:10: division by zero in fitness"},
		"hung":    {"while (n > 32) n |= 64;\n    return n;", "my.c:10: fitness did not return after it was told to stop"},
		"time":    {"return n;", ""},
	} {
		t.Run(status, func(t *testing.T) {
			t.Parallel()
			got := warble(t, "", "evolve", "--device", "cpu", "--algorithm", "genetic", "--time", "2s", "--json", fragment(t, count+"    "+c.then+"\n}"))
			var a cli.Answer
			if err := json.Unmarshal([]byte(got.out), &a); err != nil || a.Status != status || a.Runs[0].Status != status || !a.Verified ||
				!strings.Contains(a.Error, c.want) || (a.Error == "") != (c.want == "") {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// TestWrongDelta: where what a move adds is not what fitness says, delta is named.
func TestWrongDelta(t *testing.T) {
	needCompiler(t)
	path := fragment(t, "score fitness(genome g, data d) { return gene(g, 0); }\nscore delta(genome g, data d, int i) { return 5; }")
	got := warble(t, "", "evolve", "--device", "cpu", "--algorithm", "tabu", "--generations", "5", path)
	if got.code != cli.ExitInside || got.out != "" || !strings.Contains(got.err, "is delta always what a move adds to fitness") {
		t.Errorf("%+v", got)
	}
}

// TestEvolveInterrupted: Ctrl-C before the first generation. The C compiler and the
// trial, which gives up after two seconds, take most of the time, so it is tried with
// more and more.
func TestEvolveInterrupted(t *testing.T) {
	needCompiler(t)
	path := fragment(t, "score fitness(genome g, data d)\n{\n    for (;;);\n    return 1;\n}")
	var got spoken
	for after := 3 * time.Second; after < time.Minute; after *= 2 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(after, cancel)
		got = warbleUntil(ctx, "", "evolve", "--device", "cpu", "--algorithm", "genetic", path)
		cancel()
		if !strings.Contains(got.err, "the C compiler was stopped") && !strings.Contains(got.err, "stopped before the search began") {
			break
		}
	}
	if got.code != cli.ExitInside || !strings.Contains(got.err, "my.c: fitness did not return after it was told to stop") {
		t.Errorf("%+v", got)
	}
}

// TestEvolveWithoutCompiler says what to install. On a device the fragment runs, and
// its answer is scored again there: as a population of two, so that two programs are one.
func TestEvolveWithoutCompiler(t *testing.T) {
	needCompiler(t)
	args := []string{"evolve", "--algorithm", "genetic", "-p", "population=2", "--generations", "50", satchel, "--device"}
	want := warble(t, "", append(args, "cpu")...)
	t.Setenv("CC", filepath.Join(t.TempDir(), "nowhere"))
	got := warble(t, "", "evolve", "--device", "cpu", satchel)
	if got.code != cli.ExitUser || !strings.Contains(got.err, "there is no C compiler here") || !strings.Contains(got.err, "apt-get install gcc") {
		t.Errorf("%+v", got)
	}
	devices := devicetest.All(t)
	if len(devices) == 0 {
		return
	}
	if got := warble(t, "", append(args, devices[0].Info().ID())...); got.code != cli.ExitOK || got.out != want.out {
		t.Errorf("on a device: %+v, want %+v", got, want)
	}
	half := fragment(t, "score part(genome g)\n{\n    return gene(g, 0)\n        ? 1 : 0;\n}\nscore fitness(genome g, data d)\n{\n    return part(g) / 2.0;\n}")
	if got := warble(t, "", "evolve", "--device", devices[0].Info().ID(), half); got.code != cli.ExitUser || !strings.Contains(got.err, "this number may have a fraction, and the score is an integer") ||
		!strings.Contains(got.err, "my.c:12") || strings.Contains(got.err, "my.c:7") {
		t.Errorf("a fraction on a device: %+v", got)
	}
}

// TestEvolveWarns: what the compiler minds is told, also when its work is kept.
func TestEvolveWarns(t *testing.T) {
	needCompiler(t)
	path := fragment(t, "score fitness(genome g, data d)\n{\n    int x = 0;\n    if (x = 1)\n        x++;\n    return x + gene(g, 0);\n}")
	for range 2 {
		got := warble(t, "", "evolve", "--device", "cpu", "--algorithm", "genetic", "--generations", "1", path)
		if got.code != cli.ExitOK || !strings.Contains(got.err, "my.c:8: warning: suggest parentheses") || !strings.HasSuffix(got.err, "    if (x = 1)\n") {
			t.Errorf("%+v", got)
		}
	}
}

// TestEvolveDoubts: a fraction that would be lost and an index that is outside are
// errors before anything runs; scores that tell nothing are told of, and no answer of
// NaN is verified.
func TestEvolveDoubts(t *testing.T) {
	needCompiler(t)
	for body, want := range map[string]string{
		"double s = gene(g, 0);\n    return s / 2;":          "my.c:8: error: this number may have a fraction, and the score is an integer; write score = \"real\"",
		"int a[3] = {1};\n    return a[gene(g, 0) + 2] + 1;": "my.c:8: index 3 is outside of an array of 3, when it was tried on a random genome\n    return a[gene(g, 0) + 2] + 1;",
	} {
		got := warble(t, "", "evolve", "--device", "cpu", fragment(t, "score fitness(genome g, data d)\n{\n    "+body+"\n}"))
		if got.code != cli.ExitUser || got.out != "" || !strings.Contains(got.err, want) {
			t.Errorf("%+v, want %s", got, want)
		}
	}
	path := fragment(t, "score fitness(genome g, data d) { return log(-1.0 - gene(g, 0)); }")
	args := []string{"evolve", "--device", "cpu", "--algorithm", "genetic", "--score", "real", "--generations", "2", path}
	got := warble(t, "", args...)
	if got.code != cli.ExitInside || !strings.HasPrefix(got.out, "NaN\n") || !strings.Contains(got.err, "are all NaN") || !strings.Contains(got.err, "is not verified") {
		t.Errorf("%+v", got)
	}
	var a cli.Answer
	if err := json.Unmarshal([]byte(warble(t, "", append(args, "--json")...).out), &a); err != nil || a.Verified || a.Status != "nan" {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestEvolveSlow: a fitness that takes long is no endless loop, and the time ends it
// within an evaluation, in the midst of the first population.
func TestEvolveSlow(t *testing.T) {
	needCompiler(t)
	path := fragment(t, "score fitness(genome g, data d)\n{\n    score n = 0;\n    for (int i = 0; i < LENGTH; i++)\n        n += gene(g, i);\n"+
		"    for (volatile int k = 0; k < 20000000; k++);\n    return n;\n}") // about 40 ms
	clocktest.Within(t, 4*time.Second, "a slow fitness", func() time.Duration {
		began := time.Now()
		got := warble(t, "", "evolve", "--device", "cpu", "--algorithm", "genetic", "--time", "300ms", "--json", path)
		var a cli.Answer
		if err := json.Unmarshal([]byte(got.out), &a); err != nil || got.code != cli.ExitOK || a.Status != "time" || !a.Verified || a.Evaluations < 1 || a.Evaluations > 199 {
			t.Errorf("%+v, %v", got, err)
		}
		return time.Since(began)
	})
}

// TestEvolveLimits: constraints are kept, or what the answer violates is said; several
// objectives have a front, which can be verified.
func TestEvolveLimits(t *testing.T) {
	needCompiler(t)
	run := func(args ...string) spoken {
		return warble(t, "", append([]string{"evolve", "-q", "--device", "cpu", "--generations", "200"}, args...)...)
	}
	path := file(t, "limits.c", warble(t, "", "evolve", "--new", "constraints").out)
	if got := run(path); got.code != cli.ExitOK || !strings.HasPrefix(got.out, "27\n") { // by trying all
		t.Errorf("%+v", got)
	}
	tight := file(t, "tight.c", strings.Replace(warble(t, "", "evolve", "--new", "constraints").out, "load = 70", "load = 50", 1))
	got := run(tight)
	if got.code != cli.ExitOK || !strings.HasPrefix(got.out, "infeasible:30\n") { // 180 of weight
		t.Errorf("%+v", got)
	}
	if checked := warble(t, got.out, "verify", tight, "-"); checked.code != cli.ExitWrong || checked.out != "wrong: the genes violate constraints by 30\n" {
		t.Errorf("%+v", checked)
	}
	var a cli.Answer
	if err := json.Unmarshal([]byte(run("--json", tight).out), &a); err != nil || a.Violation != 30.0 || a.Score != nil {
		t.Errorf("%+v, %v", a, err)
	}
	path = file(t, "front.c", warble(t, "", "evolve", "--new", "objectives").out)
	got = run(path)
	if got.code != cli.ExitOK || !strings.HasPrefix(got.out, "cost,reach,solution\n0,0,00000000\n") {
		t.Errorf("%+v", got)
	}
	for _, text := range []string{got.out, run("--json", path).out} {
		if checked := warble(t, text, "verify", path, "-"); checked.code != cli.ExitOK {
			t.Errorf("%s: %+v", text, checked)
		}
	}
	if checked := warble(t, strings.Replace(got.out, "0,0,", "0,1,", 1), "verify", path, "-"); checked.code != cli.ExitWrong {
		t.Errorf("%+v", checked)
	}
	plan := file(t, "plan.toml", "[seeds]\ncount = 2\n[stop]\ngenerations = 5\n[[problem]]\nfile = \""+path+"\"\n[[algorithm]]\nname = \"nsga2\"\n")
	if got := warble(t, "", "experiment", "run", plan, "--out", t.TempDir()); got.code != cli.ExitUser || !strings.Contains(got.err, "front has several objectives; a campaign has problems with one") {
		t.Errorf("%+v", got)
	}
	if got := run("--algorithm", "genetic", path); got.code != cli.ExitUser || !strings.Contains(got.err, "only nsga2 finds fronts") {
		t.Errorf("%+v", got)
	}
}

func TestEvolveFlags(t *testing.T) {
	needCompiler(t)
	path := file(t, "plain.c", "score fitness(genome g, data d) { return gene(g, 0) + 10 * d.w[1]; }")
	numbers := file(t, "w.csv", "3\n4\n")
	got := warble(t, "", "evolve", "--device", "cpu", "--algorithm", "genetic", "--genome", "discrete", "--alphabet", "4", "--length", "w", "--data", "w="+numbers, path)
	if got.code != cli.ExitOK || !strings.HasPrefix(got.out, "43\n3 ") {
		t.Errorf("%+v", got)
	}
	for args, want := range map[string]string{
		"evolve":                                     "name a file",
		"evolve --new ternary":                       "--new ternary: it is binary, discrete, permutation, real, mixed, constraints, objectives",
		"evolve " + path:                             "genome: it is needed",
		"evolve --genome x --length 3 " + path:       `--genome "x": it is binary`,
		"evolve --genome real --length 3 " + path:    "real genomes need it",
		"evolve nowhere.c":                           "nowhere.c: no such file",
		"evolve --trace x.csv a.c b.c":               "--trace is for one problem",
		"evolve --algorithm differential " + satchel: "does not work on binary genomes",
		"evolve --device cpu --algorithm genetic -p population=16000000 --replicas 4000 " + satchel: "lower population or replicas",
	} {
		got := warble(t, "", strings.Fields(args)...)
		if got.code != cli.ExitUser || got.out != "" || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// TestCustomDocs runs the commands of docs/CUSTOM.md, on the CPU and for a few
// generations, and the fragment that it begins with.
func TestCustomDocs(t *testing.T) {
	needCompiler(t)
	text, err := os.ReadFile("../../docs/CUSTOM.md")
	if err != nil {
		t.Fatal(err)
	}
	besideExamples(t)
	count := 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "warbler ") {
			continue
		}
		for command := range strings.SplitSeq(strings.TrimSpace(line), "&&") {
			count++
			if got := runShell(t, strings.TrimSpace(command)); got.code != cli.ExitOK {
				t.Errorf("%s: %+v", command, got)
			}
		}
	}
	if count < 7 {
		t.Errorf("only %d commands", count)
	}
	_, rest, _ := strings.Cut(string(text), "```c\n")
	code, _, _ := strings.Cut(rest, "```")
	if got := warble(t, "", "evolve", "-q", "--device", "cpu", file(t, "doc.c", code)); got.code != cli.ExitOK || got.out != "53\n10100001\n" {
		t.Errorf("%+v", got)
	}
}

// TestEvolveVariables: answers name the variables, and can be verified, as text and as
// JSON, also those of fronts.
func TestEvolveVariables(t *testing.T) {
	needCompiler(t)
	path := file(t, "pump.c", warble(t, "", "evolve", "--new", "mixed").out)
	for name, args := range map[string][]string{
		"pumps=5":          {path, "--generations", "50"},
		`"pumps":5`:        {path, "--generations", "50", "--json"},
		"machines0=":       {"../../examples/evolve/plant.c", "--generations", "60"},
		`"machines0":`:     {"../../examples/evolve/plant.c", "--generations", "60", "--json"},
		"wall=straw":       {"../../examples/evolve/cabin.c", "--generations", "60"},
		"cost,load":        {"../../examples/evolve/fleet.c", "--generations", "20"},
		"tanks=1,2,0":      {path, "--generations", "50", "--algorithm", "genetic"},
		"feasible tanks=1": {path, "--start", "-", "--generations", "1"},
	} {
		stdin := ""
		if start, given := strings.CutPrefix(name, "feasible "); given {
			name, stdin = start, "pumps=5\nspeed=2\nvalve=0.5\nkind=gear\ncover=true\ntanks=1,2,0\n"
		}
		got := warble(t, stdin, append([]string{"evolve", "-q", "--device", "cpu"}, args...)...)
		if got.code != cli.ExitOK || !strings.Contains(got.out, name) {
			t.Errorf("%+v", got)
		}
		if checked := warble(t, got.out, "verify", args[0], "-"); checked.code != cli.ExitOK {
			t.Errorf("%s: %+v", name, checked)
		}
	}
}
