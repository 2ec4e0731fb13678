package cellular

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// Passes that no run has are refused.
func TestDamagedPassesAreRefused(t *testing.T) {
	c := search.Config{Problem: formula(t, sat.Random{Width: 3, Vars: 30, Clauses: 90, Seed: 3}), Values: small(search.Values{"passes": "6"}), Replicas: search.Seeds(1, 2)}
	saved := searchtest.Save(t, searchtest.Begin(t, searchtest.Open(t, algorithm(t), c)))
	for _, passes := range []uint64{7, 1 << 32} {
		file, err := search.ReadCheckpoint(bytes.NewReader(saved))
		if err != nil {
			t.Fatal(err)
		}
		checkpoint.Put(file, "passes", []uint64{6, passes})
		var changed bytes.Buffer
		if err := file.Write(&changed); err != nil {
			t.Fatal(err)
		}
		c.Resume = &changed
		var damaged *search.CheckpointError
		if _, err := newEngine(context.Background(), c); !errors.As(err, &damaged) {
			t.Errorf("%d passes: %v", passes, err)
		}
	}
}
