package token

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxToken is the length of the longest token. No number and no name comes
// near it; binary files and endless lines do.
const maxToken = 4096

// Token is one word of a file.
type Token struct {
	Text  string
	Line  int  // from 1
	First bool // nothing stands before it on its line
}

// Scanner cuts a stream into tokens separated by blanks and line ends (LF,
// CR LF). It never holds more than a token and a read buffer.
type Scanner struct {
	// Comma makes commas separate tokens too; set it before the tokens it is to
	// cut are read or peeked at. Comments makes it pass over what begins with #, to the
	// end of the line.
	Comma, Comments bool
	// Letter, if not 0, begins lines that are passed over, whatever bytes they have.
	Letter byte

	name string
	r    io.Reader
	buf  []byte // bytes read and not consumed: buf[pos:]
	pos  int
	line int
	next bool // the next token is the first of its line
	skip bool // the rest of the line is a comment
	err  error

	text   []byte // the current token
	at     int    // its line
	first  bool
	peeked []Token
}

// NewScanner makes a scanner; name is the file's, for messages.
func NewScanner(r io.Reader, name string) *Scanner {
	return &Scanner{name: name, r: r, line: 1, next: true, at: 1}
}

// Scan moves to the next token and reports whether there is one. It stops at
// the end of the file and at an error; Err tells which.
func (s *Scanner) Scan() bool {
	if len(s.peeked) > 0 {
		t := s.peeked[0]
		s.peeked = s.peeked[1:]
		s.text, s.at, s.first = append(s.text[:0], t.Text...), t.Line, t.First
		return true
	}
	return s.scan()
}

// Bytes is the current token, valid until the next call of Scan or Peek.
func (s *Scanner) Bytes() []byte { return s.text }

// Text is the current token.
func (s *Scanner) Text() string { return string(s.text) }

// Line is the line of the current token, or the last line once Scan was false.
func (s *Scanner) Line() int { return s.at }

// First reports whether the current token is the first of its line.
func (s *Scanner) First() bool { return s.first }

// Err is the first error but the end of the file, in one line that begins
// with the file and the line.
func (s *Scanner) Err() error {
	if s.err == nil || s.err == io.EOF {
		return nil
	}
	return s.err
}

// Peek is the token i places ahead of the current one (0 is the next), without
// moving there.
func (s *Scanner) Peek(i int) (Token, bool) {
	text, at, first := s.text, s.at, s.first
	s.text = nil
	for len(s.peeked) <= i && s.scan() {
		s.peeked = append(s.peeked, Token{string(s.text), s.at, s.first})
	}
	s.text, s.at, s.first = text, at, first
	if i < len(s.peeked) {
		return s.peeked[i], true
	}
	return Token{}, false
}

// ErrorAt makes an error that begins with the file and a line.
func (s *Scanner) ErrorAt(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", s.name, line, fmt.Errorf(format, args...))
}

// scan reads a token from the stream.
func (s *Scanner) scan() bool {
	s.text = s.text[:0]
	if s.err != nil {
		s.at = s.line
		return false
	}
	for {
		if s.pos == len(s.buf) && !s.fill() {
			if s.at = s.line; s.err != io.EOF { // else the last token may lack a line end
				s.text = s.text[:0]
			}
			return len(s.text) > 0
		}
		c := s.buf[s.pos]
		switch {
		case c == '\n':
			if len(s.text) > 0 {
				return true
			}
			s.pos++
			s.line++
			s.next, s.skip = true, false
		case c == ' ' || c == '\t' || c == '\r' || c == ',' && s.Comma:
			if len(s.text) > 0 {
				return true
			}
			s.pos++
		case c < ' ' || c == 0x7f:
			s.err = s.ErrorAt(s.line, "byte 0x%02x is not text; the file is binary or damaged", c)
			s.text, s.at = s.text[:0], s.line
			return false
		case s.skip || c == '#' && s.Comments && len(s.text) == 0:
			s.pos++
			s.skip = true
		case c == s.Letter && s.next:
			s.skipLine()
		default:
			s.pos++
			if len(s.text) == 0 {
				s.at, s.first, s.next = s.line, s.next, false
			} else if len(s.text) == maxToken {
				s.err = s.ErrorAt(s.line, "a word of more than %d letters; the file is binary or damaged", maxToken)
				s.text = s.text[:0]
				return false
			}
			s.text = append(s.text, c)
		}
	}
}

// skipLine moves to the end of the line.
func (s *Scanner) skipLine() {
	for {
		if i := bytes.IndexByte(s.buf[s.pos:], '\n'); i >= 0 {
			s.pos += i
			return
		}
		s.pos = len(s.buf)
		if !s.fill() {
			return
		}
	}
}

// Int moves to the next token when it is a number of at most nine digits, not -0,
// that lies whole in the buffer. Otherwise it does nothing: it is for files whose
// tokens are nearly all such numbers.
func (s *Scanner) Int() (x int32, ok bool) {
	if s.pos == len(s.buf) || len(s.peeked) > 0 {
		return 0, false
	}
	buf, i := s.buf[:len(s.buf)+1], s.pos // the 0 behind the buffer ends every loop
	line, next := s.line, s.next
	for {
		switch buf[i] {
		case '\n':
			line++
			next = true
			fallthrough
		case ' ', '\t', '\r':
			i++
			continue
		}
		break
	}
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
	if c := buf[i]; i == digits || i-digits > 9 || c != ' ' && c != '\n' && c != '\t' && c != '\r' || x == 0 && sign < 0 {
		return 0, false
	}
	s.pos, s.line, s.at, s.first, s.next = i, line, line, next, false
	return x * sign, true
}

// fill reads more bytes and reports whether there are any.
func (s *Scanner) fill() bool {
	if s.err != nil {
		return false
	}
	if cap(s.buf) == 0 {
		s.buf = make([]byte, 0, 64<<10)
	}
	for range 100 {
		n, err := s.r.Read(s.buf[:cap(s.buf)-1])
		s.buf, s.pos = append(s.buf[:max(n, 0)], 0)[:max(n, 0)], 0
		if err != nil && err != io.EOF {
			s.err = s.ErrorAt(s.line, "cannot be read on: %w", err)
			return false
		}
		if n > 0 {
			return true // an end of file will be said again
		}
		if err == io.EOF {
			s.err = io.EOF
			return false
		}
	}
	s.err = s.ErrorAt(s.line, "cannot be read on: %w", errors.New("the source gives no data"))
	return false
}

// Shown is a word for a message, cut off where it is long: it comes from outside.
func Shown[T string | []byte](word T) string {
	if len(word) > 40 {
		return string(word[:40]) + "…"
	}
	return string(word)
}
