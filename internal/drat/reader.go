package drat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// line is a clause of a proof, or its deletion.
type line struct {
	number   int
	deletion bool
	literals []int32
}

// reader reads a proof as text: literals that end with 0, perhaps after a d.
type reader struct {
	words *bufio.Scanner
	name  string
	row   int
	rest  [][]byte // words of the row that are left
	list  []int32
}

func newReader(r io.Reader, name string) *reader {
	words := bufio.NewScanner(r)
	words.Buffer(make([]byte, 1<<16), 1<<30)
	return &reader{words: words, name: name}
}

// next is the next clause, which may span rows; its literals are valid until the
// one after. io.EOF ends the proof.
func (r *reader) next() (line, error) {
	l := line{}
	r.list = r.list[:0]
	for begun := false; ; {
		word, err := r.word(!begun)
		switch {
		case err == io.EOF && begun:
			return l, fmt.Errorf("%s:%d: the last clause does not end with 0", r.name, r.row)
		case err != nil:
			return l, err
		}
		if !begun {
			begun, l.number = true, r.row
			if string(word) == "d" {
				l.deletion = true
				continue
			}
		}
		x, err := strconv.ParseInt(string(word), 10, 32)
		if err != nil || x == -1<<31 {
			return l, fmt.Errorf("%s:%d: %q is not a literal; a proof has lines of literals that end with 0, deletions after a d", r.name, r.row, word[:min(len(word), 40)])
		}
		if x == 0 {
			l.literals = r.list
			return l, nil
		}
		r.list = append(r.list, int32(x))
	}
}

// word is the next word; between clauses, rows that begin with c are comments.
func (r *reader) word(between bool) ([]byte, error) {
	for len(r.rest) == 0 {
		if !r.words.Scan() {
			if err := r.words.Err(); errors.Is(err, bufio.ErrTooLong) {
				return nil, fmt.Errorf("%s:%d: the line is too long", r.name, r.row+1)
			} else if err != nil {
				return nil, fmt.Errorf("%s: %w", r.name, err)
			}
			return nil, io.EOF
		}
		r.row++
		r.rest = fields(r.rest[:0], r.words.Bytes())
		if between && len(r.rest) > 0 && r.rest[0][0] == 'c' {
			r.rest = r.rest[:0]
		}
	}
	w := r.rest[0]
	r.rest = r.rest[1:]
	return w, nil
}

// fields splits a row at blanks.
func fields(list [][]byte, row []byte) [][]byte {
	for i := 0; i < len(row); {
		if row[i] <= ' ' {
			i++
			continue
		}
		from := i
		for i < len(row) && row[i] > ' ' {
			i++
		}
		list = append(list, row[from:i])
	}
	return list
}
