package answer

import (
	"fmt"
	"strconv"

	"github.com/warbler-opt/warbler/problem"
)

// ListFront is the form of fronts whose solutions are lists of numbers that count
// from 1, and whose objectives are whole numbers.
type ListFront struct {
	Most   int                             // the largest number
	List   func(g problem.Genome) []int    // a solution, counted from 0
	Back   func(list []int) problem.Genome // the way back
	Values func(list []int) ([]int64, error)
}

var _ problem.FrontForm = ListFront{}

// Words implements problem.FrontForm.
func (f ListFront) Words(g problem.Genome) []string {
	var words []string
	for _, x := range f.List(g) {
		words = append(words, strconv.Itoa(x+1))
	}
	return words
}

// Genome implements problem.FrontForm.
func (f ListFront) Genome(words []string) (problem.Genome, error) {
	list, err := f.read(words)
	return f.Back(list), err
}

// Check implements problem.FrontForm.
func (f ListFront) Check(words, claimed []string) error {
	list, err := f.read(words)
	if err != nil {
		return err
	}
	found, err := f.Values(list)
	if err != nil {
		return err
	}
	for m, v := range found {
		if m >= len(claimed) || claimed[m] != strconv.FormatInt(v, 10) {
			return fmt.Errorf("it is worth %d by objective %d", v, m+1)
		}
	}
	return nil
}

func (f ListFront) read(words []string) ([]int, error) {
	list := make([]int, len(words))
	for k, w := range words {
		v, err := strconv.Atoi(w)
		if err != nil || v < 1 || v > f.Most {
			return nil, fmt.Errorf("%.40q is not a number from 1 to %d", w, f.Most)
		}
		list[k] = v - 1
	}
	return list, nil
}
