package document

import (
	"fmt"
	"strings"
)

// lineIndex finds the lines of a TOML document's keys, by paths such as
// problem[1].file: the TOML library tells positions only of its own errors.
type lineIndex map[string]int

// indexLines goes through a document that the library has already read, so it
// need not judge: what it does not understand it passes over.
func indexLines(text string) lineIndex {
	s := &lineScanner{text: text, line: 1, index: lineIndex{}, tables: map[string]int{}}
	for s.skipBlank(); s.at < len(s.text); s.skipBlank() {
		if s.text[s.at] == '[' {
			s.header(s.line)
			continue
		}
		s.assignment(s.prefix)
		s.skipLine()
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
	text   string
	at     int
	line   int
	prefix string // the table that keys belong to
	index  lineIndex
	tables map[string]int // how many tables an array of tables has so far
}

// header reads [a.b] or [[a.b]].
func (s *lineScanner) header(line int) {
	array := strings.HasPrefix(s.text[s.at:], "[[")
	s.at++
	if array {
		s.at++
	}
	parts := s.key("]")
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
	s.skipLine()
}

// record notes a key, and the tables that a dotted key makes, and is its path.
func (s *lineScanner) record(path string, parts []string, line int) string {
	for _, part := range parts {
		path = join(path, part)
		if _, known := s.index[path]; !known {
			s.index[path] = line
		}
	}
	return path
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

// key reads the parts of a dotted key up to, and not with, one of the
// characters of end.
func (s *lineScanner) key(end string) (parts []string) {
	part := ""
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case strings.IndexByte(end, c) >= 0 || c == '\n':
			return append(parts, part)
		case c == '.':
			parts, part = append(parts, part), ""
			s.at++
		case c == '"' || c == '\'':
			from := s.at + 1
			s.skipString()
			part = s.text[min(from, s.at):max(min(from, s.at), s.at-1)]
		case c == ' ' || c == '\t':
			s.at++
		default:
			part += string(c)
			s.at++
		}
	}
	return append(parts, part)
}

// value goes behind a value, which may have many lines, and notes the keys of
// the tables in it.
func (s *lineScanner) value(path string) {
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] == '\t') {
		s.at++
	}
	if s.at == len(s.text) {
		return
	}
	switch s.text[s.at] {
	case '[':
		s.array(path)
	case '{':
		s.table(path)
	case '"', '\'':
		s.skipString()
	default:
		for s.at < len(s.text) && strings.IndexByte(",]}#\n", s.text[s.at]) < 0 {
			s.at++
		}
	}
}

// array goes behind a list; its tables have numbers, as those of headers.
func (s *lineScanner) array(path string) {
	s.at++
	for n := 0; ; n++ {
		s.skipBlank()
		if s.at == len(s.text) {
			return
		}
		part := path
		switch s.text[s.at] {
		case ']':
			s.at++
			return
		case '{', '[':
			part = fmt.Sprintf("%s[%d]", path, n)
			s.index[part] = s.line
		}
		s.value(part)
		if s.skipBlank(); s.at < len(s.text) && s.text[s.at] != ']' {
			s.at++ // the comma
		}
	}
}

// table goes behind a table in braces.
func (s *lineScanner) table(path string) {
	s.at++
	for {
		s.skipBlank()
		if s.at == len(s.text) {
			return
		}
		switch s.text[s.at] {
		case '}':
			s.at++
			return
		case ',':
			s.at++
		default:
			s.assignment(path)
		}
	}
}

// assignment reads a key and its value.
func (s *lineScanner) assignment(prefix string) {
	line := s.line
	path := s.record(prefix, s.key("="), line)
	if s.at < len(s.text) && s.text[s.at] == '=' {
		s.at++
	}
	s.value(path)
}

// skipString goes behind a string of any of the four kinds.
func (s *lineScanner) skipString() {
	quote := s.text[s.at : s.at+1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(s.text[s.at:], long) {
		quote = long
	}
	for s.at += len(quote); s.at < len(s.text); s.at++ {
		switch {
		case strings.HasPrefix(s.text[s.at:], quote):
			// A long string may end in quotes of its own.
			for s.at += len(quote); len(quote) == 3 && s.at < len(s.text) && s.text[s.at] == quote[0]; s.at++ {
			}
			return
		case s.text[s.at] == '\\' && quote[0] == '"':
			s.at++
			if s.at < len(s.text) && s.text[s.at] == '\n' {
				s.line++
			}
		case s.text[s.at] == '\n':
			s.line++
		}
	}
	s.at = len(s.text)
}

func (s *lineScanner) skipLine() {
	for s.at < len(s.text) && s.text[s.at] != '\n' {
		s.at++
	}
}

// skipBlank goes to the next key or header.
func (s *lineScanner) skipBlank() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case '\n':
			s.line++
		case ' ', '\t', '\r':
		case '#':
			s.skipLine()
			continue
		default:
			return
		}
		s.at++
	}
}
