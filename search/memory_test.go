package search_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// TestTooLargeForTheMachine: what has no room is refused before it is begun, and
// the sentence has what is needed, what is there and what to lower.
func TestTooLargeForTheMachine(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the memory is not known")
	}
	table := search.Table{{Name: "population", Type: search.Int, Default: "10", Min: 1, Max: 1 << 40}}
	a := search.Algorithm{Name: "hungry", Kinds: []problem.GenomeKind{problem.Binary}, Params: table, New: newCounter,
		Footprint: func(s search.Settings, r problem.Representation) (float64, []string) {
			return 72 * float64(s.Int("population")), []string{"population"}
		}}
	for _, c := range []struct {
		population string
		replicas   int
		want       string // "" is no error
	}{
		{"10", 1, ""},
		{"1000", 100, ""},
		{"1099511627776", 1, "hungry needs about 72.0 TiB of memory, and this machine has "}, // 2 * 16 + 40 bytes
		{"100000000000", 11, "hungry needs about 72.0 TiB of memory, and this machine has "},
		{"1099511627776", 1 << 22, "hungry needs about 8.0 EiB"}, // more than a uint64 can say
	} {
		e, err := a.Engine(t.Context(), search.Config{Problem: ones(128), Values: search.Values{"population": c.population}, Replicas: search.Seeds(1, c.replicas)})
		var memory *search.UnsuitedError
		if c.want == "" {
			if err != nil {
				t.Errorf("%s in %d: %v", c.population, c.replicas, err)
				continue
			}
			e.Close()
			continue
		}
		end := ": lower population"
		if c.replicas > 1 {
			end += " or replicas"
		}
		if !errors.As(err, &memory) || !strings.HasPrefix(err.Error(), c.want) || !strings.HasSuffix(err.Error(), end) {
			t.Errorf("%s in %d: %v", c.population, c.replicas, err)
		}
	}
}
