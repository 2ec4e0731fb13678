package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/cli/decide"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/search/lookahead"
)

const (
	// chain has one model, 1 -2 3.
	chain = "p cnf 3 4\n1 2 0\n-2 0\n-1 3 0\n2 3 -1 0\n"
	// square has none, and no clause of one literal.
	square = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
)

func TestSatAnswers(t *testing.T) {
	model, none := "s SATISFIABLE\nv 1 -2 3 0\n", "s UNSATISFIABLE\n"
	x := file(t, "x.cnf", chain)
	cubes := file(t, "cubes", "a 1 0\na -1 0\n")
	for _, c := range []struct {
		name, stdin string
		args        []string
		want        string
		code        cli.ExitCode
	}{
		{"a file", "", []string{x}, model, cli.ExitSatisfiable},
		{"standard input", chain, []string{"-"}, model, cli.ExitSatisfiable},
		{"no model", square, []string{"-"}, none, cli.ExitUnsatisfiable},
		{"lookahead", chain, []string{"--algorithm", "lookahead", "-"}, model, cli.ExitSatisfiable},
		{"walk", chain, []string{"--algorithm", "walk", "-"}, model, cli.ExitSatisfiable},
		{"walk in vain", square, []string{"--algorithm", "walk", "--time", "20ms", "-"}, "s UNKNOWN\n", cli.ExitOK},
		{"portfolio", square, []string{"--algorithm", "portfolio", "--threads", "1", "-"}, none, cli.ExitUnsatisfiable},
		{"deterministic", chain, []string{"--deterministic", "--threads", "3", "-"}, model, cli.ExitSatisfiable},
		{"several", square, []string{x, "-"}, "c " + x + "\n" + model + "c standard input\n" + none, cli.ExitOK},
		{"several alike", chain, []string{x, "-"}, "c " + x + "\n" + model + "c standard input\n" + model, cli.ExitSatisfiable},
		{"assumed", chain, []string{"--assume", "1,3", "-"}, model, cli.ExitSatisfiable},
		{"assumed in vain", chain, []string{"--assume", "2 1", "-"}, "c under the assumptions 2 1\n" + none, cli.ExitUnsatisfiable},
		{"cubes", chain, []string{"--cubes", cubes, "-"}, model, cli.ExitSatisfiable},
		{"cubes refuted", square, []string{"--cubes", cubes, "-"}, none, cli.ExitUnsatisfiable},
		{"nothing", "p cnf 2 0\n", []string{"--deterministic", "-"}, "s SATISFIABLE\nv -1 -2 0\n", cli.ExitSatisfiable},
		{"an empty clause", "p cnf 1 2\n1 0\n0\n", []string{"-"}, none, cli.ExitUnsatisfiable},
	} {
		got := warble(t, c.stdin, append([]string{"sat", "-q"}, c.args...)...)
		if got.code != c.code || got.out != c.want || got.err != "" && c.name != "an empty clause" {
			t.Errorf("%s: %+v, want %d and %q", c.name, got, c.code, c.want)
		}
	}
}

func TestSatRefuses(t *testing.T) {
	const hard = "../../examples/3sat-50.cnf"
	x := file(t, "x.cnf", chain)
	for args, want := range map[string]string{
		"--algorithm genetic " + x:                                                        "--algorithm genetic: formulas are decided by auto, lookahead, swarm, pipeline, walk, portfolio",
		"--device cuda --algorithm walk " + x:                                             "a walk of sat runs on the CPU; --algorithm lookahead, swarm and pipeline decide",
		"--memory x " + x:                                                                 "--memory x: write it as 512M",
		"--memory 1k --algorithm lookahead " + hard:                                       ", and may use 1.0 KiB; raise --memory",
		"--memory 1k --algorithm swarm --device opencl " + hard:                           "a search needs",
		"--memory 1k --algorithm walk " + hard:                                            "a search needs",
		"--memory 80k --algorithm portfolio " + hard:                                      "a search needs",
		"--memory 20k --emit-cubes " + filepath.Join(t.TempDir(), "c") + " " + hard:       "; raise --memory",
		"--memory 1k --cubes " + file(t, "c", strings.Repeat("a 1 0\n", 30)) + " " + hard: "c: a search needs 1.1 KiB, and may use 1.0 KiB; raise --memory",
		"--memory 1k --algorithm pipeline " + hard:                                        hard + ": the formula needs 105.6 KiB, and may use 1.0 KiB on the host; raise --memory",
		"--device opencl --proof p " + x:                                                  "--proof: what decides formulas on devices has no use for it",
		"--device opencl --algorithm lookahead --proof p " + x:                            "--proof: what decides formulas on devices has no use for it; use --device cpu",
		"--device opencl --algorithm lookahead --cubes c " + x:                            "--cubes: what decides formulas on devices has no use for it; use --device cpu",
		"--device all --algorithm lookahead --emit-cubes c " + x:                          "--emit-cubes: what decides formulas on devices has no use for it; use --device cpu",
		"--algorithm swarm --cubes c " + x:                                                "--cubes: a swarm has no use for it; use --algorithm lookahead",
		"--assume 1,x " + x:                                                               `--assume 1,x: "x" is not a literal`,
		"--assume 4 " + x:                                                                 "--assume 4: " + x + " has no literal 4; its variables are 1 to 3",
		"--cube-depth 3 " + x:                                                             "--cube-depth is for --emit-cubes",
		"--time -1 " + x:                                                                  "--time -1s: it cannot be negative",
		"--cubes nowhere " + x:                                                            "nowhere: no such file",
		"--cubes " + x + " " + x:                                                          `x.cnf:1: "p cnf 3 4" is not a cube`,
		"--proof p " + x + " " + x:                                                        "--proof is for one formula",
		"--proof p --assume 1 " + x:                                                       "--proof is of a formula alone",
		"--proof nowhere/p " + x:                                                          "--proof nowhere/p: it cannot be written",
		"--algorithm walk --proof p " + x:                                                 "a walk has no use for it",
		"--deterministic --algorithm portfolio " + x:                                      "--deterministic is for --algorithm lookahead",
		"--emit-cubes c --cubes d " + x:                                                   "give one of them",
		"--emit-cubes c --cube-depth 0 " + x:                                              "--cube-depth 0: it is a whole number from 1 to 24",
		"--generations 5 " + x:                                                            "unknown flag: --generations",
		file(t, "x.wcnf", triple):                                                         "its clauses have weights; 'warbler maxsat' is for those",
		file(t, "y.cnf", "p cnf 1 1\n2 0\n"):                                              "y.cnf:2:",
		"--threads -1 " + x:                                                               "--threads -1",
		"--algorithm swarm --device cpu " + large(t):                                      "variables are left after simplification, and a swarm takes at most 1023; use --algorithm lookahead",
	} {
		got := warble(t, "", append([]string{"sat"}, strings.Fields(args)...)...)
		if got.code != cli.ExitUser || got.out != "" || !strings.Contains(got.err, want) || strings.Count(got.err, "\n") > 2 {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
}

func TestSatJSON(t *testing.T) {
	for text, want := range map[string]string{
		chain: `"status":"satisfiable","score":4,"optimum_known":null`, square: `"status":"unsatisfiable","score":null,"optimum_known":null`,
	} {
		got := warble(t, text, "sat", "-q", "--json", "--deterministic", "-")
		var object map[string]any
		if err := json.Unmarshal([]byte(got.out), &object); err != nil || !strings.Contains(got.out, want) || strings.Count(got.out, "\n") != 1 {
			t.Fatalf("%+v: %v", got, err)
		}
		if object["problem"] != "sat" || object["algorithm"] != "lookahead" || object["device"] != "cpu" || object["verified"] != (text == chain) {
			t.Errorf("%s", got.out)
		}
		if text == chain && object["solution"] != "101" {
			t.Errorf("%s", got.out)
		}
		verdict := warble(t, got.out, "verify", file(t, "x.cnf", text), "-")
		if want := map[bool]cli.ExitCode{true: cli.ExitOK, false: cli.ExitUser}[text == chain]; verdict.code != want {
			t.Errorf("%+v", verdict)
		}
	}
}

// The line that auto prints gives the same answer again.
func TestSatAuto(t *testing.T) {
	x := file(t, "x.cnf", chain)
	got := warble(t, "", "sat", "--deterministic", x)
	line := "warbler: auto chose: warbler sat --algorithm lookahead --device cpu --deterministic " + x + "\n"
	if got.err != line {
		t.Fatalf("%+v, want %q", got, line)
	}
	if again := warble(t, "", strings.Fields(line)[4:]...); again.out != got.out || again.err != "" {
		t.Errorf("%+v, then %+v", got, again)
	}
}

func TestSatProof(t *testing.T) {
	dir := t.TempDir()
	cnf, proof := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.drat")
	if got := warble(t, "", "generate", "3sat", "--variables", "60", "--clauses", "330", "--seed", "5", "--out", cnf); got.code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	if got := warble(t, "", "sat", "-q", "--proof", proof, cnf); got.code != cli.ExitUnsatisfiable {
		t.Fatalf("%+v", got)
	}
	if got := warble(t, "", "verify", cnf, proof); got.code != cli.ExitOK || !strings.HasPrefix(got.out, "right: unsatisfiable, by a proof of ") {
		t.Errorf("%+v", got)
	}
	empty := filepath.Join(dir, "none.drat")
	got := warble(t, chain, "sat", "--deterministic", "--proof", empty, "-")
	if left, err := os.ReadFile(empty); got.code != cli.ExitSatisfiable || err != nil || len(left) > 0 || !strings.HasSuffix(got.err, "there is no refutation, so "+empty+" is empty\n") {
		t.Errorf("%+v, and %q is left, %v", got, left, err)
	}
	text, err := os.ReadFile(proof)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, formula, text, out string
		code                     cli.ExitCode
	}{
		{"another formula", chain, string(text), "wrong: standard input:", cli.ExitWrong},
		{"cut off", square, "", "wrong: standard input: the proof ends without", cli.ExitWrong},
		{"another format", square, "s UNSATISFIABLE\n", "", cli.ExitUser},
		{"a knapsack", tiny, "0\n", "", cli.ExitUser},
	} {
		got := warble(t, c.text, "verify", "--proof", file(t, "x", c.formula), "-")
		if got.code != c.code || !strings.HasPrefix(got.out, c.out) || (c.code == cli.ExitUser) != (got.err != "") {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestSatCubes(t *testing.T) {
	dir := t.TempDir()
	cnf, cubes := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "cubes")
	if got := warble(t, "", "generate", "3sat", "--variables", "150", "--clauses", "750", "--seed", "5", "--out", cnf); got.code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	if got := warble(t, "", "sat", "-q", "--emit-cubes", cubes, "--cube-depth", "3", cnf); got.code != cli.ExitOK || got.out != "c cubes: 6\ns UNKNOWN\n" {
		t.Fatalf("%+v", got)
	}
	if got := warble(t, "", "sat", "-q", "--cubes", cubes, cnf); got.code != cli.ExitUnsatisfiable || got.out != "s UNSATISFIABLE\n" {
		t.Errorf("%+v", got)
	}
}

// Where there are no cubes, those of another run do not stay.
func TestSatNoCubes(t *testing.T) {
	hard := filepath.Join(t.TempDir(), "f.cnf")
	if got := warble(t, "", "generate", "3sat", "--variables", "450", "--clauses", "2025", "--out", hard); got.code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	for _, c := range []struct {
		name, want string
		args       []string
		code       cli.ExitCode
	}{
		{"satisfiable", "c no cubes: the formula was decided on the way\ns SATISFIABLE\nv 1 -2 3 0\n", []string{file(t, "x.cnf", chain)}, cli.ExitSatisfiable},
		{"unsatisfiable", "c no cubes: the formula was decided on the way\ns UNSATISFIABLE\n", []string{file(t, "y.cnf", square)}, cli.ExitUnsatisfiable},
		{"too late", "c no cubes: there was too little time\ns UNKNOWN\n", []string{"--time", "1ns", hard}, cli.ExitOK},
	} {
		cubes := file(t, "cubes", "a 1 0\na -1 0\n")
		got := warble(t, "", append([]string{"sat", "-q", "--emit-cubes", cubes}, c.args...)...)
		if left, err := os.ReadFile(cubes); got.code != c.code || got.out != c.want || err != nil || len(left) > 0 {
			t.Errorf("%s: %+v, and %q is left, %v", c.name, got, left, err)
		}
	}
}

func TestSatInterrupted(t *testing.T) {
	cnf := filepath.Join(t.TempDir(), "f.cnf")
	if got := warble(t, "", "generate", "3sat", "--variables", "450", "--clauses", "2025", "--out", cnf); got.code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	got := interrupted(t, 300*time.Millisecond, 2*time.Second, "", "sat", "-q", "--algorithm", "lookahead", cnf)
	if got.code != cli.ExitOK || !strings.HasSuffix(got.out, " % of the tree is closed\ns UNKNOWN\n") {
		t.Errorf("%+v", got)
	}
	// A refutation that is not complete stays: to empty it takes too long.
	proof := file(t, "f.drat", "old")
	got = warble(t, "", "sat", "--time", "300ms", "--proof", proof, cnf)
	if text, err := os.ReadFile(proof); err != nil || len(text) < 1000 || strings.HasPrefix(string(text), "old") || !strings.HasSuffix(got.err, "the refutation in "+proof+" is not complete\n") {
		t.Errorf("%+v, and a proof of %d bytes, %v", got, len(text), err)
	}
	if got := warble(t, "", "sat", "-q", "--device", "cpu", "--time", "1200ms", "--progress", "plain", cnf); got.code != cli.ExitOK || !strings.Contains(got.err, "% of the tree closed, ") {
		t.Errorf("%+v", got)
	}
}

// Whoever stops a command before it has read its formula or opened its device has an
// answer too.
func TestSatInterruptedBefore(t *testing.T) {
	var text strings.Builder
	fmt.Fprintln(&text, "p cnf 1000 200000")
	for i := range 200_000 {
		fmt.Fprintln(&text, 1+i%998, 2+i%998, 3+i%998, 0)
	}
	ctx, cancel := context.WithCancel(context.Background())
	in := &counter{r: strings.NewReader(text.String()), at: text.Len() / 2, then: cancel}
	var out, err bytes.Buffer
	code := run(ctx, cli.Streams{In: in, Out: &out, Err: &err}, []string{"sat", "-"})
	if code != cli.ExitOK || out.String() != "c 0 % of the tree is closed\ns UNKNOWN\n" || err.Len() > 0 || in.read > text.Len()/2+1<<17 {
		t.Errorf("%v, %q, %q after %d bytes of %d", code, out.String(), err.String(), in.read, text.Len())
	}
	// Others have none to give.
	ctx, cancel = context.WithCancel(context.Background())
	in = &counter{r: strings.NewReader(text.String()), at: 1, then: cancel}
	err.Reset()
	if code := run(ctx, cli.Streams{In: in, Out: &out, Err: &err}, []string{"maxsat", "-"}); code != cli.ExitInside || err.String() != "warbler: standard input: stopped before it was read\n" {
		t.Errorf("%v, %q", code, err.String())
	}
	for _, d := range devicetest.All(t) {
		for _, algorithm := range []string{"portfolio", "swarm", "pipeline"} {
			got := warble(t, chain, "sat", "-q", "--algorithm", algorithm, "--device", d.Info().ID(), "--time", "1ns", "-")
			if got.code != cli.ExitOK || !strings.HasSuffix(got.out, "s UNKNOWN\n") || got.err != "" {
				t.Errorf("%s on %s: %+v", algorithm, d.Info().ID(), got)
			}
		}
	}
}

// counter counts what is read, and calls then after so much.
type counter struct {
	r        io.Reader
	read, at int
	then     func()
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.read += n; c.read >= c.at {
		c.then()
	}
	return n, err
}

// A pipeline excludes nearly all assignments at once and then works for long, so it
// tells no time.
func TestPipelineTellsNoTime(t *testing.T) {
	cnf := filepath.Join(t.TempDir(), "f.cnf")
	if got := warble(t, "", "generate", "3sat", "--variables", "200", "--clauses", "900", "--out", cnf); got.code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	got := warble(t, "", "sat", "-q", "--algorithm", "pipeline", "--device", "cpu", "--time", "1500ms", "--progress", "plain", cnf)
	if got.code != cli.ExitOK || !strings.HasSuffix(got.out, " % of the assignments are excluded\ns UNKNOWN\n") {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(got.err, " % of the assignments excluded, ") || strings.Contains(got.err, "left") || strings.Contains(got.err, "tree") {
		t.Errorf("%+v", got)
	}
}

func TestRemaining(t *testing.T) {
	for want, p := range map[string]lookahead.Result{
		"no estimate yet": {Elapsed: time.Second},
		"about 3s left":   {Elapsed: time.Second, Closed: 0.25},
		"about 6s left":   {Elapsed: 12 * time.Second, Opening: 10 * time.Second, Closed: 0.25},
		"about 0s left":   {Elapsed: time.Second, Closed: 1},
	} {
		if got := decide.Remaining(p); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
}

// A swarm gives the verdicts of a lookahead, in Go and on every device.
func TestSatSwarm(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		args []string
		code cli.ExitCode
	}{
		"unsatisfiable": {[]string{"--variables", "60", "--clauses", "400"}, cli.ExitUnsatisfiable},
		"satisfiable":   {[]string{"--variables", "60", "--planted"}, cli.ExitSatisfiable},
	} {
		cnf := filepath.Join(dir, name+".cnf")
		if got := warble(t, "", append([]string{"generate", "3sat", "--out", cnf}, c.args...)...); got.code != cli.ExitOK {
			t.Fatalf("%+v", got)
		}
		for _, d := range append([]string{"cpu"}, devicetest.IDs(t)...) {
			for _, algorithm := range []string{"swarm", "lookahead", "auto"} {
				got := warble(t, "", "sat", "--algorithm", algorithm, "--device", d, cnf)
				if got.code != c.code {
					t.Errorf("%s by %s on %s: %+v", name, algorithm, d, got)
				}
				if algorithm == "auto" && !strings.Contains(got.err, "--algorithm portfolio --device "+d+" ") {
					t.Errorf("on %s auto says %q", d, got.err)
				}
				if algorithm == "lookahead" && got.err != "" {
					t.Errorf("on %s it says %q without -v", d, got.err)
				}
			}
		}
	}
}

// Who names a lookahead and a device gets the swarm's search on it, and with -v a line.
func TestSatLookaheadOnDevices(t *testing.T) {
	answer := func(args ...string) (string, map[string]any) {
		t.Helper()
		got := warble(t, "", append([]string{"sat", "--json", "--deterministic", "-v"}, append(args, planted)...)...)
		object := map[string]any{}
		if err := json.Unmarshal([]byte(got.out), &object); err != nil || got.code != cli.ExitSatisfiable {
			t.Fatalf("%v: %+v", err, got)
		}
		return got.err, object
	}
	const line = "the lookahead on devices is a swarm"
	gpus := 0
	for _, l := range device.List(t.Context()) {
		if l.Err == nil && l.GPU {
			gpus++
		}
	}
	if notes, got := answer("--algorithm", "lookahead", "--device", "all,cpu"); (got["algorithm"] == "lookahead") != (gpus == 0) {
		t.Errorf("%d GPUs and the CPU: %v, %s", gpus, got, notes)
	}
	for _, d := range append([]string{"cpu"}, devicetest.IDs(t)...) {
		_, want := answer("--algorithm", "swarm", "--device", d)
		notes, got := answer("--algorithm", "lookahead", "--device", d)
		if d == "cpu" {
			if got["algorithm"] != "lookahead" || strings.Contains(notes, line) {
				t.Errorf("on the CPU: %v, %s", got, notes)
			}
			continue
		}
		if !strings.Contains(notes, line) || got["device"] != d {
			t.Errorf("on %s: %v, %s", d, got["device"], notes)
		}
		for _, key := range []string{"algorithm", "device", "nodes", "solution"} {
			if got[key] != want[key] || got[key] == nil {
				t.Errorf("%s on %s: %v, want %v", key, d, got[key], want[key])
			}
		}
	}
}

// -v tells what was known before the search.
func TestSatSimplified(t *testing.T) {
	for text, want := range map[string]string{
		square: `units=0 subsumed=0 "failed literals"=1 necessary=0 pure=0`, "p cnf 2 2\n1 0\n-1 2 0\n": `units=2 subsumed=0 "failed literals"=0`, "p cnf 3 0\n": "",
	} {
		got := warble(t, text, "sat", "-v", "--algorithm", "lookahead", "-")
		if !strings.Contains(got.err, want) || strings.Contains(got.err, "msg=simplified") != (want != "") {
			t.Errorf("%+v, want %s", got, want)
		}
	}
}

// large is a file with a formula that has too many variables for a swarm, and no
// model, as a lookahead sees at once.
func large(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "large.cnf")
	if got := warble(t, "", "generate", "3sat", "--variables", "1500", "--clauses", "6000", "--out", path); got.code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := "p cnf 1500 6000\n"
	if !strings.Contains(string(text), head) {
		t.Fatalf("%.200q", text)
	}
	clauses := "" // all of three variables: none of their literals fails
	for signs := range 8 {
		for v := range 3 {
			clauses += strconv.Itoa((v+1)*(1-2*(signs>>v&1))) + " "
		}
		clauses += "0\n"
	}
	text = []byte(strings.Replace(string(text), head, "p cnf 1500 6008\n"+clauses, 1))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// What is too large for a swarm the CPU decides, unless a swarm was asked for.
func TestSatLeaves(t *testing.T) {
	cnf := large(t)
	for _, d := range devicetest.IDs(t) {
		for args, algorithm := range map[string]string{
			"": "portfolio", "--algorithm portfolio": "portfolio", "--deterministic": "lookahead", "--algorithm lookahead": "lookahead", "--algorithm swarm": "",
		} {
			words := append([]string{"sat", "--threads", "2", "--device", d}, strings.Fields(args)...)
			got := warble(t, "", append(words, cnf)...)
			if algorithm == "" {
				if got.code != cli.ExitUser || got.out != "" || !strings.Contains(got.err, "use --algorithm lookahead --device cpu") {
					t.Errorf("%s on %s: %+v", args, d, got)
				}
				continue
			}
			const why = " variables are left after simplification, and a swarm takes at most 1023; the CPU does the work\n"
			if got.code != cli.ExitUnsatisfiable || !strings.HasPrefix(got.out, "c "+cnf+": ") || !strings.HasSuffix(got.out, why+"s UNSATISFIABLE\n") || !strings.Contains(got.err, why) {
				t.Errorf("%s on %s: %+v", args, d, got)
			}
			got = warble(t, "", append(words, "-q", "--json", cnf)...)
			if !strings.Contains(got.out, `"algorithm":"`+algorithm+`"`) || !strings.Contains(got.out, `"device":"cpu"`) {
				t.Errorf("%s on %s: %+v", args, d, got)
			}
		}
	}
}

// A formula that is too large for a complete search is the walk's, and that is said.
func TestSatLarge(t *testing.T) {
	const clauses = 1_200_000
	text := fmt.Sprintf("p cnf 3 %d\n", clauses) + strings.Repeat("1 -2 0\n", clauses)
	const why = "standard input: it has 1200000 clauses; lookahead is for at most 1000000"
	got := warble(t, text, "sat", "--device", "cpu", "-")
	if got.code != cli.ExitSatisfiable || !strings.HasPrefix(got.out, "c "+why) || !strings.Contains(got.out, "\ns SATISFIABLE\n") || !strings.Contains(got.err, why) {
		t.Errorf("%d, %.300s, %.300s", got.code, got.out, got.err)
	}
	got = warble(t, text, "sat", "--device", "cpu", "--algorithm", "lookahead", "-")
	if got.code != cli.ExitUser || got.out != "" || !strings.Contains(got.err, why) {
		t.Errorf("%d, %.300s, %.300s", got.code, got.out, got.err)
	}
}
