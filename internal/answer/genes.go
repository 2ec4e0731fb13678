// Package answer has what the answers of several problems look like, as text and as
// JSON, and how they are read: genes, lists of numbers, members of fronts, values.
package answer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/problem"
)

// Genes is the form of answers where a problem has none of its own: a line with the
// value, and the genes, which count from 0.
type Genes struct {
	Problem problem.Problem
}

var _ problem.Form = Genes{}

// Check has nothing to judge by: scoring the genome again is all that can be done.
func (f Genes) Check(problem.Genome, problem.Score) error { return nil }

// Write writes the value and the genes: bits without blanks, others with, variables
// on lines of their own.
func (f Genes) Write(w io.Writer, g problem.Genome, s problem.Score) error {
	r := f.Problem.Representation()
	separator := " "
	if r.Variables != nil {
		separator = "\n"
	}
	if r.Kind == problem.Binary && r.Code == nil {
		separator = ""
	}
	_, err := fmt.Fprintf(w, "%s\n%s\n", problem.ObjectiveOf(f.Problem).Format(s), strings.Join(geneWords(r, g), separator))
	return err
}

// Show is a list of numbers, or an object of variables.
func (f Genes) Show(g problem.Genome, _ problem.Score) any {
	r := f.Problem.Representation()
	if r.Variables != nil {
		return Named{r.Variables, g.Reals}
	}
	if r.Kind == problem.Real || r.Code != nil {
		return f.Vector(g)
	}
	return wholeGenes(r, g)
}

// Vector are the real genes of a genome, also where it codes them in bits.
func (f Genes) Vector(g problem.Genome) []float64 { return realGenes(f.Problem.Representation(), g) }

// Read reads what Write writes, the genes alone, or a JSON answer.
func (f Genes) Read(r io.Reader, name string) (problem.Genome, error) {
	_, g, err := f.ReadClaim(r, name)
	return g, err
}

// ReadClaim is Read that also tells the value that stands there, or nothing.
func (f Genes) ReadClaim(r io.Reader, name string) (value string, g problem.Genome, err error) {
	var words []string
	var object struct {
		JSON
		Solution json.RawMessage `json:"solution"`
	}
	text := bufio.NewReader(io.LimitReader(r, 1<<30))
	is, err := ReadJSON(text, name, &object)
	if err != nil {
		return "", g, err
	}
	shape := f.Problem.Representation()
	length := shape.Length
	if shape.Code != nil {
		length = len(shape.Code.Lower)
	}
	if shape.Variables != nil {
		length = len(shape.Variables)
	}
	if is {
		if value = object.Score.String(); problem.ObjectiveOf(f.Problem).Minimize {
			value = object.Cost.String()
		}
		if words, err = solutionWords(shape, object.Solution); err != nil {
			return "", g, fmt.Errorf("%s: %w", name, err)
		}
	} else {
		all, err := io.ReadAll(text)
		if err != nil {
			return "", g, fmt.Errorf("%s: %w", name, err)
		}
		words = strings.Fields(string(all))
		if n := len(words); shape.Kind == problem.Binary && shape.Code == nil && n > 0 && len(words[n-1]) == length && length > 1 {
			words = append(words[:n-1], strings.Split(words[n-1], "")...)
		}
		if len(words) == length+1 && (shape.Variables == nil || !strings.Contains(words[0], "=")) {
			value, words = words[0], words[1:]
		}
	}
	if g, err = parseGenes(shape, length, words); err != nil {
		return "", g, fmt.Errorf("%s: %w", name, err)
	}
	return value, g, nil
}

// solutionWords are the words of a solution in JSON.
func solutionWords(r problem.Representation, solution json.RawMessage) (words []string, err error) {
	if r.Variables != nil {
		return NamedWords(solution)
	}
	var list []json.Number
	if err := json.Unmarshal(solution, &list); err != nil && solution != nil {
		return nil, fmt.Errorf("its solution is no list of numbers: %w", err)
	}
	for _, x := range list {
		words = append(words, x.String())
	}
	return words, nil
}

// ReadJSON decodes an answer of --json into an object. false: the text does not
// begin like one, and nothing was read.
func ReadJSON(text *bufio.Reader, name string, object any) (bool, error) {
	head, _ := text.Peek(512)
	if !bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) {
		return false, nil
	}
	if err := json.NewDecoder(text).Decode(object); err != nil {
		return true, fmt.Errorf("%s: it begins like a JSON answer but is none: %w", name, err)
	}
	return true, nil
}

func realGenes(r problem.Representation, g problem.Genome) []float64 {
	if r.Code == nil {
		return g.Reals
	}
	reals := make([]float64, len(r.Code.Lower))
	r.Code.Decode(g.Bits, reals)
	return reals
}

func wholeGenes(r problem.Representation, g problem.Genome) []int {
	list := make([]int, r.Length)
	for j := range list {
		switch r.Kind {
		case problem.Binary:
			list[j] = int(g.Bits[j>>6] >> (j & 63) & 1)
		case problem.Discrete:
			list[j] = int(g.Symbols[j])
		default:
			return g.List()
		}
	}
	return list
}

// geneWords writes genes so that reading them gives the same bits.
func geneWords(r problem.Representation, g problem.Genome) []string {
	var words []string
	if r.Variables != nil {
		return Named{r.Variables, g.Reals}.words()
	}
	if r.Kind == problem.Real || r.Code != nil {
		for _, x := range realGenes(r, g) {
			words = append(words, strconv.FormatFloat(x, 'g', -1, 64))
		}
		return words
	}
	for _, x := range wholeGenes(r, g) {
		words = append(words, strconv.Itoa(x))
	}
	return words
}

func parseGenes(r problem.Representation, length int, words []string) (problem.Genome, error) {
	g := problem.NewGenomes(r, 1).At(0)
	if r.Variables != nil {
		return g, Named{r.Variables, g.Reals}.parse(words)
	}
	if len(words) != length {
		return g, fmt.Errorf("it has %d genes; a genome has %d, and its value may come first", len(words), length)
	}
	if r.Kind == problem.Real || r.Code != nil {
		return g, parseReals(r, g, words)
	}
	most := map[problem.GenomeKind]int{problem.Binary: 1, problem.Discrete: r.Alphabet - 1, problem.Permutation: r.Length - 1}[r.Kind]
	for j, w := range words {
		x, err := strconv.Atoi(w)
		if err != nil || x < 0 || x > most {
			return g, fmt.Errorf("gene %d is %q; it is a whole number from 0 to %d", j, w, most)
		}
		switch r.Kind {
		case problem.Binary:
			g.Bits[j>>6] |= uint64(x) << (j & 63)
		case problem.Discrete:
			g.Symbols[j] = uint8(x)
		default:
			if r.Long {
				g.Long[j] = uint32(x)
			} else {
				g.Order[j] = uint16(x)
			}
		}
	}
	return g, nil
}

func parseReals(r problem.Representation, g problem.Genome, words []string) error {
	list, err := parseFloats("gene", words)
	if err != nil {
		return err
	}
	if r.Code == nil {
		copy(g.Reals, list)
		return nil
	}
	for j, x := range list {
		if lower, upper := r.Code.Lower[j], r.Code.Upper[j]; !(x >= lower && x <= upper) {
			return fmt.Errorf("gene %d is %v; it must be from %v to %v", j, x, lower, upper)
		}
	}
	r.Code.Encode(list, g.Bits)
	return nil
}

func parseFloats(what string, words []string) ([]float64, error) {
	list := make([]float64, len(words))
	for j, w := range words {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return nil, fmt.Errorf("%s %d is %.40q, which is no number", what, j, w)
		}
		list[j] = x
	}
	return list, nil
}
