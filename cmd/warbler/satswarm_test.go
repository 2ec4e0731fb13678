package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/search/divide"
	"github.com/warbler-opt/warbler/search/divide/swarm"
)

// The CPU goes on where a formula does not suit a swarm that was not asked for.
func TestLeaves(t *testing.T) {
	limit, chip := fmt.Errorf("f: %w", &swarm.LimitError{Vars: 2000}), &swarm.ChipError{Device: "cuda:0", Needed: 2, Has: 1}
	for _, c := range []struct {
		algorithm, device string
		err               error
		want              bool
	}{
		{"auto", "cuda:0", limit, true},
		{"auto", "cuda:0", chip, true},
		{"portfolio", "opencl", limit, true},
		{"portfolio", "opencl", chip, true},
		{"swarm", "cuda:0", limit, false},
		{"swarm", "cuda:0", chip, false},
		{"auto", "cuda:0", nil, false},
		{"auto", "cuda:0", errors.New("the cable is out"), false},
		{"auto", "cuda:0", &swarm.MemoryError{Needed: 2, Memory: 1}, false},
		{"auto", "cuda:0", &divide.LimitError{Clauses: 2}, false},
	} {
		f := &satFlags{searchFlags: searchFlags{algorithm: c.algorithm, device: c.device}}
		if got := f.leaves(c.err); got != c.want {
			t.Errorf("%s on %s after %v: %v", c.algorithm, c.device, c.err, got)
		}
	}
}
