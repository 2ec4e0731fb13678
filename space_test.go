package warbler_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler"
)

// plant is a small design problem with a variable of every type. Its best value is 0.
type plant struct {
	Share   float64 `warbler:"0..1"`
	Rate    float64 `warbler:"1e-4..10 log"`
	Pumps   int     `warbler:"-3..9"`
	Method  string  `warbler:"slow|medium|fast"`
	Batch   int16   `warbler:"16|32|64"`
	Covered bool
	Line    [5]int `warbler:"order 5"`
}

func (p plant) cost() float64 {
	c := math.Abs(p.Share-0.25) + math.Abs(math.Log10(p.Rate)+2) + math.Abs(float64(p.Pumps-7))
	if p.Method != "medium" {
		c++
	}
	if p.Batch != 64 {
		c++
	}
	if !p.Covered {
		c++
	}
	for i, x := range p.Line {
		if x != (i+2)%5 {
			c += 0.3
		}
	}
	return c
}

func TestAlgorithmsFindMixedOptima(t *testing.T) {
	space := warbler.SpaceOf[plant]()
	for name, most := range map[string]float64{"auto": 0.05, "genetic": 0.05, "differential": 0.4, "pso": 1.5} {
		p := warbler.Mixed(space, plant.cost, warbler.Minimize())
		r, err := warbler.Solve(context.Background(), p, warbler.Algorithm(name), warbler.Generations(400), warbler.Device("cpu"))
		if err != nil {
			t.Fatal(err)
		}
		var best plant
		if err := space.Fill(&best, r.Best); err != nil {
			t.Fatal(err)
		}
		if r.Value > most || best.cost() != r.Value {
			t.Errorf("%s: %v costs %v", name, best, r.Value)
		}
	}
}

// A point by names and a struct see the same.
func TestPointsAndStructsAreTheSame(t *testing.T) {
	space := warbler.NewSpace(
		warbler.Float("Share", 0, 1), warbler.LogFloat("Rate", 1e-4, 10), warbler.Int("Pumps", -3, 9),
		warbler.Choice("Method", "slow", "medium", "fast"), warbler.Choice("Batch", "16", "32", "64"),
		warbler.Bool("Covered"), warbler.Order("Line", 5))
	want := plant{Share: 0.5, Rate: 0.02, Pumps: 4, Method: "fast", Batch: 32, Covered: true, Line: [5]int{4, 2, 0, 1, 3}}
	g, err := space.Genome(map[string]any{"Share": 0.5, "Rate": 0.02, "Pumps": 4, "Method": "fast", "Batch": "32", "Covered": true, "Line": want.Line[:]})
	if err != nil {
		t.Fatal(err)
	}
	var got plant
	if err := space.Fill(&got, g); err != nil {
		t.Fatal(err)
	}
	if math.Abs(got.Rate-want.Rate) > 1e-15 {
		t.Error(got.Rate)
	}
	if got.Rate = want.Rate; got != want {
		t.Errorf("%+v", got)
	}
	x := space.Point(g)
	if x.Float("Share") != 0.5 || x.Int("Pumps") != 4 || x.Choice("Method") != "fast" || x.Int("Batch") != 1 || !x.Bool("Covered") || !slices.Equal(x.Order("Line"), want.Line[:]) {
		t.Error(x)
	}
	if s := x.String(); !strings.HasPrefix(s, "Share=0.5 Rate=0.0") || !strings.HasSuffix(s, "Covered=true Line=[4 2 0 1 3]") {
		t.Error(s)
	}
}

func TestBadSpacesAreRefused(t *testing.T) {
	type hidden struct {
		x int `warbler:"1..2"`
	}
	type wide struct {
		X int8 `warbler:"1..200"`
	}
	type untold struct {
		X int `warbler:"many"`
	}
	type text struct {
		X string `warbler:"1..2"`
	}
	_ = hidden{x: 1}
	zero := func(warbler.Point) int { return 0 }
	for want, p := range map[string]warbler.Problem{
		"at least one variable":     warbler.Mixed(warbler.NewSpace(), zero),
		"no range":                  warbler.Mixed(warbler.NewSpace(warbler.Int("a", 3, 1)), zero),
		"two variables":             warbler.Mixed(warbler.NewSpace(warbler.Bool("a"), warbler.Bool("a")), zero),
		"must be exported":          warbler.Mixed(warbler.SpaceOf[hidden](), zero),
		"field X of":                warbler.Mixed(warbler.SpaceOf[wide](), zero),
		`"lower..upper"`:            warbler.Mixed(warbler.SpaceOf[untold](), zero),
		"of type string cannot":     warbler.Mixed(warbler.SpaceOf[text](), zero),
		"no struct":                 warbler.Mixed(warbler.SpaceOf[int](), zero),
		"must be a Point":           warbler.Mixed(warbler.NewSpace(warbler.Bool("a")), func(int) int { return 0 }),
		"has no field a":            warbler.Mixed(warbler.NewSpace(warbler.Bool("a")), func(plant) int { return 0 }),
		`has no variable "b"`:       warbler.Mixed(warbler.NewSpace(warbler.Bool("a")), func(x warbler.Point) int { return x.Int("b") }),
		`variable "a" is of type b`: warbler.Mixed(warbler.NewSpace(warbler.Bool("a")), func(x warbler.Point) int { return x.Int("a") }),
		"it failed":                 warbler.TryMixed(warbler.NewSpace(warbler.Bool("a")), func(context.Context, warbler.Point) (int, error) { return 0, errors.New("it failed") }),
	} {
		_, err := warbler.Solve(context.Background(), p, warbler.Generations(2), warbler.Device("cpu"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// What is wrong with a struct names its field, its tag and what to write.
func TestMistakesOfTags(t *testing.T) {
	type typo struct {
		N float64 `warbler:"1..20 lg"`
	}
	type word struct {
		N string `warbler:"0..20"`
	}
	type small struct {
		N int8 `warbler:"0..2000"`
	}
	type none struct{ N int }
	for want, space := range map[string]*warbler.Space{
		`field N of warbler_test.typo: tag "1..20 lg": it is "lower..upper", "lower..upper log"`:  warbler.SpaceOf[typo](),
		`tag "0..20": a field of type string cannot have the values of variable N`:                warbler.SpaceOf[word](),
		`tag "0..2000": a field of type int8 cannot have the values of variable N`:                warbler.SpaceOf[small](),
		"warbler_test.none has neither a field with a tag such as `warbler:\"1..20\"` nor a bool": warbler.SpaceOf[none](),
	} {
		if _, err := space.Genome(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A choice of numbers takes numbers; what is none of its values is told them.
func TestGenomeOfChoices(t *testing.T) {
	type batch struct {
		Size  int     `warbler:"16|32|64"`
		Share float64 `warbler:"0.5|0.75"`
	}
	space := warbler.SpaceOf[batch]()
	g, err := space.Genome(map[string]any{"Size": 32, "Share": 0.75})
	var back batch
	if err == nil {
		err = space.Fill(&back, g)
	}
	if err != nil || back != (batch{32, 0.75}) {
		t.Errorf("%v, %v", back, err)
	}
	if _, err := space.Genome(map[string]any{"Size": 48, "Share": 0.5}); err == nil || !strings.HasSuffix(err.Error(), "48 is none of its values, which are 16, 32, 64") {
		t.Error(err)
	}
	if err := space.Fill(&back, warbler.Genome{}); err == nil || !strings.Contains(err.Error(), "of another problem") {
		t.Error(err)
	}
}

// A variable that does not exist is a mistake at the line that asks for it.
func TestPointOfAnUnknownName(t *testing.T) {
	p := warbler.Mixed(warbler.NewSpace(warbler.Bool("on")), func(x warbler.Point) int { return x.Int("off") })
	if _, err := warbler.Solve(background, p); err == nil || !strings.Contains(err.Error(), "(space_test.go:") {
		t.Error(err)
	}
}

// A mixed search by a struct: what its fields can be stands in their tags.
func ExampleMixed() {
	type oven struct {
		Degrees int     `warbler:"120..260"`
		Minutes float64 `warbler:"5..60"`
		Mode    string  `warbler:"fan|grill|steam"`
		Preheat bool
	}
	space := warbler.SpaceOf[oven]()
	taste := func(o oven) float64 {
		taste := 10 - math.Abs(float64(o.Degrees-180))/10 - math.Abs(o.Minutes-25)
		if o.Mode == "fan" && o.Preheat {
			taste += 5
		}
		return taste
	}
	result, err := warbler.Solve(context.Background(), warbler.Mixed(space, taste), warbler.Generations(300))
	if err != nil {
		fmt.Println(err)
		return
	}
	var best oven
	if err := space.Fill(&best, result.Best); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d degrees, %.1f minutes, %s, %v: %.1f\n", best.Degrees, best.Minutes, best.Mode, best.Preheat, result.Value)
	// Output: 180 degrees, 25.0 minutes, fan, true: 15.0
}

// Constraints and several objectives work on spaces as on other genomes.
func TestMixedConstraintsAndObjectives(t *testing.T) {
	space := warbler.SpaceOf[plant]()
	few := warbler.Constraint(func(p plant) float64 { return float64(p.Pumps - 5) })
	best, err := warbler.Solve(context.Background(), warbler.Mixed(space, plant.cost, warbler.Minimize(), few), warbler.Generations(300), warbler.Device("cpu"))
	if err != nil || best.Violation != 0 || best.Value < 2 || best.Value > 2.1 {
		t.Errorf("%v, %v", best, err)
	}
	both := warbler.Mixed(space, func(p plant) []float64 { return []float64{p.cost(), float64(p.Pumps)} }, warbler.Objectives("cost", "pumps"), warbler.Minimize(), few)
	front, err := warbler.Solve(context.Background(), both, warbler.Generations(150), warbler.Device("cpu"))
	if err != nil || len(front.Front) < 4 {
		t.Fatalf("%v, %v", front, err)
	}
	for _, m := range front.Front {
		if n := space.Point(m.Genome).Int("Pumps"); n > 5 || m.Values[1] != float64(n) {
			t.Errorf("%v: %v", space.Point(m.Genome), m.Values)
		}
	}
}
