package neighborhood

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func ExamplePairs() {
	p := Pairs{4}
	for index := range p.Size() {
		i, j := p.At(index)
		fmt.Print(i, j, " ")
	}
	// Output: 0 1 0 2 0 3 1 2 1 3 2 3
}

func ExampleRotations() {
	r := Rotations{N: 5}
	i, j, k := r.At(7)
	p := []uint16{10, 11, 12, 13, 14}
	Rotate(p, i, j, k)
	fmt.Println(i, j, k, p, r.Index(i, j, k))
	// Output: 1 2 4 [10 12 14 13 11] 7
}

// most is the largest size that is gone through exhaustively.
const most = 40

func TestPairsExhaustively(t *testing.T) {
	for n := 2; n <= most; n++ {
		p, index := Pairs{n}, uint64(0)
		for i := range n {
			for j := i + 1; j < n; j++ {
				// Proposition 1, as the paper has it.
				if paper := uint64(i*(n-1) + (j - 1) - i*(i+1)/2); paper != index {
					t.Fatalf("n = %d: the paper numbers %d %d %d, not %d", n, i, j, paper, index)
				}
				if gi, gj := p.At(index); p.Index(i, j) != index || gi != i || gj != j {
					t.Fatalf("n = %d: pair %d %d has number %d, and number %d is %d %d", n, i, j, p.Index(i, j), index, gi, gj)
				}
				index++
			}
		}
		if p.Size() != index {
			t.Fatalf("n = %d: %d pairs, want %d", n, p.Size(), index)
		}
	}
}

func TestTriplesExhaustively(t *testing.T) {
	for n := 3; n <= most; n++ {
		tr, index := Triples{n}, uint64(0)
		for i := range n {
			for j := i + 1; j < n; j++ {
				for k := j + 1; k < n; k++ {
					if gi, gj, gk := tr.At(index); tr.Index(i, j, k) != index || gi != i || gj != j || gk != k {
						t.Fatalf("n = %d: triple %d %d %d has number %d, and number %d is %d %d %d", n, i, j, k, tr.Index(i, j, k), index, gi, gj, gk)
					}
					index++
				}
			}
		}
		if tr.Size() != index {
			t.Fatalf("n = %d: %d triples, want %d", n, tr.Size(), index)
		}
	}
}

func TestFlips(t *testing.T) {
	f := Flips{most}
	for index := range f.Size() {
		if f.Index(f.At(index)) != index || f.At(index) >= most {
			t.Fatalf("flip %d is bit %d", index, f.At(index))
		}
	}
}

func TestChangesExhaustively(t *testing.T) {
	for alphabet := 2; alphabet <= 9; alphabet++ {
		c, index := Changes{7, alphabet}, uint64(0)
		for i := range 7 {
			current := uint8(i % alphabet)
			for s := range alphabet {
				symbol := uint8(s)
				if symbol == current {
					continue
				}
				rank := Rank(symbol, current)
				if gi, gr := c.At(index); c.Index(i, rank) != index || gi != i || gr != rank || Symbol(rank, current) != symbol {
					t.Fatalf("alphabet %d: change %d is gene %d, rank %d; want %d, %d", alphabet, index, gi, gr, i, rank)
				}
				index++
			}
		}
		if c.Size() != index {
			t.Fatalf("alphabet %d: %d changes, want %d", alphabet, c.Size(), index)
		}
	}
	for current := range 256 { // the largest alphabet
		for rank := range 255 {
			if s := Symbol(rank, uint8(current)); s == uint8(current) || Rank(s, uint8(current)) != rank {
				t.Fatalf("rank %d beside %d is %d", rank, current, s)
			}
		}
	}
}

// neighbors applies every move of a neighborhood to the identity and demands
// that all results differ.
func neighbors(t *testing.T, n int, size uint64, move func(p []uint16, index uint64)) map[string]bool {
	t.Helper()
	seen := map[string]bool{}
	identity := make([]uint16, n)
	for i := range identity {
		identity[i] = uint16(i)
	}
	for index := range size {
		p := slices.Clone(identity)
		move(p, index)
		seen[fmt.Sprint(p)] = true
	}
	if uint64(len(seen)) != size || seen[fmt.Sprint(identity)] {
		t.Fatalf("n = %d: %d moves give %d neighbors", n, size, len(seen))
	}
	return seen
}

// Every cycle of three is reached by exactly one rotation.
func TestRotationsExhaustively(t *testing.T) {
	for n := 3; n <= 16; n++ {
		one, both := Rotations{N: n}, Rotations{N: n, Both: true}
		neighbors(t, n, both.Size(), func(p []uint16, index uint64) {
			i, j, k := both.At(index)
			Rotate(p, i, j, k)
			if both.Index(i, j, k) != index || both.Index(j, k, i) != index || both.Index(k, i, j) != index {
				t.Fatalf("n = %d: rotation %d is %d %d %d, which has number %d", n, index, i, j, k, both.Index(i, j, k))
			}
			if index < one.Size() {
				if oi, oj, ok := one.At(index); oi != i || oj != j || ok != k || one.Index(i, j, k) != index || !(i < j && j < k) {
					t.Fatalf("n = %d: rotation %d is %d %d %d and %d %d %d", n, index, i, j, k, oi, oj, ok)
				}
			}
		})
		if one.Size()*2 != both.Size() || both.Size() != uint64(n*(n-1)*(n-2)/3) {
			t.Fatalf("n = %d: %d and %d rotations", n, one.Size(), both.Size())
		}
	}
}

// Every neighbor by insertion is reached by exactly one move.
func TestInsertionsExhaustively(t *testing.T) {
	for n := 2; n <= 16; n++ {
		s := Insertions{n}
		seen := neighbors(t, n, s.Size(), func(p []uint16, index uint64) {
			i, j := s.At(index)
			Insert(p, i, j)
			if s.Index(i, j) != index {
				t.Fatalf("n = %d: insertion %d is %d to %d, which has number %d", n, index, i, j, s.Index(i, j))
			}
		})
		for i := range n {
			for j := range n {
				p := make([]uint16, 0, n)
				for v := range n { // without Insert
					if v != i {
						p = append(p, uint16(v))
					}
				}
				if p = slices.Insert(p, j, uint16(i)); i != j && !seen[fmt.Sprint(p)] {
					t.Fatalf("n = %d: no move takes %d to %d", n, i, j)
				}
			}
		}
	}
}

// Any number of any neighborhood up to n = 5000 gives itself back, by a move
// that is one.
func TestNumbersOfLargeNeighborhoods(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 5000).Draw(t, "n")
		draw := func(size uint64) uint64 { return rapid.Uint64Range(0, size-1).Draw(t, "index") }
		p := Pairs{n}
		index := draw(p.Size())
		if i, j := p.At(index); !(0 <= i && i < j && j < n) || p.Index(i, j) != index {
			t.Fatalf("pair %d of %d is %d %d", index, n, i, j)
		}
		r := Rotations{n, true}
		index = draw(r.Size())
		if i, j, k := r.At(index); !(0 <= i && i < min(j, k) && max(j, k) < n && j != k) || r.Index(j, k, i) != index {
			t.Fatalf("rotation %d of %d is %d %d %d", index, n, i, j, k)
		}
		s := Insertions{n}
		index = draw(s.Size())
		if i, j := s.At(index); !(0 <= i && i < n && 0 <= j && j < n && i != j && i != j+1) || s.Index(i, j) != index {
			t.Fatalf("insertion %d of %d is %d to %d", index, n, i, j)
		}
		c := Changes{n, rapid.IntRange(2, 256).Draw(t, "alphabet")}
		index = draw(c.Size())
		if i, rank := c.At(index); !(0 <= i && i < n && 0 <= rank && rank < c.Alphabet-1) || c.Index(i, rank) != index {
			t.Fatalf("change %d of %d is gene %d, rank %d", index, n, i, rank)
		}
	})
}
