package answer

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// Form is the form of answers that are lists of whole numbers, which count from 0 in Go
// and from 1 outside.
type Form struct {
	List     func(g problem.Genome) []int
	Genome   func(list []int) problem.Genome
	Maximize bool // a score is a value, and else minus one
	// Value judges a list by the instance as it was read. Differs says that it is worth
	// one value and not another: "the tour is %d long, not %d".
	Value   func(list []int) (int64, error)
	Differs string
	Text    func(w *bufio.Writer, list []int, value int64)
	Parse   func(r io.Reader, name string) ([]int, error)
}

var _ problem.Form = Form{}

// Check implements problem.Form.
func (f Form) Check(g problem.Genome, s problem.Score) error {
	if !f.Maximize {
		s = -s
	}
	value, err := f.Value(f.List(g))
	if err == nil && value != s {
		err = fmt.Errorf(f.Differs, value, s)
	}
	return err
}

// Write implements problem.Form.
func (f Form) Write(w io.Writer, g problem.Genome, _ problem.Score) error {
	list := f.List(g)
	value, err := f.Value(list)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	f.Text(b, list, value)
	return b.Flush()
}

// Show implements problem.Form.
func (f Form) Show(g problem.Genome, _ problem.Score) any { return FromOne(f.List(g)) }

// Read implements problem.Form.
func (f Form) Read(r io.Reader, name string) (problem.Genome, error) {
	list, err := f.Parse(r, name)
	if err != nil {
		return problem.Genome{}, err
	}
	return f.Genome(list), nil
}

// FromOne is a list as it stands outside.
func FromOne(list []int) []int {
	shown := make([]int, len(list))
	for i, x := range list {
		shown[i] = x + 1
	}
	return shown
}

// JSON is an answer of --json.
type JSON struct {
	Cost     json.Number                `json:"cost"`
	Score    json.Number                `json:"score"`
	Options  map[string]json.RawMessage `json:"options"`
	Solution []json.Number              `json:"solution"`
}

// Words is the solution, with a separator between its numbers.
func (a JSON) Words(separator string) string {
	var words []string
	for _, x := range a.Solution {
		words = append(words, x.String())
	}
	return strings.Join(words, separator)
}

// Read reads an answer as text, or the lines that say the same as one of --json; name is
// used in messages.
func Read[T any](r io.Reader, name string, lines func(JSON) string, read func(*token.Scanner) T) (found T, err error) {
	text := bufio.NewReader(r)
	var object JSON
	switch is, err := ReadJSON(text, name, &object); {
	case err != nil:
		return found, err
	case !is:
		return token.Read(text, name, read)
	case object.Solution == nil:
		return found, fmt.Errorf("%s: it is JSON without a solution", name)
	}
	return token.Read(strings.NewReader(lines(object)), name, read)
}

// Verify reads an answer and judges it, as a problem.Verifier does.
func Verify[T any](r io.Reader, name string, read func(r io.Reader, name string) (T, error), judge func(T) (right string, err error)) (string, error) {
	found, err := read(r, name)
	if err != nil {
		return "", err
	}
	right, err := judge(found)
	if err != nil {
		return "", problem.Wrong(err)
	}
	return right, nil
}

// Wrong ends the reading of an answer that can be read but is wrong.
func Wrong(s *token.Scanner, line int, format string, args ...any) {
	s.Stop(problem.Wrong(s.ErrorAt(line, format, args...)))
}

// CheckOrder reports what makes a list no order of n things, from 0; what names one of
// them.
func CheckOrder(list []int, n int, what string) error {
	if len(list) != n {
		return fmt.Errorf("there are %d %ss in it, not %d", len(list), what, n)
	}
	seen := make([]bool, n)
	for _, x := range list {
		switch {
		case x < 0 || x >= n:
			return fmt.Errorf("%s %d does not exist; there are 1 to %d", what, x+1, n)
		case seen[x]:
			return fmt.Errorf("%s %d stands twice", what, x+1)
		}
		seen[x] = true
	}
	return nil
}
