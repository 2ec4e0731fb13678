package custom

import (
	"bytes"
	"strings"

	"github.com/warbler-opt/warbler/internal/lazyregexp"
)

// fraction is what is wrong with a fraction in a whole score.
const fraction = `this number may have a fraction, and the score is an integer; write score = "real" in the header, or (score)(…) around the number to cut its fraction off`

var (
	// rounding is a warning that a conversion may lose a fraction.
	rounding = lazyregexp.New(`\[-W(?:float|literal)[a-z-]*conversion\]`)
	// complement is what compilers say of ~x where x has a fraction: see wholeReturns.
	complement = lazyregexp.New(`invalid argument type '(?:double|float|f64|f32)[^\n]*' to unary expression|wrong type argument to bit-complement|expression must have integral[a-z, ()]* type`)
	returns    = lazyregexp.New(`\breturn\b`)
	ofScore    = lazyregexp.New(`\bscore\b`)
)

// cuts are the places where a number with a fraction becomes a score that has none,
// which C allows.
func (f *fragment) cuts(log string) string {
	text, _, wrong := f.annotate(log)
	if !wrong {
		return ""
	}
	return text
}

// wholeReturns has compilers that do not warn refuse a number with a fraction that a
// function returns for a whole score: the operand of ~ is an integer, and that of
// sizeof is not computed. Lines stay where they are.
func (o *outline) wholeReturns(f *fragment, text string) string {
	s := &scanner{fragment: f, text: text, blank: []byte(text)}
	if s.strip() != nil {
		return text
	}
	var b strings.Builder
	at := 0
	for _, i := range o.items {
		if !i.body || !ofScore().Match(s.blank[i.from:i.head]) || strings.Contains(string(s.blank[i.from:i.head]), "void") {
			continue
		}
		for _, m := range returns().FindAllIndex(s.blank[i.head:i.to], -1) {
			from := i.head + m[1]
			length := bytes.IndexByte(s.blank[from:i.to], ';')
			if length < 0 || from < at {
				continue
			}
			value := text[from : from+length]
			// Comments and directives cannot be on one line with what follows.
			if strings.TrimSpace(value) == "" || strings.ContainsAny(value, "#{}\"'\\") || strings.Contains(value, "/*") || strings.Contains(value, "//") {
				continue
			}
			b.WriteString(text[at:from] + " (void)sizeof(~(" + strings.ReplaceAll(value, "\n", " ") + ")),")
			at = from
		}
	}
	return b.String() + text[at:]
}
