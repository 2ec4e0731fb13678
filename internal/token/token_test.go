package token

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func TestScanner(t *testing.T) {
	text := "  3 50\r\n\n60,5\t10\nlast"
	want := []Token{{"3", 1, true}, {"50", 1, false}, {"60,5", 3, true}, {"10", 3, false}, {"last", 4, true}}
	for name, r := range map[string]io.Reader{
		"whole": strings.NewReader(text), "bytewise": iotest.OneByteReader(strings.NewReader(text)), "early": iotest.DataErrReader(strings.NewReader(text)),
	} {
		s := NewScanner(r, "f")
		if tok, ok := s.Peek(2); !ok || tok != want[2] {
			t.Errorf("%s: peeked %v, %v", name, tok, ok)
		}
		for i, w := range want {
			if !s.Scan() {
				t.Fatalf("%s: ended before token %d: %v", name, i, s.Err())
			}
			if got := (Token{s.Text(), s.Line(), s.First()}); got != w {
				t.Errorf("%s: token %d is %v, want %v", name, i, got, w)
			}
			if next, ok := s.Peek(0); ok != (i+1 < len(want)) || ok && next != want[i+1] {
				t.Errorf("%s: after token %d peeked %v, %v", name, i, next, ok)
			}
			if got := (Token{s.Text(), s.Line(), s.First()}); got != w {
				t.Errorf("%s: peeking changed token %d to %v", name, i, got)
			}
		}
		if s.Scan() || s.Err() != nil || s.Line() != 4 {
			t.Errorf("%s: after the end: %q, %v, line %d", name, s.Text(), s.Err(), s.Line())
		}
	}
	s := NewScanner(strings.NewReader("1,2\n"), "f")
	s.Comma = true
	if !s.Scan() || s.Text() != "1" || !s.Scan() || s.Text() != "2" || s.First() {
		t.Error("commas do not separate")
	}
}

func TestScannerErrors(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("1 2\n3 "), iotest.ErrReader(errors.New("disk on fire")))
	for _, test := range []struct {
		r    io.Reader
		want string
	}{
		{strings.NewReader("1\n2\x00"), "f:2: byte 0x00 is not text"},
		{strings.NewReader("1\n" + strings.Repeat("9", 1<<20)), "f:2: a word of more than"},
		{broken, "f:2: cannot be read on: disk on fire"},
		{silent{}, "f:1: cannot be read on"},
	} {
		s := NewScanner(test.r, "f")
		for s.Scan() {
		}
		if s.Err() == nil || !strings.Contains(s.Err().Error(), test.want) {
			t.Errorf("the error is %v, want %s", s.Err(), test.want)
		}
		if s.Scan() {
			t.Error("goes on after an error")
		}
	}
}

// silent never has data and never ends.
type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

func TestDecimal(t *testing.T) {
	for _, test := range []struct {
		text     string
		mantissa int64
		decimals int
		err      error
	}{
		{"0", 0, 0, nil}, {"12", 12, 0, nil}, {"-7", -7, 0, nil}, {"+7", 7, 0, nil}, {"2.50", 25, 1, nil}, {"3.0", 3, 0, nil},
		{"3.", 3, 0, nil}, {".5", 5, 1, nil}, {"-0.125", -125, 3, nil}, {"007", 7, 0, nil}, {".0", 0, 0, nil},
		{"9223372036854775807", 9223372036854775807, 0, nil}, {"9223372036854775808", 0, 0, ErrRange},
		{"922337203685477580.7", 9223372036854775807, 1, nil}, {"99999999999999999999", 0, 0, ErrRange},
		{"0.000000000000000001", 1, 18, nil}, {"0.0000000000000000001", 0, 0, ErrRange},
		{"1.00000000000000000000000000", 1, 0, nil}, {strings.Repeat("0", 100) + "1", 1, 0, nil},
		{"", 0, 0, ErrSyntax}, {"-", 0, 0, ErrSyntax}, {".", 0, 0, ErrSyntax}, {"-.", 0, 0, ErrSyntax}, {"1e5", 0, 0, ErrSyntax}, {"1.2.3", 0, 0, ErrSyntax},
		{"--1", 0, 0, ErrSyntax}, {"0x1", 0, 0, ErrSyntax}, {"NaN", 0, 0, ErrSyntax}, {"1_000", 0, 0, ErrSyntax},
	} {
		m, d, err := Decimal([]byte(test.text))
		if m != test.mantissa || d != test.decimals || !errors.Is(err, test.err) {
			t.Errorf("%q is %d / 10^%d, %v", test.text, m, d, err)
		}
	}
}

func TestDecimalIsInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.Int64Range(0, 1<<40).Draw(t, "whole")
		part := rapid.StringMatching(`[0-9]{0,6}`).Draw(t, "part")
		text := []byte(rapid.SampledFrom([]string{"", "-", "+"}).Draw(t, "sign"))
		text = append(text, itoa(whole)...)
		text = append(text, '.')
		text = append(text, part...)
		m, d, err := Decimal(text)
		if err != nil {
			t.Fatal(err)
		}
		scaled, ok := Scale(m, 6-d)
		want, _ := Scale(whole, 6)
		fraction := int64(0)
		for i := range 6 {
			fraction *= 10
			if i < len(part) {
				fraction += int64(part[i] - '0')
			}
		}
		want += fraction
		if text[0] == '-' {
			want = -want
		}
		if !ok || scaled != want {
			t.Fatalf("%s is %d / 10^%d", text, m, d)
		}
	})
}

func itoa(v int64) string {
	if v < 10 {
		return string(rune('0' + v))
	}
	return itoa(v/10) + string(rune('0'+v%10))
}

func FuzzScanner(f *testing.F) {
	f.Add([]byte("3 50\n60 10\n100 20\n"), 3)
	f.Fuzz(func(t *testing.T, text []byte, ahead int) {
		s, plain := NewScanner(bytes.NewReader(text), "f"), NewScanner(iotest.HalfReader(bytes.NewReader(text)), "f")
		for plain.Scan() {
			s.Peek(ahead & 7)
			if !s.Scan() || s.Text() != plain.Text() || s.Line() != plain.Line() || s.First() != plain.First() {
				t.Fatalf("token %q becomes %q", plain.Text(), s.Text())
			}
			Decimal(s.Bytes())
		}
		if s.Scan() || (s.Err() == nil) != (plain.Err() == nil) {
			t.Fatalf("ends with %v and %v", s.Err(), plain.Err())
		}
	})
}

func TestComments(t *testing.T) {
	s := NewScanner(strings.NewReader("# all of it\n1 2 # 3\n#4 5\n6#7\n#"), "f")
	s.Comments = true
	var words []string
	for s.Scan() {
		words = append(words, s.Text())
	}
	if got := strings.Join(words, " "); got != "1 2 6#7" || s.Err() != nil {
		t.Errorf("%q, %v", got, s.Err())
	}
}
