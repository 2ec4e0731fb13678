package token

import (
	"bufio"
	"io"
	"strconv"
)

// Read reads a file by a function that leaves what is wrong to the scanner, by Stop or
// Fail. name is the file's, for messages.
func Read[T any](r io.Reader, name string, read func(s *Scanner) T) (result T, err error) {
	s := NewScanner(r, name)
	if found := read(s); s.Err() == nil {
		return found, nil
	}
	return result, s.Err()
}

// Stop ends the reading with an error. Of several the first counts: what comes after
// it is a consequence.
func (s *Scanner) Stop(err error) {
	if s.Err() == nil {
		s.err, s.peeked = err, nil
	}
}

// Fail is Stop with an error that begins with the file and the current token's line.
func (s *Scanner) Fail(format string, args ...any) { s.Stop(s.ErrorAt(s.at, format, args...)) }

// More reports whether another token stands on the line of the current one.
func (s *Scanner) More() bool {
	t, ok := s.Peek(0)
	return ok && !t.First
}

// Whole reads a whole number from least to most, and is least where there is none; what
// names it in messages.
func (s *Scanner) Whole(what string, least, most int64) int64 {
	return s.whole(least, most, func() string { return what })
}

// Wholes reads so many whole numbers from least to most; what names number i. The list
// is as long as what is really in the file.
func (s *Scanner) Wholes(count int, least, most int64, what func(i int) string) []int64 {
	var list []int64
	for i := 0; i < count; i++ {
		v := s.whole(least, most, func() string { return what(i) })
		if s.Err() != nil {
			break
		}
		list = append(list, v)
	}
	return list
}

func (s *Scanner) whole(least, most int64, what func() string) int64 {
	if !s.Scan() {
		s.Fail("the file ends where %s should be; it is truncated", what())
		return least
	}
	v, decimals, err := Decimal(s.text)
	if err != nil || decimals != 0 || v < least || v > most {
		s.Fail("%s is %q; it should be a whole number from %d to %d", what(), Shown(s.text), least, most)
		return least
	}
	return v
}

// WriteLine writes numbers on a line, with blanks between them.
func WriteLine[T int | int32 | int64](b *bufio.Writer, list []T) {
	for i, x := range list {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.FormatInt(int64(x), 10))
	}
	b.WriteByte('\n')
}
