package main

import (
	"encoding/json"
	"testing"
)

// TestPapersGenerations: without a limit a run goes on for as long as in its paper.
func TestPapersGenerations(t *testing.T) {
	for algorithm, want := range map[string]float64{"genetic": 100, "quantum": 500} {
		got := warble(t, "", "knapsack", "--device", "cpu", "--algorithm", algorithm, "--json", "-q", "../../examples/knapsack-50.txt")
		var answer map[string]any
		if err := json.Unmarshal([]byte(got.out), &answer); err != nil || answer["generations"] != want {
			t.Errorf("%s: %v generations, want %v (%v)", algorithm, answer["generations"], want, err)
		}
	}
}
