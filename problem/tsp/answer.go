package tsp

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/lazyregexp"
	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// claim is a tour and the length it claims: a .tour file of TSPLIB.
type claim struct {
	length int64 // -1: it claims none
	order  []int // cities, from 0
}

// form is how tours are written: as a .tour file, with the length in the comment, the file's
// name for the instance's and a bound that no tour is below, if it is not 0.
func (q *Instance) form(lower func() int64) answer.Form {
	return answer.Form{
		List: problem.Genome.List, Genome: answer.Ordered, Value: q.check, Differs: "the tour is %d long, not %d",
		Text: func(w *bufio.Writer, order []int, length int64) {
			fmt.Fprintf(w, "NAME : %s\nCOMMENT : Length = %d\n", fileWord(filepath.Base(q.Name)), length)
			if low := lower(); low > 0 && low < length {
				fmt.Fprintf(w, "COMMENT : no tour is below %d, which this one is %.2f %% above\n", low, 100*float64(length-low)/float64(low))
			}
			fmt.Fprintf(w, "TYPE : TOUR\nDIMENSION : %d\nTOUR_SECTION\n", len(order))
			for _, city := range order {
				fmt.Fprintln(w, city+1)
			}
			w.WriteString("-1\nEOF\n")
		},
		Parse: func(r io.Reader, name string) ([]int, error) {
			a, err := q.readAnswer(r, name)
			return a.order, err
		},
	}
}

// fileWord is a name as one printable word: it comes from outside.
func fileWord(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, name)
	return strings.Join(strings.Fields(name), "-")
}

// readAnswer reads a .tour file, or what --json printed; name is used in messages. The
// length is taken from a comment, in the forms "Length = 7542", "Length 7542" and
// "(7542)" that TSPLIB and its solvers use. It does not judge it: see Verify. Cities
// that do not exist, stand twice or are missing are problem.ErrWrong.
func (q *Instance) readAnswer(r io.Reader, name string) (claim, error) {
	return answer.Read(r, name, func(a answer.JSON) string {
		return fmt.Sprintf("COMMENT : Length = %s\nTOUR_SECTION\n%s\n-1\n", a.Cost, a.Words("\n"))
	}, q.scanAnswer)
}

func (q *Instance) scanAnswer(s *token.Scanner) claim {
	a := claim{length: -1}
	for s.Scan() {
		line := s.Line()
		key, value := field(s)
		switch key {
		case "NAME":
		case "COMMENT":
			if length := claimedLength(value); length >= 0 {
				a.length = length
			}
		case "TYPE":
			if value != "TOUR" {
				s.Stop(s.ErrorAt(line, "TYPE is %q; an answer is a TOUR", token.Shown(value)))
			}
		case "DIMENSION":
			if v, err := strconv.Atoi(value); err != nil || v != q.Len() {
				s.Stop(s.ErrorAt(line, "DIMENSION is %q; the instance has %d cities", token.Shown(value), q.Len()))
			}
		case "TOUR_SECTION":
			a.order = visits(s, q.Len())
			return a
		default:
			s.Stop(s.ErrorAt(line, "%q is no keyword of a TSPLIB file with a tour", token.Shown(key)))
		}
	}
	s.Fail("the file ends where TOUR_SECTION should be; it is empty, truncated or no tour")
	return a
}

var claims = lazyregexp.New(`(?i)\blength\s*[:=]?\s*([0-9]+)(?:[^0-9.]|$)|\(([0-9]+)\)`)

// claimedLength is the length that a comment states, or -1.
func claimedLength(comment string) int64 {
	m := claims().FindStringSubmatch(comment)
	if m == nil {
		return -1
	}
	length, err := strconv.ParseInt(m[1]+m[2], 10, 64)
	if err != nil {
		return -1
	}
	return length
}

// visits reads the n cities up to -1.
func visits(s *token.Scanner, n int) (order []int) {
	seen := make([]bool, n)
	for s.Err() == nil {
		if !s.Scan() || s.Text() == "EOF" {
			s.Fail("the file ends after %d cities, without the -1 that ends a tour; it is truncated", len(order))
			break
		}
		city, decimals, err := token.Decimal(s.Bytes())
		switch {
		case err == token.ErrRange || err == nil && decimals == 0 && city != -1 && (city < 1 || city > int64(n)):
			answer.Wrong(s, s.Line(), "city %s does not exist; there are 1 to %d", token.Shown(s.Text()), n)
		case err != nil || decimals != 0:
			s.Fail("%q should be a city or the -1 that ends a tour", token.Shown(s.Text()))
		case city == -1 && len(order) < n:
			answer.Wrong(s, s.Line(), "the tour ends after %d of %d cities", len(order), n)
		case city == -1:
			if s.Scan() && s.Text() != "-1" && s.Text() != "EOF" { // two -1 end a section of tours
				s.Fail("%q after the tour", token.Shown(s.Text()))
			}
			return order
		case seen[city-1]:
			answer.Wrong(s, s.Line(), "city %d is visited twice", city)
		default:
			seen[city-1] = true
			order = append(order, int(city-1))
		}
	}
	return order
}
