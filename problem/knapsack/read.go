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
	return token.Read(r, name, (&reader{name: name}).read)
}

// reader reads one file.
type reader struct {
	*token.Scanner
	name string
}

func (f *reader) read(s *token.Scanner) []*Instance {
	f.Scanner = s
	first, ok := f.Peek(0)
	if !ok {
		f.Fail("the file is empty; a knapsack file has numbers, for example a line \"n capacity\" and n lines \"profit weight\"")
		return nil
	}
	if _, _, err := token.Decimal([]byte(first.Text)); err == token.ErrSyntax {
		lines := f.lines(3) // no further: commas are cut differently there
		if len(lines[0]) == 1 && len(lines[1]) == 2 && lines[1][0] == "n" {
			return f.pisinger()
		}
		return f.textBlocks()
	}
	lines := f.lines(12) // three lines of up to four
	switch {
	case len(lines[0]) == 2:
		return []*Instance{f.profitWeight()}
	case len(lines[0]) > 2:
		return f.orLibrary(false)
	case len(lines[1]) == 2:
		return []*Instance{f.capacityFirst()}
	case len(lines[1]) == 3 && numbered(lines):
		return []*Instance{f.numberedItems()}
	}
	return f.orLibrary(true)
}

// lines is the first so many tokens, line by line; at least three lines, of
// which the last may be empty or incomplete.
func (f *reader) lines(tokens int) [][]string {
	var lines [][]string
	for i := range tokens {
		t, ok := f.Peek(i)
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

// number reads a number of at least 0 as mantissa and decimals. Messages call
// it what, or the i-th of so many when i is not 0.
func (f *reader) number(what string, i, of int) (v int64, decimals int) {
	ok := f.Scan()
	var err error
	if ok {
		if v, decimals, err = token.Decimal(f.Bytes()); err == nil && v >= 0 {
			return v, decimals
		}
	}
	if i > 0 {
		what = fmt.Sprintf("%s %d of %d", what, i, of)
	}
	switch {
	case !ok:
		f.Fail("the file ends where %s should be; it is truncated", what)
	case errors.Is(err, token.ErrRange):
		f.Fail("%s is %q, which does not fit 64 bits; scale the numbers down", what, token.Shown(f.Text()))
	default:
		f.Fail("%s is %q; it should be a plain decimal number of at least 0", what, token.Shown(f.Text()))
	}
	return 0, 0
}

// count reads a whole number from 1 to most.
func (f *reader) count(what string, most int64) int { return int(f.Whole(what, 1, most)) }

// word demands a certain token.
func (f *reader) word(want string) {
	if !f.Scan() {
		f.Fail("the file ends where %q should be; it is truncated", want)
	} else if f.Text() != want {
		f.Fail("%q should stand here, not %q", want, token.Shown(f.Text()))
	}
}

// end demands the end of the file.
func (f *reader) end() {
	if f.Scan() {
		f.Fail("%q after the last number of the instance; the count of items at the top may be too small", token.Shown(f.Text()))
	}
}

// allOf reports whether a token consists of one letter, as ruled lines do.
func allOf(word, letter string) bool { return strings.Trim(word, letter) == "" }
