package tune

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/search"
)

func drawRange(t *rapid.T) Range {
	if rapid.Bool().Draw(t, "choice") {
		return Range{Choices: []string{"a", "b", "c"}}
	}
	r := Range{Param: search.Param{Type: search.Float}, Log: rapid.Bool().Draw(t, "log")}
	r.From = rapid.Float64Range(-1e6, 1e6).Draw(t, "from")
	if r.Log {
		r.From = rapid.Float64Range(1e-9, 1e6).Draw(t, "positive from")
	}
	r.To = r.From + rapid.Float64Range(1e-3, 1e6).Draw(t, "span")
	if rapid.Bool().Draw(t, "whole") {
		r.Param.Type = search.Int
		r.From = math.Ceil(r.From)
		r.To = r.From + float64(rapid.IntRange(1, 1000).Draw(t, "steps"))
	}
	return r
}

// What is drawn lies within its range, uniformly or around a parent that need
// not.
func TestSamplesStayWithinTheirRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRange(t)
		at := rng.Address{Seed: rapid.Uint64().Draw(t, "seed"), Purpose: rng.Tune}
		parent := strconv.FormatFloat(rapid.Float64Range(-2e6, 2e6).Draw(t, "parent"), 'g', -1, 64)
		from := source{spread: rapid.Float64Range(0, 2).Draw(t, "spread"), keep: rapid.Float64Range(0, 1).Draw(t, "keep")}
		for _, text := range []string{r.uniform(at, 1), r.around(at, 1, parent, from), r.around(at, 1, "auto", from)} {
			if len(r.Choices) > 0 {
				if !slices.Contains(r.Choices, text) {
					t.Fatalf("%s of %v", text, r.Choices)
				}
				continue
			}
			v, err := strconv.ParseFloat(text, 64)
			if err != nil || v < r.From || v > r.To || r.whole() && v != math.Trunc(v) {
				t.Fatalf("%s of %+v", text, r)
			}
		}
	})
}

// A number's place leads back to the number, but for the digits that are
// dropped.
func TestPlacesAreThoseOfNumbers(t *testing.T) {
	for _, r := range []Range{
		{Param: search.Param{Type: search.Int}, From: 1, To: 20},
		{Param: search.Param{Type: search.Int}, From: 2, To: 40, Log: true},
		{Param: search.Param{Type: search.Float}, From: 0, To: 1},
		{Param: search.Param{Type: search.Float}, From: 0.001, To: 0.2, Log: true},
	} {
		for _, share := range []float64{0, 0.1, 0.5, 0.77, 1} {
			text := r.at(share)
			place, ok := r.place(text)
			if again := r.at(place); !ok || again != text {
				t.Errorf("%+v: %s at %v, and %s there", r, text, place, again)
			}
		}
		if r.at(0) != strconv.FormatFloat(r.From, 'f', -1, 64) || r.at(1) != strconv.FormatFloat(r.To, 'f', -1, 64) {
			t.Errorf("%+v from %s to %s", r, r.at(0), r.at(1))
		}
	}
}

// Every whole number is as likely as another, the last one too.
func TestWholeNumbersAreUniform(t *testing.T) {
	r := Range{Param: search.Param{Type: search.Int}, From: 1, To: 4}
	counts := map[string]int{}
	for i := range uint32(4000) {
		counts[r.uniform(rng.Address{Seed: 3, Individual: i, Purpose: rng.Tune}, 1)]++
	}
	for _, text := range []string{"1", "2", "3", "4"} {
		if n := counts[text]; n < 880 || n > 1120 { // 1000, give or take 4.4 deviations
			t.Errorf("%s %d times", text, n)
		}
	}
}

// The better a parent the more children it has: weights are 3, 2 and 1.
func TestParentsAreWeighted(t *testing.T) {
	counts := make([]int, 3)
	for i := range uint32(6000) {
		counts[weighted(rng.Address{Seed: 5, Individual: i, Purpose: rng.Tune}, 3)]++
	}
	for i, want := range []int{3000, 2000, 1000} {
		if n := counts[i]; n < want-160 || n > want+160 { // more than 4 deviations
			t.Errorf("parent %d: %d times, want about %d", i, n, want)
		}
	}
}

// A small space is drawn to its end, without repeats, and what the algorithm
// refuses is left out.
func TestDrawHasNoTwins(t *testing.T) {
	p := planOf(t, replaced(t, small, `pm = {from = 0.01, to = 0.3, scale = "log"}`, "mutation = [\"mask\", \"one\"]\nmigration = [\"none\", \"best\"]",
		"width = 4\nheight = 4", "width = 1\nheight = 1"))
	l := newPool(p)
	fresh, err := l.draw(context.Background(), 50, source{iteration: 1})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range l.all {
		if seen[c.Values.String()] {
			t.Errorf("%v twice", c.Values)
		}
		seen[c.Values.String()] = true
		if c.Values["migration"] == "best" {
			t.Errorf("an island of one cell has migration: %v", c.Values)
		}
	}
	// Passes 1 to 3, two feedbacks, two mutations, without the best migration.
	if len(fresh) != 12 {
		t.Errorf("%d candidates", len(fresh))
	}
}
