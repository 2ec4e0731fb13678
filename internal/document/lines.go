package document

import (
	"fmt"
	"strings"

	"github.com/warbler-opt/warbler/internal/lazyregexp"
)

// lineIndex finds the lines of a TOML document's keys, by paths such as
// problem[1].file: the TOML library tells positions only of its own errors.
type lineIndex map[string]int

// word is a piece of TOML: a string of any of the four kinds (a long one may end in
// quotes of its own), a comment, blanks, a line's end, a sign, or anything else.
var word = lazyregexp.New(`"""(?s:(?:\\.|[^\\])*?)"{3,5}|'''(?s:.*?)'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|` +
	`#.*|[ \t\r]+|\n|[\[\]{}=,.]|[^\s\[\]{}=,.#"']+|(?s:.)`)

// indexLines goes through a document that the library has already read, so it
// need not judge: what it does not understand it passes over.
func indexLines(text string) lineIndex {
	s := &lineScanner{index: lineIndex{}, tables: map[string]int{}}
	line := 1
	for _, w := range word().FindAllString(text, -1) {
		if strings.IndexByte(" \t\r#", w[0]) < 0 {
			s.words, s.lines = append(s.words, w), append(s.lines, line)
		}
		line += strings.Count(w, "\n")
	}
	for s.at < len(s.words) {
		switch s.words[s.at] {
		case "\n":
			s.at++
		case "[":
			s.header()
			s.skipTo("\n")
		default:
			s.assignment(s.prefix)
			s.skipTo("\n")
		}
	}
	return s.index
}

// find is the line of a path, or of the nearest thing around it.
func (index lineIndex) find(path string) int {
	for path != "" {
		if line, ok := index[path]; ok {
			return line
		}
		if line, ok := index[path+"[0]"]; ok { // of an array the first table
			return line
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return 1
}

type lineScanner struct {
	words  []string // without blanks and comments
	lines  []int    // where they begin
	at     int
	prefix string // the table that keys belong to
	index  lineIndex
	tables map[string]int // how many tables an array of tables has so far
}

// skipTo goes to the next of some words, or to the end.
func (s *lineScanner) skipTo(ends string) {
	for s.at < len(s.words) && !strings.Contains(ends, s.words[s.at]) {
		s.at++
	}
}

// header reads [a.b] or [[a.b]].
func (s *lineScanner) header() {
	line := s.lines[s.at]
	s.at++
	array := s.at < len(s.words) && s.words[s.at] == "["
	if array {
		s.at++
	}
	parts := s.key("]\n")
	s.prefix = ""
	for i, part := range parts {
		s.prefix = join(s.prefix, part)
		if array && i == len(parts)-1 {
			s.tables[s.prefix]++
		}
		if n := s.tables[s.prefix]; n > 0 {
			s.prefix = fmt.Sprintf("%s[%d]", s.prefix, n-1)
		}
	}
	s.index[s.prefix] = line
}

func join(prefix, part string) string {
	switch "" {
	case prefix:
		return part
	case part:
		return prefix
	}
	return prefix + "." + part
}

// key reads the parts of a dotted key up to, and not with, one of some words.
func (s *lineScanner) key(ends string) (parts []string) {
	for ; s.at < len(s.words) && !strings.Contains(ends, s.words[s.at]); s.at++ {
		switch part := s.words[s.at]; part[0] {
		case '.':
		case '"', '\'':
			parts = append(parts, part[1:max(1, len(part)-1)])
		default:
			parts = append(parts, part)
		}
	}
	return parts
}

// assignment reads a key and its value, and notes the key and the tables that a
// dotted one makes.
func (s *lineScanner) assignment(path string) {
	line := s.lines[s.at]
	for _, part := range s.key("=\n") {
		path = join(path, part)
		if _, known := s.index[path]; !known {
			s.index[path] = line
		}
	}
	s.at++ // the sign
	s.value(path)
}

// value goes behind a value, which may have many lines, and notes the keys of
// the tables in it. Tables in lists have numbers, as those of headers.
func (s *lineScanner) value(path string) {
	if s.at >= len(s.words) {
		return
	}
	open := s.words[s.at]
	if open != "[" && open != "{" {
		s.skipTo(",]}\n")
		return
	}
	s.at++
	for n := 0; s.at < len(s.words); {
		switch w := s.words[s.at]; {
		case w == "]" || w == "}":
			s.at++
			return
		case w == "\n":
			s.at++
		case w == ",":
			s.at++
			n++
		case open == "{":
			s.assignment(path)
		case w == "[" || w == "{":
			part := fmt.Sprintf("%s[%d]", path, n)
			s.index[part] = s.lines[s.at]
			s.value(part)
		default:
			s.value(path)
		}
	}
}
