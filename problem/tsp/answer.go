package tsp

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// Answer is a tour and the length it claims: a .tour file of TSPLIB.
type Answer struct {
	Name   string // of the instance
	Length int64  // -1: it claims none
	Order  []int  // cities, from 0
}

// NewAnswer computes an answer's length with Check.
func NewAnswer(inst *Instance, order []int) (Answer, error) {
	length, err := Check(inst, order)
	if err != nil {
		return Answer{}, fmt.Errorf("tour: %s: %w", inst.Name, err)
	}
	return Answer{inst.Name, length, order}, nil
}

// Write writes an answer as a .tour file, with its length in the comment.
func (a Answer) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "NAME : %s\nCOMMENT : Length = %d\nTYPE : TOUR\nDIMENSION : %d\nTOUR_SECTION\n", fileWord(a.Name), a.Length, len(a.Order))
	for _, city := range a.Order {
		b.WriteString(strconv.Itoa(city + 1))
		b.WriteByte('\n')
	}
	b.WriteString("-1\nEOF\n")
	return b.Flush()
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

// ReadAnswer reads a .tour file; name is used in messages. The length is taken
// from a comment, in the forms "Length = 7542", "Length 7542" and "(7542)" that
// TSPLIB and its solvers use. It does not judge it: see Verify. Cities that do not
// exist, stand twice or are missing are a *problem.WrongError.
func ReadAnswer(r io.Reader, name string, inst *Instance) (Answer, error) {
	f := &reader{s: token.NewScanner(r, name)}
	a, err := f.answer(inst)
	if scan := f.s.Err(); scan != nil {
		return Answer{}, scan
	}
	return a, err
}

func (f *reader) answer(inst *Instance) (Answer, error) {
	n := inst.Cities()
	a := Answer{Name: inst.Name, Length: -1}
	for f.s.Scan() {
		line := f.s.Line()
		key, value := f.field()
		switch key {
		case "NAME":
		case "COMMENT":
			if length := claimedLength(value); length >= 0 {
				a.Length = length
			}
		case "TYPE":
			if value != "TOUR" {
				return a, f.s.ErrorAt(line, "TYPE is %q; an answer is a TOUR", token.Shown(value))
			}
		case "DIMENSION":
			if v, err := strconv.Atoi(value); err != nil || v != n {
				return a, f.s.ErrorAt(line, "DIMENSION is %q; the instance has %d cities", token.Shown(value), n)
			}
		case "TOUR_SECTION":
			return a, f.visits(&a, n)
		default:
			return a, f.s.ErrorAt(line, "%q is no keyword of a TSPLIB file with a tour", token.Shown(key))
		}
	}
	return a, f.s.Errorf("the file ends where TOUR_SECTION should be; it is empty, truncated or no tour")
}

var claims = regexp.MustCompile(`(?i)\blength\s*[:=]?\s*([0-9]+)(?:[^0-9.]|$)|\(([0-9]+)\)`)

// claimedLength is the length that a comment states, or -1.
func claimedLength(comment string) int64 {
	m := claims.FindStringSubmatch(comment)
	if m == nil {
		return -1
	}
	length, err := strconv.ParseInt(m[1]+m[2], 10, 64)
	if err != nil {
		return -1
	}
	return length
}

// visits reads the cities up to -1.
func (f *reader) visits(a *Answer, n int) error {
	seen := make([]bool, n)
	for {
		if !f.s.Scan() || f.s.Text() == "EOF" {
			return f.s.Errorf("the file ends after %d cities, without the -1 that ends a tour; it is truncated", len(a.Order))
		}
		city, decimals, err := token.Decimal(f.s.Bytes())
		switch {
		case err == token.ErrRange || err == nil && decimals == 0 && city != -1 && (city < 1 || city > int64(n)):
			return &problem.WrongError{Err: f.s.Errorf("city %s does not exist; there are 1 to %d", token.Shown(f.s.Text()), n)}
		case err != nil || decimals != 0:
			return f.s.Errorf("%q should be a city or the -1 that ends a tour", token.Shown(f.s.Text()))
		case city == -1 && len(a.Order) < n:
			return &problem.WrongError{Err: f.s.Errorf("the tour ends after %d of %d cities", len(a.Order), n)}
		case city == -1:
			if f.s.Scan() && f.s.Text() != "-1" && f.s.Text() != "EOF" { // two -1 end a section of tours
				return f.s.Errorf("%q after the tour", token.Shown(f.s.Text()))
			}
			return nil
		case seen[city-1]:
			return &problem.WrongError{Err: f.s.Errorf("city %d is visited twice", city)}
		}
		seen[city-1] = true
		a.Order = append(a.Order, int(city-1))
	}
}

// Verify reports what is wrong with an answer: a city that is missing or stands
// twice, or another length than it claims. Without a claim any tour is right.
func (a Answer) Verify(inst *Instance) (length int64, err error) {
	length, err = Check(inst, a.Order)
	if err == nil && a.Length >= 0 && a.Length != length {
		err = fmt.Errorf("the tour is %d long, not %d", length, a.Length)
	}
	return length, err
}
