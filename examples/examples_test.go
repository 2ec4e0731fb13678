// Package examples runs the programs of this folder.
package examples

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Each program ends in a few seconds and prints something of this shape.
var shapes = map[string]string{
	"knapsack": `(?s)\A(. [a-z0-9 -]{20} +\d+ +\d+ g\n){30}\d+ things worth 12\d\d, 8\d\d\d of 9000 g\n\z`,
	"schedule": `(?s)\A24 exams, 120 students, \d+ clauses\n((Mon|Tue|Wed) (9|11|14)h +([A-Z][a-z]+(, )?)*\n){9}unkindness \d+\n\z`,
	"layout":   `(?s)\A(\+-[-+]+\+\n(\| [a-zABC -]{10} ){5}\|\n){3}\+-[-+]+\+\npeople walk 5\d\.\d km a day, by memetic\n\z`,
	"features": `\Achosen: \[[\d ]+\] of 40, error (0\.9|1\.0)\d+\nof these \[3 8 17 22 31\] made the data\nwith all columns the error is 1\.[1-9]\d\d\n\z`,
	"tour":     `(?s)\A( *\d+ kicks: \d+ km\n){5}([A-Z][a-z]+( – )?){36}\n36 capitals, 13\d\d\d km: tour.svg\n\z`,
	"roster":   `\Awishes 73, violation 0\nday 1: Ada  Dan  Finn\n(day \d:( [A-Z][a-z]+ *){3}\n){6}\z`,
	"jobshop": `\Ageneration 100 makespan 57\ngeneration 200 makespan 57\nmakespan 57 after 200 generations: interrupted\n` +
		`going on\ngeneration 300 makespan 56\ngeneration 356 makespan 55\nmakespan 55 after 356 generations: optimal\n\z`,
	"tuning":   `\Aloss 0\.20\d\d by genetic\nrate 0\.0\d+, dropout 0\.[23]\d, 7 layers, batches of 16, momentum, warmup (true|false)\n\z`,
	"asktell":  `\A1?\d unseen or seen twice, 9060 asked for, steps by differential\n\z`,
	"design":   `\A2440 simulations, 1\d\d failed; \d+ designs are left, of which some:\n(weight +\d+\.\d sag +\d+\.\d\d: +\d+\.\d x \d\d\.\d\n){5}\z`,
	"replicas": `\Agenetic: best 320, mean 390\.6, deviation 36\.6, worst 460; 0 of 20 reached 220\ntabu: best 188, mean 244\.8, deviation 21\.9, worst 276; 3 of 20 reached 220\n\z`,
	"instance": `\A50 items, checked; by genetic\n14832 13692\n1 4 5 [\d ]+ 46\n\z`,
}

func TestPrograms(t *testing.T) {
	// go build reads the sources behind the back of go test's cache; looking at
	// the folders here makes a change in them a reason to test again.
	_ = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == ".git" || d.Name() == "build") {
			return fs.SkipDir
		}
		return nil
	})
	found, err := filepath.Glob("*/main.go")
	if err != nil || len(found) < len(shapes) {
		t.Fatalf("%v, %v", found, err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	programs := t.TempDir()
	// All at once, and without what debuggers need: half of the time is linking.
	if out, err := exec.Command("go", "build", "-ldflags", "-s -w", "-o", programs+"/", "./...").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	// What a program is given, in one start after another.
	arguments := map[string][][]string{
		"jobshop":  {{"-cancel", "200"}, {}},
		"instance": {{filepath.Join(here, "knapsack-50.txt")}},
	}
	for _, path := range found {
		name := filepath.Dir(path)
		shape, known := shapes[name]
		if !known {
			shape = "." // something
		}
		starts := arguments[name]
		if starts == nil {
			starts = [][]string{nil}
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if lines := strings.Count(string(text), "\n"); err != nil || lines > 105 {
				t.Errorf("%d lines, %v", lines, err)
			}
			dir := t.TempDir()
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			var out []byte
			for _, given := range starts {
				c := exec.CommandContext(ctx, filepath.Join(programs, name), given...)
				c.Dir = dir
				printed, err := c.CombinedOutput()
				if out = append(out, printed...); err != nil {
					t.Error(err)
				}
			}
			if !regexp.MustCompile(shape).Match(out) {
				t.Errorf("%s", out)
			}
			if picture, err := os.ReadFile(filepath.Join(dir, "tour.svg")); name == "tour" && (err != nil || !strings.HasPrefix(string(picture), "<svg ")) {
				t.Errorf("%v: %.80q", err, picture)
			}
		})
	}
}
