package neighborhood

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/problem"
)

func ExampleMoves() {
	m := Moves{Kind: Rotation, N: 5, Rotations: 1}
	i, j, k := m.At(7)
	g := problem.Genome{Order: []uint16{10, 11, 12, 13, 14}}
	m.Apply(g, 7)
	fmt.Println(i, j, k, g.Order, m.Index(i, j, k))
	// Output: 1 2 4 [10 12 14 13 11] 7
}

// most is the largest size that is gone through exhaustively.
const most = 40

func TestPairsExhaustively(t *testing.T) {
	for n := 2; n <= most; n++ {
		m, index := Moves{Kind: Exchange, N: n}, 0
		for i := range n {
			for j := i + 1; j < n; j++ {
				// Proposition 1, as the paper has it.
				if paper := i*(n-1) + (j - 1) - i*(i+1)/2; paper != index {
					t.Fatalf("n = %d: the paper numbers %d %d %d, not %d", n, i, j, paper, index)
				}
				if gi, gj, _ := m.At(index); m.Index(i, j, 0) != index || gi != i || gj != j {
					t.Fatalf("n = %d: pair %d %d has number %d, and number %d is %d %d", n, i, j, m.Index(i, j, 0), index, gi, gj)
				}
				index++
			}
		}
		if m.Size() != index {
			t.Fatalf("n = %d: %d pairs, want %d", n, m.Size(), index)
		}
	}
}

func TestTriplesExhaustively(t *testing.T) {
	for n := 3; n <= most; n++ {
		index := uint64(0)
		for i := range n {
			for j := i + 1; j < n; j++ {
				for k := j + 1; k < n; k++ {
					if gi, gj, gk := tripleAt(n, index); tripleIndex(n, i, j, k) != index || gi != i || gj != j || gk != k {
						t.Fatalf("n = %d: triple %d %d %d has number %d, and number %d is %d %d %d", n, i, j, k, tripleIndex(n, i, j, k), index, gi, gj, gk)
					}
					index++
				}
			}
		}
		if choose3(uint64(n)) != index {
			t.Fatalf("n = %d: %d triples, want %d", n, choose3(uint64(n)), index)
		}
	}
}

func TestChangesExhaustively(t *testing.T) {
	for alphabet := 2; alphabet <= 9; alphabet++ {
		m, index := Moves{Kind: Change, N: 7, Alphabet: alphabet}, 0
		for i := range 7 {
			current := uint8(i % alphabet)
			for s := range uint8(alphabet) {
				if s == current {
					continue
				}
				if gi, rank, _ := m.At(index); gi != i || symbol(rank, current) != s {
					t.Fatalf("alphabet %d: change %d is gene %d, symbol %d; want %d, %d", alphabet, index, gi, symbol(rank, current), i, s)
				}
				index++
			}
		}
		if m.Size() != index {
			t.Fatalf("alphabet %d: %d changes, want %d", alphabet, m.Size(), index)
		}
	}
	for current := range 256 { // the largest alphabet
		for rank := range 255 {
			if s := int(symbol(rank, uint8(current))); s == current || s != rank && s != rank+1 || rank > 0 && s <= int(symbol(rank-1, uint8(current))) {
				t.Fatalf("rank %d beside %d is %d", rank, current, s)
			}
		}
	}
}

// neighbors makes every move from the identity and demands that all results differ.
func neighbors(t *testing.T, m Moves) map[string]bool {
	t.Helper()
	seen := map[string]bool{}
	identity := make([]uint16, m.N)
	for i := range identity {
		identity[i] = uint16(i)
	}
	for index := range m.Size() {
		g := problem.Genome{Order: slices.Clone(identity)}
		m.Apply(g, index)
		seen[fmt.Sprint(g.Order)] = true
	}
	if len(seen) != m.Size() || seen[fmt.Sprint(identity)] {
		t.Fatalf("n = %d: %d moves give %d neighbors", m.N, m.Size(), len(seen))
	}
	return seen
}

// Every cycle of three is reached by exactly one rotation.
func TestRotationsExhaustively(t *testing.T) {
	for n := 3; n <= 16; n++ {
		one, both := Moves{Kind: Rotation, N: n, Rotations: 1}, Moves{Kind: Rotation, N: n, Rotations: 2}
		neighbors(t, both)
		for index := range both.Size() {
			i, j, k := both.At(index)
			if both.Index(i, j, k) != index {
				t.Fatalf("n = %d: rotation %d is %d %d %d, which has number %d", n, index, i, j, k, both.Index(i, j, k))
			}
			if index < one.Size() {
				if oi, oj, ok := one.At(index); oi != i || oj != j || ok != k || !(i < j && j < k) {
					t.Fatalf("n = %d: rotation %d is %d %d %d and %d %d %d", n, index, i, j, k, oi, oj, ok)
				}
			}
		}
		if one.Size()*2 != both.Size() || both.Size() != n*(n-1)*(n-2)/3 {
			t.Fatalf("n = %d: %d and %d rotations", n, one.Size(), both.Size())
		}
	}
}

// Every neighbor by insertion is reached by exactly one move.
func TestInsertionsExhaustively(t *testing.T) {
	for n := 2; n <= 16; n++ {
		m := Moves{Kind: Insertion, N: n}
		seen := neighbors(t, m)
		for index := range m.Size() {
			if i, j, _ := m.At(index); insertionIndex(n, i, j) != index {
				t.Fatalf("n = %d: insertion %d is %d to %d, which has number %d", n, index, i, j, insertionIndex(n, i, j))
			}
		}
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

// Every move of Or-opt takes its segment where it says, and every neighbor has one number
// that stands for all moves to it.
func TestSegmentsExhaustively(t *testing.T) {
	for n := 1; n <= 9; n++ {
		m, same := Moves{Kind: OrOpt, N: n}, map[string]int{}
		for index := range m.Size() {
			i, j, k := m.At(index)
			if segmentIndex(n, i, j, k) != index {
				t.Fatalf("n = %d: move %d is %d %d %d, which has number %d", n, index, i, j, k, segmentIndex(n, i, j, k))
			}
			var want, part []uint16 // without Apply
			for v := range n {
				if v >= i && v < i+segments[k].count {
					part = append(part, uint16(v))
				} else {
					want = append(want, uint16(v))
				}
			}
			if segments[k].turned {
				slices.Reverse(part)
			}
			want = slices.Insert(want, j, part...)
			g := problem.Genome{}
			for v := range n {
				g.Order = append(g.Order, uint16(v))
			}
			if m.Apply(g, index); !slices.Equal(g.Order, want) {
				t.Fatalf("n = %d: move %d takes %v to %d, and gives %v", n, index, part, j, g.Order)
			}
			if first, ok := same[fmt.Sprint(want)]; ok && first != m.TabuEntry(index) {
				t.Fatalf("n = %d: two moves give %v, with the entries %d and %d", n, want, first, m.TabuEntry(index))
			}
			same[fmt.Sprint(want)] = m.TabuEntry(index)
		}
	}
}

// Any number of any neighborhood up to n = 5000 gives itself back, by a move
// that is one.
func TestNumbersOfLargeNeighborhoods(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 5000).Draw(t, "n")
		draw := func(m Moves) (index, i, j, k int) {
			index = rapid.IntRange(0, m.Size()-1).Draw(t, "index")
			i, j, k = m.At(index)
			return index, i, j, k
		}
		m := Moves{Kind: Exchange, N: n}
		if index, i, j, _ := draw(m); !(0 <= i && i < j && j < n) || m.Index(i, j, 0) != index {
			t.Fatalf("pair %d of %d is %d %d", index, n, i, j)
		}
		m = Moves{Kind: Rotation, N: n, Rotations: 2}
		if index, i, j, k := draw(m); !(0 <= i && i < min(j, k) && max(j, k) < n && j != k) || m.Index(i, j, k) != index {
			t.Fatalf("rotation %d of %d is %d %d %d", index, n, i, j, k)
		}
		if index, i, j, _ := draw(Moves{Kind: Insertion, N: n}); !(0 <= i && i < n && 0 <= j && j < n && i != j && i != j+1) || insertionIndex(n, i, j) != index {
			t.Fatalf("insertion %d of %d is %d to %d", index, n, i, j)
		}
		m = Moves{Kind: Change, N: n, Alphabet: rapid.IntRange(2, 256).Draw(t, "alphabet")}
		if index, i, rank, _ := draw(m); !(0 <= i && i < n && 0 <= rank && rank < m.Alphabet-1) || i*(m.Alphabet-1)+rank != index {
			t.Fatalf("change %d of %d is gene %d, rank %d", index, n, i, rank)
		}
	})
}
