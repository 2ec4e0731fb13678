package custom

import (
	"slices"
	"strings"
)

// prefix keeps the user's names from meeting others.
const prefix = "user_"

// own are the names that are a fragment's: functions, constants, macros and types.
// What a fragment is given stays what it is, unless it is a function or a macro.
func (o *outline) own() []string {
	list := append(o.names(), o.defines...)
	for _, name := range o.types {
		given := slices.ContainsFunc(words, func(w [2]string) bool { return w[0] == name })
		if name != "" && !given && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// renamed is the text with a prefix before the names that are the user's, so that
// a search and a driver may have the same: macros that keep others' definitions
// for a while are not known to all compilers. Members get it too, whatever they
// are of: d's are made to fit. Lines stay where they are.
func (f *Fragment) renamed() (string, *outline) {
	own := f.outline.own()
	var b strings.Builder
	for at := 0; at < len(f.Text); {
		rest, end := f.Text[at:], at+1
		switch c := rest[0]; {
		case strings.HasPrefix(rest, "//"):
			end = lineEnd(f.Text, at)
		case strings.HasPrefix(rest, "/*"):
			if end = len(f.Text); strings.Contains(rest[2:], "*/") {
				end = at + 2 + strings.Index(rest[2:], "*/") + 2
			}
		case c == '"' || c == '\'':
			end = literalEnd(f.Text, at)
		case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
			end = numberEnd(f.Text, at)
		case isLetter(c):
			for end < len(f.Text) && (isLetter(f.Text[end]) || isDigit(f.Text[end])) {
				end++
			}
			if slices.Contains(own, f.Text[at:end]) {
				b.WriteString(prefix)
			}
		}
		b.WriteString(f.Text[at:end])
		at = end
	}
	text := b.String()
	o, err := scan(f.File, text)
	if err != nil { // it has macros for words of C, which the compiler may judge
		return f.Text, f.outline
	}
	return text, o
}

// numberEnd is behind a number as a preprocessor reads one (C11, 6.4.8): what
// follows its point, and the sign of its exponent, belong to it.
func numberEnd(text string, at int) int {
	for ; at < len(text); at++ {
		c := text[at]
		sign := (c == '+' || c == '-') && strings.IndexByte("eEpP", text[at-1]) >= 0
		if !isLetter(c) && !isDigit(c) && c != '.' && !sign {
			break
		}
	}
	return at
}

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
