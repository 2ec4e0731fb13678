package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/document"
)

// Seeds are those that every cell of a plan is run with, in their order: Count from First
// on or, where there is a List, those.
type Seeds struct {
	First uint64   `json:"first,omitempty"`
	Count int      `json:"count"`
	List  []uint64 `json:"list,omitempty"`
}

// At is a seed by its place, from 0.
func (s Seeds) At(i int) uint64 {
	if s.List != nil {
		return s.List[i]
	}
	return s.First + uint64(i)
}

// Find is the place of a seed, or −1.
func (s Seeds) Find(seed uint64) int {
	switch {
	case s.List != nil:
		return slices.Index(s.List, seed)
	case seed < s.First || seed-s.First >= uint64(s.Count):
		return -1
	}
	return int(seed - s.First)
}

// String is them as people write them.
func (s Seeds) String() string {
	switch {
	case s.List == nil && s.Count > 1:
		return fmt.Sprintf("%d to %d", s.First, s.First+uint64(s.Count)-1)
	case s.List == nil:
		return fmt.Sprint(s.First)
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(s.List), " ", ", "), "[]")
}

// readSeeds reads [seeds]: first and count, or a list of at most so many.
func readSeeds(t *document.Table, most int64) (s Seeds) {
	t.Only("first", "count", "list")
	if t.Has("list") {
		return listedSeeds(t, most)
	}
	s.First = uint64(t.Whole("first", 1, 0, math.MaxInt64))
	s.Count = int(t.Whole("count", 1, 1, most))
	if s.First > math.MaxInt64-uint64(s.Count-1) {
		t.Failf("count", "there are no %d seeds from %d on", s.Count, s.First)
	}
	return s
}

func listedSeeds(t *document.Table, most int64) (s Seeds) {
	for _, other := range []string{"first", "count"} {
		if t.Has(other) {
			t.Failf(other, "the list has all seeds")
		}
	}
	list, ok := t.Values["list"].([]any)
	if !ok || len(list) == 0 || int64(len(list)) > most {
		t.Failf("list", "it is a list of 1 to %d seeds, as [1, 5, 9]", most)
		return Seeds{Count: 1}
	}
	seen := map[uint64]bool{}
	for _, x := range list {
		seed, whole := x.(int64)
		if !whole || seed < 0 {
			t.Failf("list", "%v: a seed is a whole number from 0 on", x)
		}
		if seen[uint64(seed)] {
			t.Failf("list", "it has %d twice", seed)
		}
		seen[uint64(seed)] = true
		s.List = append(s.List, uint64(seed))
	}
	s.Count = len(s.List)
	return s
}
