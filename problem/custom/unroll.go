package custom

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// over finds loops over all genes.
var over = regexp.MustCompile(`\bfor\s*\(\s*(?:int|u32|i32|unsigned)\s+(\w+)\s*=\s*0\s*;\s*(\w+)\s*<\s*LENGTH\s*;`)

// unrolled asks for the innermost loops over all genes to be unrolled, if they are
// short and call nothing: numbers that stand in the source then become operands.
func (f *fragment) unrolled(text string) string {
	s := &scanner{fragment: f, text: text, blank: []byte(text)}
	if s.strip() != nil {
		return text
	}
	var b strings.Builder
	at := 0
	for _, m := range over.FindAllSubmatchIndex(s.blank, -1) {
		counter, compared := string(s.blank[m[2]:m[3]]), string(s.blank[m[4]:m[5]])
		before := bytes.TrimRight(s.blank[:m[0]], " \t\r\n") // a pragma stands between statements
		if len(before) > 0 && !bytes.ContainsAny(before[len(before)-1:], ";{}") {
			continue
		}
		if body := string(s.blank[m[1]:statementEnd(s.blank, m[1])]); counter != compared || !light(body) {
			continue
		}
		b.WriteString(text[at:m[0]] + "UNROLL ")
		at = m[0]
	}
	return b.String() + text[at:]
}

var (
	loop   = regexp.MustCompile(`\b(for|while|do)\b`)
	called = regexp.MustCompile(`\b(\w+)\s*\(`)
)

// light reports whether the rest of a loop is short and calls only what costs an
// instruction or two.
func light(body string) bool {
	if len(body) > 400 || loop.MatchString(body) {
		return false
	}
	for _, m := range called.FindAllStringSubmatch(body, -1) {
		if !slices.Contains([]string{"if", "gene", "set_gene", "min", "max", "abs", "fabs"}, m[1]) {
			return false
		}
	}
	return true
}

// statementEnd is behind the statement of a for whose parentheses are open.
func statementEnd(code []byte, at int) int {
	parens, depth := 1, 0
	for ; at < len(code); at++ {
		switch code[at] {
		case '(':
			parens++
		case ')':
			parens--
		case '{':
			depth++
		case '}':
			if depth--; depth <= 0 {
				return at + 1
			}
		case ';':
			if parens == 0 && depth == 0 {
				return at + 1
			}
		}
	}
	return at
}
