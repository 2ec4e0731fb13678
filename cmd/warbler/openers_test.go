package main

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/replicas"
)

// TestSeveralPlaces: replicas on a device and the CPU together are those of the
// CPU alone, and one run is told that it has one device.
func TestSeveralPlaces(t *testing.T) {
	knapsack := []string{"knapsack", "../../examples/knapsack-50.txt", "--algorithm", "genetic", "--generations", "40", "-p", "population=20", "--top", "9"}
	want := warble(t, "", append(knapsack, "--replicas", "5", "--device", "cpu")...)
	for _, d := range devicetest.All(t) {
		both := d.Info().ID() + ",cpu"
		if got := warble(t, "", append(knapsack, "--replicas", "5", "--device", both)...); got.code != cli.ExitOK || got.out != want.out || got.err != want.err {
			t.Errorf("%s: %+v, want %+v", both, got, want)
		}
		if got := warble(t, "", append(knapsack, "--device", both)...); got.code != cli.ExitOK || !strings.Contains(got.err, "one run is on one device, "+d.Info().ID()+"; --replicas spreads") {
			t.Errorf("%s: %+v", both, got)
		}
		got := warble(t, "", "qap", "../../examples/qap-20.dat", "--device", both, "--generations", "2", "--json", "-q", "-p", "children=4")
		if !strings.Contains(got.out, `"device":"`+d.Info().ID()+`"`) {
			t.Errorf("%s: %+v", both, got)
		}
	}
}

// TestMoves: a run with --device auto that moves from the CPU to a device has the answer
// of one that stays, says so with -v, and names the device in --json.
func TestMoves(t *testing.T) {
	knapsack := []string{"knapsack", "../../examples/knapsack-50.txt", "--algorithm", "genetic", "--generations", "40", "-p", "population=20", "--top", "9"}
	qap := []string{"qap", "../../examples/qap-20.dat", "--generations", "3", "-p", "children=4"}
	for _, d := range devicetest.All(t) {
		for _, args := range [][]string{knapsack, append(knapsack, "--replicas", "3"), qap} {
			want := warble(t, "", append(args, "-q", "--device", "cpu")...)
			replicas.Forced.Device, replicas.Forced.After = d.Info().ID(), 2
			defer func() { replicas.Forced.Device = "" }()
			got := warble(t, "", append(args, "-v")...)
			if got.code != cli.ExitOK || got.out != want.out || !strings.Contains(got.err, `msg="moved to a device" device=`+d.Info().ID()+" step=2") {
				t.Errorf("%v: %+v, want %+v", args, got, want)
			}
			if got := warble(t, "", append(args, "--json")...); !strings.Contains(got.out, `"device":"`+d.Info().ID()+`"`) {
				t.Errorf("%v: %+v", args, got)
			}
			replicas.Forced.Device = ""
		}
	}
}

// TestScoredAgain: an answer that only the device can score is told as what it is.
func TestScoredAgain(t *testing.T) {
	needCompiler(t)
	count := "score fitness(genome g, data d)\n{\n    score n = 0;\n    for (int i = 0; i < LENGTH; i++)\n        n += gene(g, i);\n"
	path := fragment(t, count+"    if (n > 33) return 1000 / (n / 64);\n    return n;\n}")
	for _, d := range devicetest.All(t) {
		got := warble(t, "", "evolve", "--device", d.Info().ID(), "--algorithm", "climb", "--generations", "200", path)
		if got.code != cli.ExitInside || !strings.HasSuffix(got.err, "my.c:10: division by zero in fitness, while the answer was scored again\n") || strings.Contains(got.err, "wrong answer") {
			t.Errorf("%+v", got)
		}
	}
}

// TestDoubts: on a device nothing stops a fragment that breaks the rules, so that
// what it may have done is said when its answer is wrong.
func TestDoubts(t *testing.T) {
	needCompiler(t)
	for _, d := range devicetest.All(t) {
		for code, want := range map[string]string{
			// So rare that its trial does not see it.
			"void repair(genome_rw g, data d) { int n = 0; for (int i = 0; i < 9; i++) n += gene(g, i); if (n == 9) set_gene(g, LENGTH + 1, 1); }\n" +
				"score fitness(genome g, data d) { score n = 0; for (int i = 0; i < 9; i++) n += gene(g, i); return n; }": "does repair set a gene that does not exist",
			"score fitness_group(genome g, data d, team t) { score s = 0; for (int i = lane(t); i < LENGTH; i += lanes(t)) s += gene(g, i); return s; }": "do all lanes of a team return the same score",
		} {
			args := []string{"evolve", "--device", d.Info().ID(), "--algorithm", "genetic", "--generations", "20", fragment(t, code)}
			if strings.Contains(code, "team") {
				args = append(args, "--length", "2000") // shorter genomes have a lane each
			}
			if got := warble(t, "", args...); got.code != cli.ExitInside || !strings.Contains(got.err, want) {
				t.Errorf("%+v, want %s", got, want)
			}
		}
	}
}
