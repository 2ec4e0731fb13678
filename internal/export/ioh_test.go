package export_test

import (
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/experiment"
)

// index is a .json file as IOHanalyzer understands it.
type index struct {
	Version      string
	Suite        string
	FunctionID   int    `json:"function_id"`
	FunctionName string `json:"function_name"`
	Maximization *bool
	Algorithm    struct{ Name, Info string }
	Experiment   []map[string]string `json:"experiment_attributes"`
	Attributes   []string
	Scenarios    []struct {
		Dimension int
		Path      string
		Runs      []struct {
			Instance int
			Evals    int64
			Best     struct {
				Evals int64
				Y     float64
			}
			Seed uint64
		}
	}
	folder string
}

// readIndexes finds .json files as IOHanalyzer does: anywhere below a folder.
func readIndexes(t *testing.T, folder string) (list []index) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".json" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		x := index{folder: filepath.Dir(path)}
		if err := json.Unmarshal(text, &x); err != nil {
			return err
		}
		if x.Version == "" || x.Maximization == nil || !slices.Equal(x.Attributes, []string{"evaluations", "raw_y"}) || x.FunctionID < 1 {
			t.Errorf("%s: %s", path, text)
		}
		list = append(list, x)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// readData reads a .dat file: a line without digits begins a run.
func readData(t *testing.T, path string) (runs [][][2]float64) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if !strings.ContainsAny(line, "0123456789") {
			if line != "evaluations raw_y" {
				t.Fatalf("%s: %q", path, line)
			}
			runs = append(runs, nil)
			continue
		}
		var p [2]float64
		for i, word := range strings.Split(line, " ") {
			if p[i], err = strconv.ParseFloat(word, 64); err != nil {
				t.Fatalf("%s: %q: %v", path, line, err)
			}
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], p)
	}
	return runs
}

func TestIOHFolder(t *testing.T) {
	dir := campaign(t, spheres)
	c := open(t, dir)
	folder := filepath.Join(t.TempDir(), "ioh")
	if left, err := c.WriteIOH(folder); err != nil || left != nil {
		t.Fatal(err)
	}
	traces := map[int][]experiment.Point{}
	if err := experiment.EachTrace(dir, func(run int, p []experiment.Point) error { traces[run] = p; return nil }); err != nil {
		t.Fatal(err)
	}
	starts := map[int]float64{} // by dimension: as much worse than the worst as that is than the best
	for _, cell := range c.Cells {
		low, high := math.Inf(1), math.Inf(-1)
		for _, other := range c.Cells {
			for _, run := range other.Runs {
				for _, p := range traces[run.Number] {
					if v := other.Objective.Value(p.Score); other.Length == cell.Length {
						low, high = min(low, v), max(high, v)
					}
				}
			}
		}
		starts[cell.Length] = high + (high - low)
	}
	indexes := readIndexes(t, folder)
	if len(indexes) != 2 { // two variants on one function of two dimensions
		t.Fatalf("%d .json files", len(indexes))
	}
	for v, x := range indexes {
		if x.FunctionName != "sphere" || x.FunctionID != 1 || *x.Maximization || x.Suite != "spheres" || len(x.Scenarios) != 2 ||
			x.Algorithm.Name != []string{"differential f=0.4", "differential f=0.5"}[v] || !strings.Contains(x.Experiment[0]["parameters"], "f=0.") {
			t.Errorf("%+v", x)
		}
		for s, scenario := range x.Scenarios {
			cell := c.Cells[2*s+v]
			data := readData(t, filepath.Join(x.folder, scenario.Path))
			if scenario.Dimension != cell.Length || len(data) != 3 || len(scenario.Runs) != 3 {
				t.Fatalf("%+v with %d runs in %s", scenario, len(data), scenario.Path)
			}
			for r, run := range cell.Runs {
				want := [][2]float64{{1, starts[cell.Length]}}
				for _, p := range traces[run.Number] {
					want = append(want, [2]float64{float64(p.Evaluations), cell.Objective.Value(p.Score)})
				}
				last := want[len(want)-1]
				if last[0] < float64(run.Evaluations) {
					want = append(want, [2]float64{float64(run.Evaluations), run.Value})
				}
				if !reflect.DeepEqual(data[r], want) {
					t.Errorf("run %d: %v, want %v", run.Number, data[r], want)
				}
				if got := scenario.Runs[r]; got.Instance != 1 || got.Evals != run.Evaluations || got.Seed != run.Seed || got.Best.Y != run.Value ||
					float64(got.Best.Evals) != last[0] {
					t.Errorf("run %d: %+v", run.Number, got)
				}
			}
		}
	}
	if _, err := c.WriteIOH(folder); err == nil || !strings.Contains(err.Error(), "it is not empty") {
		t.Error(err)
	}
}

// Both directions, two ways to keep capacities, runs without anything feasible,
// and rules that alone tell two algorithms apart.
func TestIOHFolderOfAllKinds(t *testing.T) {
	items, err := filepath.Abs(filepath.Join("..", "..", "examples", "knapsack-50.txt"))
	if err != nil {
		t.Fatal(err)
	}
	c := open(t, campaign(t, `
seeds.count = 2
[[problem]]
file = `+strconv.Quote(items)+`
[[problem]]
function = "sphere"
coding = "gray"
dim = 2
[[algorithm]]
name = "genetic"
stop.generations = 3
[[algorithm]]
name = "genetic"
stop.generations = 5
[[algorithm]]
name = "quantum"
stop.generations = 3
`))
	for i := range c.Cells[1].Runs {
		c.Cells[1].Runs[i].Value, c.Cells[1].Runs[i].Score = math.NaN(), -1
	}
	folder := t.TempDir()
	if left, err := c.WriteIOH(folder); err != nil || left != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range readIndexes(t, folder) {
		place, _ := filepath.Rel(folder, x.folder)
		direction, _, _ := strings.Cut(filepath.ToSlash(place), "/")
		got = append(got, direction+" "+x.FunctionName+" "+x.Algorithm.Name)
		for _, s := range x.Scenarios {
			data := readData(t, filepath.Join(x.folder, s.Path))
			if len(data) != 2 || len(s.Runs) != 2 {
				t.Errorf("%+v: %d runs", s, len(data))
			}
			// Nothing that is said of evaluation 1 is as good as what was found, and
			// runs that found nothing have no more.
			for _, run := range data {
				first, last := run[0][1], run[len(run)-1][1]
				found := !strings.HasSuffix(x.Algorithm.Name, "greedy #2")
				if better := last != first && *x.Maximization == (last > first); better != found || run[0][0] != 1 {
					t.Errorf("%s on %s: %v", x.Algorithm.Name, x.FunctionName, run)
				}
			}
		}
	}
	want := []string{
		"maximize knapsack-50 genetic constraint=greedy", "maximize knapsack-50 genetic constraint=greedy #2", "maximize knapsack-50 quantum constraint=index",
		"minimize sphere genetic", "minimize sphere genetic #2", "minimize sphere quantum",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Entries of a plan with one algorithm and other parameters are other algorithms,
// and no two of them share a file.
func TestIOHFolderOfOneAlgorithmTwice(t *testing.T) {
	c := open(t, campaign(t, `
seeds.count = 2
stop.generations = 3
[[problem]]
function = "sphere"
dim = 2
[[algorithm]]
name = "differential"
parameters.population = 10
[[algorithm]]
name = "differential"
parameters.population = 20
parameters.f = [0.4, 0.6]
`))
	folder := t.TempDir()
	if left, err := c.WriteIOH(folder); err != nil || left != nil {
		t.Fatal(err)
	}
	var got []string
	for i, x := range readIndexes(t, folder) {
		got = append(got, x.Algorithm.Name)
		if len(x.Scenarios) != 1 || len(x.Scenarios[0].Runs) != 2 {
			t.Fatalf("%+v", x)
		}
		for r, run := range readData(t, filepath.Join(x.folder, x.Scenarios[0].Path)) {
			if last := run[len(run)-1]; last[1] != c.Cells[i].Runs[r].Value {
				t.Errorf("%s, run %d: %v, want %v", x.Algorithm.Name, r, last, c.Cells[i].Runs[r].Value)
			}
		}
	}
	want := []string{"differential f=0.5 population=10", "differential f=0.4 population=20", "differential f=0.6 population=20"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
