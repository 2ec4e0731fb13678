package custom

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/lazyregexp"
)

// lineError is a mistake in a fragment that is found before any compiler sees it.
func lineError(file string, line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", file, line, fmt.Sprintf(format, args...))
}

// item is a declaration outside of all functions.
type item struct {
	name     string
	from, to int  // in the text
	line     int  // where it begins
	last     int  // and ends
	head     int  // where the body, the initializer or the end is
	function bool // else a variable
	body     bool // a function that is defined here
}

// outline is what stands on the outermost level of a fragment.
type outline struct {
	items   []item
	defines []string // macros, but for those that are only there for want of what is given
	types   []string // and tags and enumerators
}

// defined finds a function with a body.
func (o *outline) defined(name string) (item, bool) {
	for _, i := range o.items {
		if i.name == name && i.body {
			return i, true
		}
	}
	return item{}, false
}

// names are those of all functions and variables, once each.
func (o *outline) names() (list []string) {
	for _, i := range o.items {
		if i.name != "" && !slices.Contains(list, i.name) {
			list = append(list, i.name)
		}
	}
	return list
}

// functionAt is the function that a line is in, or "".
func (o *outline) functionAt(line int) string {
	for _, i := range o.items {
		if i.body && line >= i.line && line <= i.last {
			return i.name
		}
	}
	return ""
}

var (
	directive  = lazyregexp.New(`^#\s*(\w+)\s*(\w*)`)
	undefined  = lazyregexp.New(`^#\s*if\s*!\s*defined\s*\(?\s*(\w+)\s*\)?\s*(?:/[/*].*)?$`)
	identifier = lazyregexp.New(`[A-Za-z_]\w*`)
	storage    = lazyregexp.New(`\b(static|inline|extern)\b`)
)

// condition is an #if that is open: where it holds, or with otherwise where it does
// not, a name is no macro.
type condition struct {
	name      string // or ""
	otherwise bool
}

// scanner goes through C. It does not judge what a compiler will: whatever it
// does not understand it passes on.
type scanner struct {
	*fragment
	text    string
	blank   []byte // the text with comments, strings and directives blanked out
	missing []condition
	out     outline
}

// scan finds the outline of a fragment's text and refuses what no fragment may have.
func (f *fragment) scan(text string) (*outline, error) {
	s := &scanner{fragment: f, text: text, blank: []byte(text)}
	if err := s.strip(); err != nil {
		return nil, err
	}
	return &s.out, s.divide()
}

// lineOf is the line of a place in a text, from 1.
func lineOf(text string, at int) int { return 1 + strings.Count(text[:at], "\n") }

func (s *scanner) fail(at int, format string, args ...any) error {
	return lineError(s.File, lineOf(s.text, at), format, args...)
}

// Comments may lack an end; strings and characters end with their line.
const (
	comments = `//.*|/\*(?s:.*?)(?:\*/|\z)`
	literals = `"(?:\\(?s:.)|[^"\\\n])*"?|'(?:\\(?s:.)|[^'\\\n])*'?`
)

// piece is a comment, a literal, a number as a preprocessor reads one (C11, 6.4.8: what
// follows its point, and the sign of its exponent, belong to it), a name, or any other
// character.
var piece = lazyregexp.New(comments + `|` + literals + `|\.?[0-9](?:[eEpP][+-]|[\w.])*|[A-Za-z_]\w*|(?s:.)`)

// rest is a directive behind its first sign: with the comments that begin in it, and
// with the lines that go on with it.
const rest = `(?://(?:\\\r?\n|.)*|/\*(?s:.*?)\*/|"(?:\\.|[^"\\\n])*"|\\\r?\n|.)*`

// aside is what is no code: a directive, which is a group, a comment or a literal.
var aside = lazyregexp.New(`(?m:^)(?:[ \t\r]|/\*(?s:.*?)\*/)*(#` + rest + `)|` + comments + `|` + literals)

// strip blanks out what is not code, but for line ends.
func (s *scanner) strip() error {
	for _, m := range aside().FindAllStringSubmatchIndex(s.text, -1) {
		part := s.text[m[0]:m[1]]
		if m[2] >= 0 {
			if err := s.direct(m[2], s.text[m[2]:m[3]]); err != nil {
				return err
			}
		} else if strings.HasPrefix(part, "/*") && (len(part) < 4 || !strings.HasSuffix(part, "*/")) {
			return s.fail(m[0], "this comment does not end: */ is missing")
		}
		for i := m[0]; i < m[1]; i++ {
			if s.blank[i] != '\n' {
				s.blank[i] = ' '
			}
		}
	}
	return nil
}

// direct looks at a preprocessor directive.
func (s *scanner) direct(at int, text string) error {
	m := directive().FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	switch m[1] {
	case "if", "ifdef", "ifndef":
		c := condition{m[2], m[1] == "ifdef"}
		if m[1] == "if" {
			c.name = ""
			if m := undefined().FindStringSubmatch(text); m != nil {
				c.name = m[1]
			}
		}
		s.missing = append(s.missing, c)
	case "elif", "else":
		if n := len(s.missing); n > 0 {
			if c := &s.missing[n-1]; c.otherwise {
				c.otherwise = false
			} else {
				c.name = ""
			}
		}
	case "endif":
		if n := len(s.missing); n > 0 {
			s.missing = s.missing[:n-1]
		}
	case "include", "include_next", "import", "embed":
		return s.fail(at, "a fragment includes nothing: it also runs where there is no C library; what it can use is in docs/CUSTOM.md")
	case "line":
		return s.fail(at, "#line would hide where mistakes are")
	case "define":
		wanted := slices.ContainsFunc(s.missing, func(c condition) bool { return !c.otherwise && s.given(c.name) })
		if m[2] != "" && !(wanted && s.given(m[2])) && !slices.Contains(s.out.defines, m[2]) {
			s.out.defines = append(s.out.defines, m[2])
		}
	}
	return nil
}

// divide finds the declarations.
func (s *scanner) divide() error {
	depth, parens := 0, 0
	from, head, call, assigned, body := -1, -1, -1, false, false
	for at, c := range s.blank {
		if from < 0 {
			if c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';' {
				continue
			}
			from, head, call, assigned, body = at, -1, -1, false, false
		}
		done := false
		switch c {
		case '(':
			if depth == 0 && parens == 0 && call < 0 && !assigned {
				call = at
			}
			parens++
		case ')':
			parens--
		case '=':
			if depth == 0 && parens == 0 && !assigned {
				assigned = true
				head = at
			}
		case '{':
			if depth == 0 && parens <= 0 && call >= 0 && !assigned && !body {
				body, head = true, at
			}
			depth++
		case '}':
			depth--
			if depth < 0 {
				return s.fail(at, "this } closes nothing")
			}
			done = depth == 0 && body
		case ';':
			done = depth == 0 && parens <= 0
		}
		if done {
			if head < 0 {
				head = at
			}
			if err := s.declare(from, at+1, head, call, body); err != nil {
				return err
			}
			from, parens = -1, 0
		}
	}
	if from >= 0 {
		if depth > 0 {
			return s.fail(from, "what begins here does not end: } is missing")
		}
		return s.fail(from, "what begins here does not end: ; is missing")
	}
	return nil
}

// declare notes a declaration, unless it is of a type.
func (s *scanner) declare(from, to, head, call int, body bool) error {
	code := string(s.blank[from:head])
	first := identifier().FindString(code)
	i := item{from: from, to: to, line: lineOf(s.text, from), last: lineOf(s.text, to-1), head: head, function: call >= 0, body: body}
	switch first {
	case "typedef":
		s.note(string(s.blank[from:to]))
		return nil
	case "struct", "union", "enum":
		if !i.function {
			s.note(string(s.blank[from:to]))
			return nil
		}
	case "":
		return s.fail(from, "this is no declaration")
	}
	end := head
	if i.function {
		end = call
	} else if bracket := strings.IndexByte(code, '['); bracket >= 0 {
		end = from + bracket
	}
	words := identifier().FindAllString(string(s.blank[from:end]), -1)
	if len(words) == 0 {
		return s.fail(from, "this is no declaration")
	}
	i.name = words[len(words)-1]
	if !i.function && !slices.Contains(words, "const") {
		return s.fail(from, "%s is a variable outside of all functions, and those are const: evaluations run side by side and must not see each other", i.name)
	}
	s.out.items = append(s.out.items, i)
	return nil
}

var (
	tag         = lazyregexp.New(`\b(?:struct|union|enum)\s+(\w+)\s*\{`)
	enumerators = lazyregexp.New(`\benum\b[^{};]*\{([^{}]*)\}`)
)

// note keeps the names that a declaration of types makes.
func (s *scanner) note(code string) {
	for _, m := range tag().FindAllStringSubmatch(code, -1) {
		s.out.types = append(s.out.types, m[1])
	}
	for _, m := range enumerators().FindAllStringSubmatch(code, -1) {
		for one := range strings.SplitSeq(m[1], ",") {
			s.out.types = append(s.out.types, identifier().FindString(one))
		}
	}
	if !strings.HasPrefix(strings.TrimSpace(code), "typedef") {
		return
	}
	for one := range strings.SplitSeq(code[strings.LastIndexByte(code, '}')+1:], ",") {
		one, _, _ = strings.Cut(one, "[")
		if words := identifier().FindAllString(one, -1); len(words) > 0 {
			s.out.types = append(s.out.types, words[len(words)-1])
		}
	}
}

// qualified is the text with what a device's compiler wants to read in front of
// functions and constants. Lines stay where they are.
func (o *outline) qualified(text string) string {
	var b strings.Builder
	at := 0
	for _, i := range o.items {
		b.WriteString(text[at:i.from])
		if i.function {
			b.WriteString("DEVICE ")
		} else {
			b.WriteString("CONSTANT ")
		}
		b.WriteString(storage().ReplaceAllStringFunc(text[i.from:i.head], func(w string) string { return strings.Repeat(" ", len(w)) }))
		at = i.head
	}
	b.WriteString(text[at:])
	return b.String()
}
