package experiment

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/search"
)

// casesOf reads the cases of a plan for the cellular algorithm.
func casesOf(t *testing.T, text string, files Files) ([]*Case, error) {
	t.Helper()
	root, err := document.Parse("p.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	algorithm, err := search.Lookup("cellular")
	if err != nil {
		t.Fatal(err)
	}
	cases := ReadCases(root, "training", algorithm, files)
	return cases, root.Err()
}

func TestReadCases(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.cnf", "a.cnf"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("p cnf 3 1\n1 2 3 0\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files := Beside(filepath.Join(dir, "p.toml"))
	for _, c := range []struct{ text, want string }{
		{"file = \"*.cnf\"", "a.cnf b.cnf"},
		{"file = \"" + filepath.Join(dir, "?.cnf") + "\"", filepath.Join(dir, "a.cnf") + " " + filepath.Join(dir, "b.cnf")},
		{"generate = \"3sat\"\nvariables = 20\ncount = 2\nseed = 7", "3sat-20-85#7 3sat-20-85#8"},
		{"file = \"*.wcnf\"", "p.toml:4: training.file: there is no file like *.wcnf"},
		{"file = \"[\"", "p.toml:4: training.file: syntax error in pattern"},
		{"function = \"sphere\"", "p.toml:1: algorithm: sphere-10: algorithm cellular does not work on real genomes"},
	} {
		cases, err := casesOf(t, "[stop]\ngenerations = 3\n[[training]]\n"+c.text+"\n", files)
		var names []string
		for _, x := range cases {
			names = append(names, x.Name)
		}
		got := strings.Join(names, " ")
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	if _, err := casesOf(t, "[[training]]\ngenerate = \"3sat\"\n", files); err == nil || !strings.Contains(err.Error(), "stop: nothing ends a run") {
		t.Error(err)
	}
}

// A run is the same whether it shares a launch, and on which devices.
func TestPerformEqualsRunsAlone(t *testing.T) {
	cases, err := casesOf(t, "[stop]\ngenerations = 4\n[[training]]\ngenerate = \"3sat\"\ncount = 2\n", Files{})
	if err != nil {
		t.Fatal(err)
	}
	var tasks []Task
	for i := range 12 {
		tasks = append(tasks, Task{Case: cases[i%2], Seed: uint64(i / 4), Values: search.Values{
			"width": "4", "height": "4", "across": "2", "down": "2",
			"pm": fmt.Sprint(0.01 * float64(1+i)), "passes": fmt.Sprint(1 + i%3), "feedback": []string{"adaptive", "none"}[i/6],
		}})
	}
	k := kinds(len(tasks), func(i int) (*Case, search.Values) { return tasks[i].Case, tasks[i].Values }, nil)
	if len(k) != 4 { // two formulas, and feedback is the engine's
		t.Errorf("%d kinds", len(k))
	}
	all, err := Perform(context.Background(), Where{CPU: true, Devices: devicetest.All(t)}, tasks, nil)
	if err != nil || len(all) != len(tasks) {
		t.Fatalf("%d runs, %v", len(all), err)
	}
	for i, task := range tasks {
		alone, err := Perform(context.Background(), Where{CPU: true, Threads: 1}, []Task{task}, nil)
		if err != nil || len(alone) != 1 {
			t.Fatal(alone, err)
		}
		want, got := alone[0], all[i]
		want.Number, want.Seconds, want.CPU, want.Device, got.Seconds, got.CPU, got.Device = i, 0, 0, "", 0, 0, ""
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%+v, alone %+v", got, want)
		}
	}
}

func TestPerformEnds(t *testing.T) {
	cases, err := casesOf(t, "[stop]\ngenerations = 1000000\n[[training]]\ngenerate = \"3sat\"\nvariables = 300\nclauses = 1400\n", Files{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if runs, err := Perform(ctx, Where{CPU: true}, []Task{{Case: cases[0], Seed: 1}}, nil); err != nil || len(runs) != 0 {
		t.Errorf("%v, %v", runs, err)
	}
	if _, err := Perform(ctx, Where{}, nil, nil); err == nil {
		t.Error("nothing to run on was accepted")
	}
}
