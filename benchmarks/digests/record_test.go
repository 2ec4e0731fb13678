package main

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestBaseline(t *testing.T) {
	r, err := readRecord("baseline.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if list := trials(r.cases, []string{"cpu", "opencl:0"}); len(list) < 300 || len(list) != r.heading.Runs || len(r.cases) != r.heading.Cases {
		t.Errorf("%d cases and %d runs; the heading says %+v", len(r.cases), len(list), r.heading)
	}
	known := make(map[string]bool)
	for _, in := range r.inputs {
		known["in/"+in.File] = true
	}
	names := make(map[string]bool)
	for _, c := range r.cases {
		if names[c.Name] {
			t.Errorf("%s is there twice", c.Name)
		}
		names[c.Name] = true
		for word := range strings.FieldsSeq(strings.Join(c.Run, " ")) {
			if word == "--time" {
				t.Errorf("%s ends by the clock", c.Name)
			}
			if strings.HasPrefix(word, "in/") && !known[word] {
				t.Errorf("%s: nobody makes %s", c.Name, word)
			}
		}
		if c.Answer == "" && c.Without["answer"] == "" {
			t.Errorf("%s has no answer", c.Name)
		}
		if strings.Contains(c.Run[len(c.Run)-1], "@end.ck") && len(c.Checkpoint) < 2 {
			t.Errorf("%s has no checkpoint", c.Name)
		}
	}
	if s, err := os.Stat("baseline.jsonl"); err != nil || s.Size() > 400_000 {
		t.Errorf("baseline.jsonl is too large for readers: %v, %v", s, err)
	}
}

func TestTrials(t *testing.T) {
	c := &testCase{Name: "x", On: []string{"cpu/1", "cpu/7", "device"}}
	other := &testCase{Name: "y", On: []string{"device"}}
	var list []string
	for _, t := range trials([]*testCase{c, other}, []string{"cpu", "opencl:0", "cuda:0"}) {
		list = append(list, t.String()+" and "+t.other.String())
	}
	want := []string{"x on cpu/1 and opencl:0", "x on cpu/7 and cpu/1", "x on opencl:0 and cpu/1", "x on cuda:0 and cpu/1", "y on opencl:0 and cpu/1", "y on cuda:0 and cpu/1"}
	if !slices.Equal(list, want) {
		t.Errorf("%q", list)
	}
	if list := trials([]*testCase{c}, []string{"cpu"}); len(list) != 2 || list[0].other != (place{"cpu", 7}) {
		t.Errorf("%v", list)
	}
}

func TestHelp(t *testing.T) {
	const text = `genetic: one

Parameters, with their defaults (-p population=200):
  population   200           members
                             a whole number from 2 to 16777216
  selection    tournament    how parents are chosen
                             one of uniform, roulette, universal
  unique       true          only one stays
                             true or false; may differ per replica
  r01t         -10           rotation
                             a whole number
`
	want := []choice{{"population", nil}, {"selection", []string{"uniform", "roulette", "universal"}}, {"unique", []string{"true", "false"}}, {"r01t", nil}}
	if got := help(text); !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}
