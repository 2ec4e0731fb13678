package answer

import (
	"fmt"
	"strconv"
	"strings"

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

// GeneFront is the form of fronts whose solutions are their genes: numbers, or a word of
// bits.
type GeneFront struct {
	Shape problem.Representation
	// Judge compares the values that are claimed of genes with those that they have.
	Judge func(genes, claimed []float64) error
}

var _ problem.FrontForm = GeneFront{}

// Words implements problem.FrontForm.
func (f GeneFront) Words(g problem.Genome) []string {
	words := geneWords(f.Shape, g)
	if f.Shape.Kind == problem.Binary {
		return []string{strings.Join(words, "")}
	}
	return words
}

// split has a word for each gene.
func (f GeneFront) split(words []string) []string {
	if f.Shape.Kind == problem.Binary {
		return strings.Split(strings.Join(words, ""), "")
	}
	return words
}

// Genome implements problem.FrontForm.
func (f GeneFront) Genome(words []string) (problem.Genome, error) {
	return parseGenes(f.Shape, f.Shape.Length, f.split(words))
}

// Check implements problem.FrontForm.
func (f GeneFront) Check(words, claimed []string) error {
	genes, err := parseFloats("gene", f.split(words))
	if err != nil {
		return err
	}
	values, err := parseFloats("value", claimed)
	if err != nil {
		return err
	}
	return f.Judge(genes, values)
}
