package sat

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
)

// scanBuffer is the size of a scanner's buffer, and maxWord the longest word
// that it keeps; numbers are far shorter, and of the rest only messages show a
// piece.
const (
	scanBuffer = 256 << 10
	maxWord    = 64
)

// scanner cuts a file into words. Numbers have a path of their own, which is
// what makes reading fast; all that is rare takes the slow one.
type scanner struct {
	name string
	r    io.Reader
	buf  []byte // ends with a 0 at buf[end], which stops every loop
	pos  int
	end  int
	line int
	err  error // io.EOF, or why there is no more to read

	first bool // no word of this line has been read yet
	at    int  // the line of the last word
}

func newScanner(r io.Reader, name string) *scanner {
	return &scanner{name: name, r: r, buf: make([]byte, scanBuffer+1), line: 1, at: 1, first: true}
}

// errorf makes an error that begins with the file and the line of the last word.
func (s *scanner) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", s.name, s.at, fmt.Errorf(format, args...))
}

// fill makes room behind the unread bytes, reads more, and reports whether
// there are any.
func (s *scanner) fill() bool {
	if s.err != nil {
		return false
	}
	s.end = copy(s.buf, s.buf[s.pos:s.end])
	s.pos = 0
	for range 100 {
		n, err := s.r.Read(s.buf[s.end : len(s.buf)-1])
		s.end += max(n, 0)
		s.buf[s.end] = 0
		if err != nil && err != io.EOF {
			s.err = fmt.Errorf("cannot be read on: %w", err)
			return n > 0
		}
		if n > 0 {
			return true // an end of file will be said again
		}
		if err == io.EOF {
			s.err = io.EOF
			return false
		}
	}
	s.err = errors.New("cannot be read on: the source gives no data")
	return false
}

// failed is the error that ended the file early, if one did and all before it
// has been read.
func (s *scanner) failed() error {
	if s.err == nil || s.err == io.EOF || s.pos < s.end {
		return nil
	}
	return s.errorf("%w", s.err)
}

// blank reports whether c separates words.
func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// literal reads the next word when it is a plain number of at most nine
// digits that lies whole in the buffer. Otherwise it reads nothing.
func (s *scanner) literal() (x int32, ok bool) {
	buf, i := s.buf, s.pos
	line, first := s.line, s.first
	for {
		switch buf[i] {
		case '\n':
			line++
			first = true
			fallthrough
		case ' ', '\t', '\r':
			i++
			continue
		}
		break
	}
	s.pos, s.line, s.first = i, line, first
	sign := int32(1)
	if buf[i] == '-' {
		sign = -1
		i++
	}
	digits := i
	for d := buf[i] - '0'; d <= 9; d = buf[i] - '0' {
		x = x*10 + int32(d)
		i++
	}
	// -0 is for the slow path to refuse.
	if n := i - digits; n == 0 || n > 9 || !blank(buf[i]) || x == 0 && sign < 0 {
		return 0, false
	}
	s.pos, s.first, s.at = i, false, line
	return x * sign, true
}

// skip moves to the next word and returns its first byte, or 0 at the end of
// the file, after an error, and at a byte that is not text. Lines that begin
// with a 'c' are comments.
func (s *scanner) skip() byte {
	for {
		switch c := s.buf[s.pos]; {
		case c == '\n':
			s.line++
			s.first = true
			s.pos++
		case c == ' ' || c == '\t' || c == '\r':
			s.pos++
		case c == 0 && s.pos == s.end:
			if !s.fill() && s.pos == s.end {
				s.at = s.line
				return 0
			}
		case c == 'c' && s.first:
			s.skipLine()
		case c < ' ' || c == 0x7f:
			s.at = s.line
			s.err = fmt.Errorf("byte 0x%02x is not text; the file is binary or damaged", c)
			s.end = s.pos
			s.buf[s.end] = 0
			return 0
		default:
			s.at = s.line
			return c
		}
	}
}

// skipLine moves to the end of the line.
func (s *scanner) skipLine() {
	for {
		if i := bytes.IndexByte(s.buf[s.pos:s.end], '\n'); i >= 0 {
			s.pos += i
			return
		}
		s.pos = s.end
		if !s.fill() && s.pos == s.end {
			return
		}
	}
}

// more reports whether another word follows on the line of the last one.
func (s *scanner) more() bool {
	for {
		switch c := s.buf[s.pos]; {
		case c == ' ' || c == '\t' || c == '\r':
			s.pos++
		case c == 0 && s.pos == s.end:
			if !s.fill() && s.pos == s.end {
				return false
			}
		default:
			return c != '\n'
		}
	}
}

// word reads the next word, or its first maxWord bytes; it is empty where skip
// returns 0. The word is valid until the next call.
func (s *scanner) word() []byte {
	if s.skip() == 0 {
		return nil
	}
	for s.end-s.pos <= maxWord && s.fill() {
	}
	s.first = false
	i := s.pos
	for i < s.end && s.buf[i] > ' ' && s.buf[i] != 0x7f {
		if i-s.pos == maxWord { // the rest is read as words of their own
			break
		}
		i++
	}
	w := s.buf[s.pos:i]
	s.pos = i
	return w
}

// Why a word is not a number.
var (
	errSyntax = errors.New("not a number")
	errRange  = errors.New("too large")
)

// parse reads a whole number, perhaps with a minus sign, of up to 64 bits.
func parse(word []byte) (v uint64, negative bool, err error) {
	if len(word) > 0 && word[0] == '-' {
		negative, word = true, word[1:]
	}
	if len(word) == 0 || len(word) >= maxWord || negative && string(word) == "0" {
		return 0, false, errSyntax
	}
	for _, c := range word {
		d := uint64(c - '0')
		if d > 9 {
			return 0, false, errSyntax
		}
		if err == nil && (v > math.MaxUint64/10 || v*10 > math.MaxUint64-d) {
			err = errRange
		}
		v = v*10 + d
	}
	return v, negative, err
}
