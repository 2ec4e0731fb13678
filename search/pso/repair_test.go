package pso

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/search"
)

func TestRepairAndTablesAgreeEverywhere(t *testing.T) {
	p := searchtest.Grid{Point: []uint64{3, 41, 59, 26, 53}}
	c := search.Config{Problem: p, Values: search.Values{"population": "40"}, Replicas: search.Seeds(1, 3)}
	everywhere(t, c, 4, 10)
	population.Forced.LocalMemory = 16
	defer func() { population.Forced.LocalMemory = 0 }()
	everywhere(t, c, 1, 10)
	if s := searchtest.History(t, algorithm(t), c, 1, 400)[0].Best[0]; s.Status != search.Optimal || search.Verify(p, s) != nil {
		t.Error(s)
	}
}
