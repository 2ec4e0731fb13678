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
	"tour":     `(?s)\A( *\d+ moves: \d+ km\n){5}([A-Z][a-z]+( – )?){36}\n36 capitals, 13\d\d\d km: tour.svg\n\z`,
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
	for _, path := range found {
		name := filepath.Dir(path)
		shape, known := shapes[name]
		if !known {
			shape = "." // something
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if lines := strings.Count(string(text), "\n"); err != nil || lines > 105 {
				t.Errorf("%d lines, %v", lines, err)
			}
			dir := t.TempDir()
			program := filepath.Join(dir, name)
			if out, err := exec.Command("go", "build", "-o", program, "./"+name).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			c := exec.CommandContext(ctx, program)
			c.Dir = dir
			out, err := c.CombinedOutput()
			if err != nil || !regexp.MustCompile(shape).Match(out) {
				t.Errorf("%v\n%s", err, out)
			}
			if picture, err := os.ReadFile(filepath.Join(dir, "tour.svg")); name == "tour" && (err != nil || !strings.HasPrefix(string(picture), "<svg ")) {
				t.Errorf("%v: %.80q", err, picture)
			}
		})
	}
}
