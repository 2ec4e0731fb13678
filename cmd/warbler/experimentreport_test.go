package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/cli/campaign"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/problem"
)

func TestExperimentReport(t *testing.T) {
	dir := campaignOf(t, sphere)
	got := warble(t, "", "experiment", "report", dir)
	page := strings.TrimSpace(got.out)
	text, err := os.ReadFile(page)
	if got.code != cli.ExitOK || err != nil || page != filepath.Join(dir, "report", "report.html") {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, want := range []string{"small", "sphere-4", "f=0.4", "6 of 6 runs", "<svg", "Convergence: the best value so far", "Empirical distribution over runs and 50 targets"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	elsewhere := filepath.Join(t.TempDir(), "page")
	if got := warble(t, "", "experiment", "report", dir, "--out", elsewhere); got.code != cli.ExitOK || !strings.HasPrefix(got.out, elsewhere) {
		t.Errorf("%+v", got)
	}
}

// Whatever a plan tells cells apart by, the report and the table can, too.
func TestExperimentReportOfTwins(t *testing.T) {
	knapsack, err := os.ReadFile(filepath.Join("..", "..", "examples", "knapsack-50.txt"))
	if err != nil {
		t.Fatal(err)
	}
	instance := "[[problem]]\nfile = " + strconv.Quote(file(t, "small.txt", string(knapsack))) + "\n"
	block := func(capacity string) string {
		return "k\nn 3\nc " + capacity + "\nz 9\ntime 0.00\n1,4,3,1\n2,5,4,1\n3,6,8,0\n-----\n"
	}
	collection := "[[problem]]\nfile = " + strconv.Quote(file(t, "all.csv", block("7")+"\n"+block("8"))) + "\n"
	satisfiable := "[[problem]]\nfile = " + strconv.Quote(file(t, "f.cnf", "p cnf 3 1\n1 2 3 0\n")) + "\n"
	function := "[[problem]]\nfunction = \"sphere\"\ndim = 2\n"
	genetic, quantum, differential := "[[algorithm]]\nname = \"genetic\"\n", "[[algorithm]]\nname = \"quantum\"\n", "[[algorithm]]\nname = \"differential\"\n"
	for _, c := range []struct {
		name, plan string
		groups     []string // problem, algorithm, parameters and target of groups.csv
		shown      []string // what stands under PARAMETERS
	}{
		{"generations", instance + genetic + genetic + "stop.generations = 5\n", []string{
			"small.txt|genetic|generations=3|", "small.txt|genetic|generations=5|",
		}, []string{"constraint=greedy generations=3", "constraint=greedy generations=5"}},
		{"generations of a grid", instance + genetic + "parameters.pc = [0.5, 0.6]\n" + genetic + "parameters.pc = [0.5, 0.6]\nstop.time = \"1m\"\n", []string{
			"small.txt|genetic|pc=0.5|", "small.txt|genetic|pc=0.6|", "small.txt|genetic|pc=0.5 time=1m0s|", "small.txt|genetic|pc=0.6 time=1m0s|",
		}, []string{"constraint=greedy pc=0.5", "constraint=greedy pc=0.6", "constraint=greedy pc=0.5 time=1m0s", "constraint=greedy pc=0.6 time=1m0s"}},
		{"other rules", instance + genetic + genetic + "stop.stagnation = 2\n" + genetic + "stop.convergence = 0\n", []string{
			"small.txt|genetic||", "small.txt|genetic|stagnation=2|", "small.txt|genetic|convergence=0|",
		}, []string{"constraint=greedy", "constraint=greedy stagnation=2", "constraint=greedy convergence=0"}},
		{"a target for one", instance + genetic + "stop.target = 14832\n" + quantum, []string{
			"small.txt, target 14832|genetic|constraint=greedy|14832", "small.txt, no target|quantum|constraint=index|",
		}, []string{"constraint=greedy", "constraint=index"}},
		{"a target for one of two alike", instance + genetic + "stop.target = 14832\n" + genetic + "stop.generations = 4\n", []string{
			"small.txt, target 14832|genetic|generations=3|14832", "small.txt, no target|genetic|generations=4|",
		}, []string{"constraint=greedy generations=3 target=14832", "constraint=greedy generations=4"}},
		{"a file with two targets", instance + "target = 14000\n" + instance + "target = 14832\n" + quantum, []string{
			"small.txt, target 14000|quantum||14000", "small.txt, target 14832|quantum||14832",
		}, []string{"constraint=index target=14000", "constraint=index target=14832"}},
		{"the optimum as a target", function + differential + differential + "stop.target = 0\n", []string{
			"sphere-2|differential||0", "sphere-2|differential|target=0|0",
		}, []string{"-", "target=0"}},
		{"parameters", instance + genetic + "parameters.pc = 0.5\n" + genetic + "parameters.pc = 0.6\n", []string{
			"small.txt|genetic|pc=0.5|", "small.txt|genetic|pc=0.6|",
		}, []string{"constraint=greedy pc=0.5", "constraint=greedy pc=0.6"}},
		{"options", function + "bound = 1.0\n" + function + "bound = 2.0\n" + differential, []string{
			"sphere-2|differential|bound=1|0", "sphere-2|differential|bound=2|0",
		}, []string{"bound=1", "bound=2"}},
		{"instances of one name", collection + genetic + quantum, []string{
			"all.csv#k|genetic|constraint=greedy|9", "all.csv#k|quantum|constraint=index|9",
			"all.csv#k #2|genetic|constraint=greedy|9", "all.csv#k #2|quantum|constraint=index|9",
		}, []string{"constraint=greedy", "constraint=greedy", "constraint=index", "constraint=index"}},
		{"a bound that is reached without a target", satisfiable + genetic, []string{"f.cnf|genetic||"}, []string{"-"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "results")
			plan := file(t, "plan.toml", "device = \"cpu\"\nseeds.count = 2\nstop.generations = 3\n"+c.plan)
			got := warble(t, "", "experiment", "run", plan, "--out", dir)
			if got.code != cli.ExitOK {
				t.Fatalf("%+v", got)
			}
			checkShown(t, got.out, c.shown)
			if got := warble(t, "", "experiment", "report", dir); got.code != cli.ExitOK {
				t.Fatalf("%+v", got)
			}
			text, err := os.ReadFile(filepath.Join(dir, "report", "groups.csv"))
			if err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			var groups []string
			for _, row := range rows[1:] {
				groups = append(groups, strings.Join([]string{filepath.Base(row[0]), row[1], row[2], row[slices.Index(rows[0], "target")]}, "|"))
			}
			if !slices.Equal(groups, c.groups) {
				t.Errorf("%q, want %q", groups, c.groups)
			}
		})
	}
}

// checkShown demands the parameters of a table of cells, no two of which are told
// alike.
func checkShown(t *testing.T, table string, want []string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(table), "\n")
	columns := regexp.MustCompile("  +")
	seen := map[string]bool{}
	var parameters []string
	for _, line := range lines[1:] {
		words := columns.Split(line, -1) // cell, problem, algorithm, parameters
		told := strings.Join(words[1:4], "|")
		if seen[told] {
			t.Errorf("two cells are shown as %s", told)
		}
		seen[told] = true
		parameters = append(parameters, words[3])
	}
	if !slices.Equal(parameters, want) {
		t.Errorf("shown %q, want %q", parameters, want)
	}
}

// Fragments of one name may be of any kind and direction; codings of a function
// are the same problem.
func TestProblemNames(t *testing.T) {
	real, gray := map[string]string{"coding": "real"}, map[string]string{"coding": "gray"}
	got := campaign.ProblemNames([]*experiment.Cell{
		{Problem: "x", Kind: "custom", Instance: "1"},
		{Problem: "x", Kind: "custom", Instance: "1", Algorithm: "other"},
		{Problem: "x", Kind: "custom", Instance: "2"},
		{Problem: "x", Kind: "custom", Instance: "3", Objective: problem.Objective{Minimize: true}},
		{Problem: "y", Kind: "function", Instance: "4", Options: real},
		{Problem: "y", Kind: "function", Instance: "5", Options: gray},
		{Problem: "y", Kind: "custom", Instance: "6"},
	})
	if want := []string{"x", "x", "x #2", "x #3", "y", "y", "y #2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
