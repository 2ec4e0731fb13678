package climb

import (
	"testing"

	"github.com/warbler-opt/warbler/problem/sat"
)

// The climb of a device is chosen by the problem and the room.
func TestKernelChoice(t *testing.T) {
	alike, err := sat.Generate(sat.Random{Width: 3, Vars: 60, Clauses: 260, Seed: 6})
	if err != nil {
		t.Fatal(err)
	}
	weighted, err := sat.Generate(sat.Random{Width: 3, Vars: 60, Clauses: 260, Seed: 5, MaxWeight: 50, Hard: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what    string
		formula *sat.Formula
		scratch int
		sliced  bool
		needs   int // bytes for a genome
		lead    int
	}{
		{"alike", alike, 0, true, 0, 0},
		{"weighted", weighted, 260, false, 260, 1},
		{"weighted, without room", weighted, 259, false, 0, 0},
	} {
		k := New(newProblem(t, c.formula), false).Kernel(1<<14, c.scratch, 100)
		if k.Sliced != c.sliced || k.Scratch != c.needs || k.Lead != c.lead {
			t.Errorf("%s: %v, %d bytes, lead %d", c.what, k.Sliced, k.Scratch, k.Lead)
		}
	}
}

func TestCountBits(t *testing.T) {
	for literals, want := range map[int]int{0: 8, 3: 8, 255: 8, 256: 16, 65535: 16, 65536: 32} {
		clause := make([]int32, literals)
		for i := range clause {
			clause[i] = int32(i + 1)
		}
		f := &sat.Formula{Name: "one clause", Vars: max(1, literals), Start: []uint32{0}}
		f.Add(5, clause...)
		if got := countBits(newProblem(t, f).Table()); got != want {
			t.Errorf("%d literals: %d bits, want %d", literals, got, want)
		}
	}
}
