package custom

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/warbler-opt/warbler/internal/lazyregexp"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

// prefix keeps the user's names from meeting others.
const prefix = "user_"

// own are the names that are a fragment's: functions, constants, macros and types.
// What a fragment is given stays what it is, unless it is a function, a constant or
// a macro that is not only there for want of what is given.
func (f *fragment) own() []string {
	list := slices.Concat(f.outline.names(), f.outline.defines)
	for _, name := range f.outline.types {
		given := slices.ContainsFunc(words, func(w [2]string) bool { return w[0] == name })
		if name != "" && !given && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// given reports whether a fragment sees a macro of this name without its doing.
func (f *fragment) given(name string) bool {
	if name == "ALPHABET" {
		return f.Genomes.Kind == problem.Discrete
	}
	for _, w := range words {
		if word, _, _ := strings.Cut(w[0], "("); word == name {
			return true
		}
	}
	return slices.ContainsFunc(f.Arrays, func(a array) bool {
		rest, ok := strings.CutPrefix(name, a.Name)
		return ok && !a.Scalar && (rest == "_count" || rest == "_rows" || rest == "_columns")
	})
}

// renamed is the text with a prefix before the names that are the user's, so that
// a search and a driver may have the same: macros that keep others' definitions
// for a while are not known to all compilers. Members get it too, whatever they
// are of: d's are made to fit. Lines stay where they are.
//
// Where names are pasted together the text keeps those that are aliased, for an
// operand of ## has to be what the user wrote.
func (f *fragment) renamed() (string, *outline) {
	own, aliased, asked := f.own(), f.aliases(), f.asked()
	var b strings.Builder
	for _, m := range piece().FindAllStringIndex(f.Text, -1) {
		word := f.Text[m[0]:m[1]]
		if slices.Contains(own, word) && (asked[m[0]] || !slices.Contains(aliased, word)) {
			b.WriteString(prefix)
		}
		b.WriteString(word)
	}
	text := b.String()
	o, err := f.scan(text)
	if err != nil { // it has macros for words of C, which the compiler may judge
		return f.Text, f.outline
	}
	return text, o
}

// aliases are the user's names that are macros for themselves with the prefix, in
// a text that pastes names together. This program's own macros would see these
// macros too, so names that are in them have none.
func (f *fragment) aliases() (list []string) {
	if !f.pastes() {
		return nil
	}
	for _, name := range f.own() {
		if !reserved()[name] {
			list = append(list, name)
		}
	}
	return list
}

func (f *fragment) pastes() bool { return strings.Contains(f.Text, "##") }

var (
	inquiry = lazyregexp.New(`(?m)^[ \t]*#[ \t]*(define|undef|ifdef|ifndef)[ \t]+(\w+)|\bdefined[ \t]*\(?[ \t]*(\w+)`)
	macro   = lazyregexp.New(`(?m)^#\s*define\s+(\w+)(?:\(([^)]*)\))?((?:\\\n|[^\n])*)`)
	spoken  = lazyregexp.New(`//.*|"[^"]*"`)
	tail    = lazyregexp.New(`^` + rest)
)

// asked are the places where a preprocessor takes a name for what it is, and where
// a macro's body has the macro's: an alias would not be replaced there.
func (f *fragment) asked() map[int]bool {
	places := map[int]bool{}
	for _, m := range inquiry().FindAllStringSubmatchIndex(f.Text, -1) {
		if m[6] >= 0 {
			places[m[6]] = true
			continue
		}
		places[m[4]] = true
		if f.Text[m[2]:m[3]] != "define" {
			continue
		}
		body := tail().FindString(f.Text[m[1]:])
		for _, w := range identifier().FindAllStringIndex(body, -1) {
			operand := strings.HasSuffix(strings.TrimRight(body[:w[0]], " \t"), "##") || strings.HasPrefix(strings.TrimLeft(body[w[1]:], " \t"), "##")
			if body[w[0]:w[1]] == f.Text[m[4]:m[5]] && !operand {
				places[m[1]+w[0]] = true
			}
		}
	}
	return places
}

// reserved are the names that the macros which a fragment sees are made of.
var reserved = sync.OnceValue(func() map[string]bool {
	list := map[string]bool{}
	for _, w := range words {
		for _, name := range identifier().FindAllString(w[1]+" "+walkWords[w[0]], -1) {
			if !slices.Contains(identifier().FindAllString(w[0], -1), name) {
				list[name] = true
			}
		}
	}
	for _, text := range []string{nativeText, beforeText, kernel.Source{}.Text()} {
		for _, m := range macro().FindAllStringSubmatch(text, -1) {
			parameters := identifier().FindAllString(m[2], -1)
			for _, name := range identifier().FindAllString(m[1]+" "+spoken().ReplaceAllString(m[3], ""), -1) {
				if !slices.Contains(parameters, name) {
					list[name] = true
				}
			}
		}
	}
	return list
})

// checkPasted refuses names without an alias that the text could paste together,
// for this program's would be meant, or to another, which would have the prefix
// within.
func (f *fragment) checkPasted() error {
	if !f.pastes() {
		return nil
	}
	tokens := map[string]bool{}
	for _, t := range regexp.MustCompile(`\w+`).FindAllString(f.Text, -1) {
		tokens[t] = true
	}
	var made func(string) bool
	made = func(name string) bool {
		for k := 1; k < len(name); k++ {
			if tokens[name[:k]] && (tokens[name[k:]] || made(name[k:])) {
				return true
			}
		}
		return false
	}
	operand := func(name string) bool {
		for t := range tokens {
			before, isLast := strings.CutSuffix(t, name)
			after, isFirst := strings.CutPrefix(t, name)
			if isLast && tokens[before] || isFirst && tokens[after] {
				return regexp.MustCompile(`[(,]\s*` + name + `\s*[,)]`).MatchString(f.Text)
			}
		}
		return false
	}
	for _, name := range f.own() {
		if reserved()[name] && (made(name) || operand(name)) {
			return lineError(f.File, f.lineOf(name), "%s is a name of this program's too, and ## could make it, or another of it: take another", name)
		}
	}
	return nil
}

// lineOf is the line where a name first stands.
func (f *fragment) lineOf(name string) int {
	at := len(f.Text)
	if found := regexp.MustCompile(`\b` + name + `\b`).FindStringIndex(f.Text); found != nil {
		at = found[0]
	}
	return lineOf(f.Text, at)
}

// over finds loops over all genes.
var over = lazyregexp.New(`\bfor\s*\(\s*(?:int|u32|i32|unsigned)\s+(\w+)\s*=\s*0\s*;\s*(\w+)\s*<\s*LENGTH\s*;`)

// unrolled asks for the innermost loops over all genes to be unrolled, if they are
// short and call nothing: numbers that stand in the source then become operands.
func (f *fragment) unrolled(text string) string {
	s := &scanner{fragment: f, text: text, blank: []byte(text)}
	if s.strip() != nil {
		return text
	}
	var b strings.Builder
	at := 0
	for _, m := range over().FindAllSubmatchIndex(s.blank, -1) {
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
	loop   = lazyregexp.New(`\b(for|while|do)\b`)
	called = lazyregexp.New(`\b(\w+)\s*\(`)
)

// light reports whether the rest of a loop is short and calls only what costs an
// instruction or two.
func light(body string) bool {
	if len(body) > 400 || loop().MatchString(body) {
		return false
	}
	for _, m := range called().FindAllStringSubmatch(body, -1) {
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
