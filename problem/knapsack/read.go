package knapsack

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/warbler-opt/warbler/internal/token"
)

// Read reads every instance of a file; name is used in messages and for the
// instances' names, which in files of several are NAME#INNER. The content
// decides which format it is:
//
//	n capacity              then n lines "profit weight"; perhaps a line of n
//	                        zeros and ones, an optimal selection
//	n                       then n lines "id profit weight", then the capacity
//	capacity                then lines "weight profit" to the end
//	k                       then k times: n m optimum (0: not given), n profits,
//	                        m × n weights by constraint, m capacities (OR-Library)
//	n m optimum             one such problem without the count
//	problem NAME            somewhere in a text, then a line of '+', then m n,
//	                        n profits, m capacities, m × n weights, the optimum
//	                        (OR-Library's mknap2)
//	NAME                    then lines "n …", "c …", "z …", "time …", n lines
//	                        "index,profit,weight,chosen", a line of dashes, and
//	                        so on (Pisinger's collections)
//
// Numbers may have decimals. Errors are one line that begins with the file and
// the line.
func Read(r io.Reader, name string) ([]*Instance, error) {
	f := &reader{s: token.NewScanner(r, name), name: name}
	list, err := f.read()
	if scan := f.s.Err(); scan != nil {
		return nil, scan // what came of it is a consequence
	}
	return list, err
}

// reader reads one file.
type reader struct {
	s    *token.Scanner
	name string
}

func (f *reader) read() ([]*Instance, error) {
	first, ok := f.s.Peek(0)
	if !ok {
		return nil, f.s.Errorf("the file is empty; a knapsack file has numbers, for example a line \"n capacity\" and n lines \"profit weight\"")
	}
	if _, _, err := token.Decimal([]byte(first.Text)); err == token.ErrSyntax {
		lines := f.lines(3) // no further: commas are cut differently there
		if len(lines[0]) == 1 && len(lines[1]) == 2 && lines[1][0] == "n" {
			return f.pisinger()
		}
		return f.textBlocks()
	}
	lines := f.lines(12) // three lines of up to four
	switch len(lines[0]) {
	case 1:
		if len(lines[1]) == 2 {
			return one(f.capacityFirst())
		}
		if len(lines[1]) == 3 && numbered(lines) {
			return one(f.numberedItems())
		}
		return f.orLibrary(true)
	case 2:
		return one(f.profitWeight())
	default:
		return f.orLibrary(false)
	}
}

// lines is the first so many tokens, line by line; at least three lines, of
// which the last may be empty or incomplete.
func (f *reader) lines(tokens int) [][]string {
	var lines [][]string
	for i := range tokens {
		t, ok := f.s.Peek(i)
		if !ok {
			break
		}
		if t.First {
			lines = append(lines, nil)
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], t.Text)
	}
	for len(lines) < 3 {
		lines = append(lines, nil)
	}
	return lines
}

// numbered tells "id profit weight" lines from OR-Library's "n m optimum": the
// first id is 0 or 1 and the next line either counts on or is the capacity.
func numbered(lines [][]string) bool {
	switch lines[1][0] {
	case "0":
		return true // no OR-Library problem has 0 items
	case "1":
		return len(lines[2]) == 3 && lines[2][0] == "2" || lines[0][0] == "1" && len(lines) == 3
	}
	return false
}

func one(k *Instance, err error) ([]*Instance, error) {
	if err != nil {
		return nil, err
	}
	return []*Instance{k}, nil
}

// number reads a number of at least 0 as mantissa and decimals. Messages call
// it what, or the i-th of so many when i is not 0.
func (f *reader) number(what string, i, of int) (int64, int, error) {
	ok := f.s.Scan()
	var v int64
	var d int
	var err error
	if ok {
		if v, d, err = token.Decimal(f.s.Bytes()); err == nil && v >= 0 {
			return v, d, nil
		}
	}
	if i > 0 {
		what = fmt.Sprintf("%s %d of %d", what, i, of)
	}
	switch {
	case !ok:
		return 0, 0, f.s.Errorf("the file ends where %s should be; it is truncated", what)
	case errors.Is(err, token.ErrRange):
		return 0, 0, f.s.Errorf("%s %s does not fit 64 bits; scale the numbers down", what, token.Shown(f.s.Text()))
	case err != nil:
		return 0, 0, f.s.Errorf("%s should be a plain decimal number, not %q", what, token.Shown(f.s.Text()))
	default:
		return 0, 0, f.s.Errorf("%s is negative (%s); profits, weights and capacities must be 0 or more", what, f.s.Text())
	}
}

// count reads a whole number from 1 to most.
func (f *reader) count(what string, most int) (int, error) {
	v, d, err := f.number(what, 0, 0)
	if err != nil {
		return 0, err
	}
	if d != 0 || v < 1 || v > int64(most) {
		return 0, f.s.Errorf("%s is %s; it must be a whole number from 1 to %d", what, token.Shown(f.s.Text()), most)
	}
	return int(v), nil
}

// word demands a certain token.
func (f *reader) word(want string) error {
	if !f.s.Scan() {
		return f.s.Errorf("the file ends where %q should be; it is truncated", want)
	}
	if f.s.Text() != want {
		return f.s.Errorf("%q should stand here, not %q", want, token.Shown(f.s.Text()))
	}
	return nil
}

// end demands the end of the file.
func (f *reader) end() error {
	if f.s.Scan() {
		return f.s.Errorf("%q after the last number of the instance; the count of items at the top may be too small", token.Shown(f.s.Text()))
	}
	return nil
}

// allOf reports whether a token consists of one letter, as ruled lines do.
func allOf(word, letter string) bool { return strings.Trim(word, letter) == "" }
