package plot_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// history is a made-up run: scores rise toward 1000, replica r a little
// slower than the one before.
func history(replicas, steps int) search.Progress {
	var p search.Progress
	for s := range steps {
		for r := range replicas {
			x := 1 - math.Exp(-float64(s)/float64(8+2*r))
			best := int64(500 + 500*x)
			p.Samples = append(p.Samples, search.Sample{
				Replica: r, Step: int64(s), Best: best, BestSoFar: best,
				Worst: best - int64(300*(1-x)) - 40, Mean: float64(best) - 150*(1-x) - 15,
			})
		}
	}
	return p
}

func TestPicturesAreWritten(t *testing.T) {
	dir := os.Getenv("WARBLER_PLOTS") // to look at them
	if dir == "" {
		dir = t.TempDir()
	}
	for name, p := range map[string]search.Progress{
		"one": history(1, 100), "many": history(9, 100), "long": history(2, 20000), "single": history(1, 1),
	} {
		for _, ext := range []string{"svg", "png"} {
			path := filepath.Join(dir, name+"."+ext)
			c, err := plot.To(path, "knapsack f1", problem.Objective{})
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Observe(p, 0); err != nil {
				t.Fatal(err)
			}
			if err := c.Finish(search.Result{}); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			check(t, path)
		}
	}
}

func check(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(path, ".png") {
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil || img.Bounds().Dx() < 400 {
			t.Errorf("%s: %v", path, err)
		}
		return
	}
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	for _, label := range []string{"knapsack f1", ">step<", "objective"} {
		if !strings.Contains(string(data), label) {
			t.Errorf("%s: %q is missing", path, label)
		}
	}
	if len(data) > 600<<10 {
		t.Errorf("%s has %d bytes", path, len(data))
	}
}

// A falling cost over many magnitudes, and members so bad that they are no
// number.
func TestHardValues(t *testing.T) {
	dir := os.Getenv("WARBLER_PLOTS")
	if dir == "" {
		dir = t.TempDir()
	}
	var p search.Progress
	for s := range 200 {
		cost := math.Pow(10, 3-float64(s)/20)
		p.Samples = append(p.Samples, search.Sample{
			Step: int64(s), BestSoFar: problem.FromFloat(-cost), Best: problem.FromFloat(-cost),
			Worst: problem.Worst, Mean: -2 * cost,
		})
	}
	p.Samples[7].Mean = math.Inf(-1)
	c, err := plot.To(filepath.Join(dir, "cost.svg"), "sphere", problem.Objective{Float: true, Minimize: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Observe(p, 0); err != nil {
		t.Fatal(err)
	}
	if err := c.Finish(search.Result{}); err != nil {
		t.Fatal(err)
	}
	if _, err := plot.To("x.pdf", "", problem.Objective{}); err == nil {
		t.Error("a .pdf was promised")
	}
}

func TestFrontsAreDrawn(t *testing.T) {
	criteria := []problem.Criterion{{Name: "profit"}, {Name: "cost", Objective: problem.Objective{Minimize: true}}}
	front := [][]problem.Score{{5, -3}, {3, 0}, {3, 0}}
	for _, points := range [][][]problem.Score{front, front[:1], nil} {
		path := filepath.Join(t.TempDir(), "front.svg")
		if err := plot.WriteFront(path, "a front", criteria, points); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), ">-0") {
			t.Errorf("%d points: there is a -0 on an axis", len(points))
		}
		for _, want := range []string{"a front", "profit (larger is better)", "cost (smaller is better)"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%d points: the picture does not say %q", len(points), want)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "matrix.svg")
	for _, points := range [][][]problem.Score{{{5, -3, 7}, {3, 0, 9}}, nil} {
		if err := plot.WriteFront(path, "a front", append(criteria, problem.Criterion{Name: "length", Objective: problem.Objective{Minimize: true}}), points); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		// A column for profit, a row for length, and both for cost.
		for want, count := range map[string]int{"a front": 1, ">profit<": 1, ">larger is better<": 1, ">cost<": 1, ">cost (smaller is better)<": 1, ">length (smaller is better)<": 1} {
			if strings.Count(string(text), want) != count {
				t.Errorf("%d points: %q is there %d times", len(points), want, strings.Count(string(text), want))
			}
		}
	}
	if err := plot.WriteFront("front.txt", "", criteria, front); err == nil {
		t.Error("a picture in .txt was made")
	}
}
