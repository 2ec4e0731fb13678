package main

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli"
)

// ends are the words that end a run without a limit.
var ends = regexp.MustCompile(`^warbler: \S+: ended: no better answer in [0-9,]+ generations; [0-9,]+ evaluations in [0-9.]+ s; --time 1?[0-9]*[sm] searches longer\n$`)

// Without a limit a run goes on until nothing better has come for long, and says so.
func TestWithoutALimit(t *testing.T) {
	for algorithm, least := range map[string]int64{"genetic": 1000, "quantum": 1000, "robust": 10_000} {
		for _, terminal := range []bool{false, true} {
			got := warbleTo(context.Background(), terminal, "", "knapsack", "--device", "cpu", "--algorithm", algorithm, "--json", fifty)
			var answer struct {
				Status      string
				Generations int64
			}
			if err := json.Unmarshal([]byte(got.out), &answer); err != nil || answer.Status != "stagnation" || answer.Generations < least || answer.Generations > 10*least || !ends.MatchString(got.err) {
				t.Errorf("%s: %+v: %+v, %v", algorithm, got, answer, err)
			}
		}
	}
	if got := warble(t, "", "knapsack", "-q", "--device", "cpu", "--algorithm", "genetic", fifty); got.code != cli.ExitOK || got.err != "" {
		t.Errorf("-q: %+v", got)
	}
	got := warble(t, "", "pareto", "--device", "cpu", "--algorithm", "nsga2", "zdt1")
	if want := "warbler: zdt1: ended: 250 generations, as a front has without a limit; 25,100 evaluations in "; !strings.HasPrefix(got.err, want) {
		t.Errorf("%q, want %q", got.err, want)
	}
	// What cannot be improved ends at once.
	got = warble(t, "", "flowshop", "--device", "cpu", "--algorithm", "iterated", "../../examples/flowshop-20x5.txt")
	if got.code != cli.ExitOK || !strings.Contains(got.err, ": ended: nothing better exists; ") || strings.Contains(got.err, "--time") {
		t.Errorf("%+v", got)
	}
}

// The example in C has its optimum found from every seed.
func TestEvolveWithoutALimit(t *testing.T) {
	needCompiler(t)
	got := warble(t, "", "evolve", "--device", "cpu", "--json", "-q", "--replicas", "20", satchel)
	var answer struct{ Runs []struct{ Score int } }
	if err := json.Unmarshal([]byte(got.out), &answer); err != nil {
		t.Fatal(err, got)
	}
	best := 0
	for _, r := range answer.Runs {
		if r.Score == 14832 { // as problem/knapsack proves
			best++
		}
	}
	if best < 19 {
		t.Errorf("%d of %d seeds find the optimum", best, len(answer.Runs))
	}
}

// Several replicas tell how they did, in words and in JSON.
func TestReplicaStatistics(t *testing.T) {
	args := []string{"knapsack", "--device", "cpu", "--algorithm", "genetic", "--generations", "3", "--replicas", "5", "--target", "14700", fifty}
	got := warble(t, "", args...)
	line := regexp.MustCompile(`^warbler: \S+: 5 replicas: best 147\d\d, mean 14[67]\S+, deviation \S+, worst 14\d\d\d; [1-4] reached 14700\n$`)
	if got.code != cli.ExitOK || !line.MatchString(got.err) {
		t.Errorf("%+v", got)
	}
	var a struct {
		Value      float64
		Statistics struct {
			Count, Hits                        int
			Best, Mean, Deviation, Worst, Goal float64
		}
		Runs []struct{ Value float64 }
	}
	if err := json.Unmarshal([]byte(warble(t, "", append(args, "--json")...).out), &a); err != nil {
		t.Fatal(err)
	}
	sum, hits := 0.0, 0
	for _, r := range a.Runs {
		if sum += r.Value; r.Value >= 14700 {
			hits++
		}
	}
	if s := a.Statistics; s.Count != 5 || s.Hits != hits || s.Best != a.Value || s.Goal != 14700 || s.Deviation <= 0 || s.Worst >= s.Mean || s.Mean < sum/5-1e-6 || s.Mean > sum/5+1e-6 {
		t.Errorf("%+v", a)
	}
}
