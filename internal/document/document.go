package document

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/warbler-opt/warbler/internal/lazyregexp"
)

// Error is a mistake in a document.
type Error struct {
	File string
	Line int    // from 1
	Key  string // "problem.file", or empty where the text is not TOML
	Err  error
}

func (e *Error) Error() string {
	if e.Key == "" {
		return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
	}
	return fmt.Sprintf("%s:%d: %s: %v", e.File, e.Line, e.Key, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// document is a plan as it was written.
type document struct {
	file  string
	lines lineIndex
	err   *Error // the first mistake that was found
}

// Table is a part of a document. The first mistake that is found in any of them
// stays, so that a reader can ask for one key after the other and look at Err in
// the end.
type Table struct {
	document *document
	path     string
	Values   map[string]any // as the TOML library has them
}

// Parse reads the text of a document; file is its name in errors.
func Parse(file, text string) (*Table, error) {
	var values map[string]any
	if _, err := toml.Decode(text, &values); err != nil {
		var syntax toml.ParseError
		if errors.As(err, &syntax) {
			reason := syntax.Message
			if reason == "" {
				reason = strings.TrimPrefix(syntax.Error(), "toml: ")
			}
			// The library's own line is sometimes the next one.
			line := 1 + strings.Count(text[:min(max(0, syntax.Position.Start), len(text))], "\n")
			return nil, &Error{File: file, Line: line, Key: syntax.LastKey, Err: errors.New(reason)}
		}
		return nil, &Error{File: file, Line: 1, Err: err}
	}
	return &Table{document: &document{file: file, lines: indexLines(text)}, Values: values}, nil
}

// Err is the first mistake of the whole document, an *Error, or nil.
func (t *Table) Err() error {
	if t.document.err == nil {
		return nil
	}
	return t.document.err
}

// Fail notes a mistake at a key, or with an empty one at the table itself,
// unless there was one before.
func (t *Table) Fail(key string, err error) {
	if t.document.err == nil {
		t.document.err = t.Mistake(key, err)
	}
}

// Failf is Fail with a text.
func (t *Table) Failf(key, format string, args ...any) { t.Fail(key, fmt.Errorf(format, args...)) }

// Mistake is the error that Fail would note.
func (t *Table) Mistake(key string, err error) *Error {
	path := join(t.path, key)
	return &Error{File: t.document.file, Line: t.document.lines.find(path), Key: shown(path), Err: err}
}

var number = lazyregexp.New(`\[[^\]]*\]`)

// shown is a path without the numbers of tables: the line says which.
func shown(path string) string { return number().ReplaceAllString(path, "") }

// Names are the keys of the table by their lines, so that the first of several
// mistakes is the one that is told.
func (t *Table) Names() []string {
	line := func(name string) int { return t.document.lines.find(join(t.path, name)) }
	return slices.SortedFunc(maps.Keys(t.Values), func(a, b string) int {
		return cmp.Or(cmp.Compare(line(a), line(b)), cmp.Compare(a, b))
	})
}

// Only refuses keys that are not among those known.
func (t *Table) Only(known ...string) {
	for _, key := range t.Names() {
		if !slices.Contains(known, key) {
			t.Failf(key, "there is no such key; known: %s", strings.Join(known, ", "))
		}
	}
}

// Has reports whether the key is there.
func (t *Table) Has(key string) bool { _, ok := t.Values[key]; return ok }

// Text is a string, or empty where the key is missing.
func (t *Table) Text(key string) string {
	x, ok := t.Values[key]
	s, is := x.(string)
	if ok && (!is || s == "") {
		t.Failf(key, "it is text in quotes")
	}
	return s
}

// Whole is a whole number of a range, or otherwise where the key is missing.
func (t *Table) Whole(key string, otherwise, least, most int64) int64 {
	return bounded(t, key, "a whole number", otherwise, least, most)
}

// Number is a number of a range, or otherwise where the key is missing.
func (t *Table) Number(key string, otherwise, least, most float64) float64 {
	return bounded(t, key, "a number", otherwise, least, most)
}

func bounded[T int64 | float64](t *Table, key, what string, otherwise, least, most T) T {
	x, ok := t.Values[key]
	if !ok {
		return otherwise
	}
	v, is := x.(T)
	if n, whole := x.(int64); whole {
		v, is = T(n), true
	}
	if !is || !(v >= least && v <= most) {
		t.Failf(key, "it is %s from %v to %v", what, least, most)
		return otherwise
	}
	return v
}

// Table is the table of a key; a missing one has no values.
func (t *Table) Table(key string) *Table {
	sub := &Table{document: t.document, path: join(t.path, key)}
	if x, ok := t.Values[key]; ok {
		if sub.Values, ok = x.(map[string]any); !ok {
			t.Failf(key, "it is a table: write [%s] above its keys", shown(sub.path))
		}
	}
	return sub
}

// With is the table with one value replaced; mistakes in it are told at the
// same place.
func (t *Table) With(key string, value any) *Table {
	values := map[string]any{}
	maps.Copy(values, t.Values)
	values[key] = value
	return &Table{document: t.document, path: t.path, Values: values}
}

// Tables are the tables of an array; there must be one.
func (t *Table) Tables(key string) (list []*Table) {
	values, _ := t.Values[key].([]map[string]any)
	inline, _ := t.Values[key].([]any)
	for _, x := range inline {
		v, is := x.(map[string]any)
		if !is {
			t.Failf(key, "it is a list of tables: write [[%s]] above the keys of each", key)
		}
		values = append(values, v)
	}
	if len(values) == 0 {
		t.Failf(key, "it takes one at least: write [[%s]] above the keys of each", key)
	}
	for i, v := range values {
		list = append(list, &Table{document: t.document, path: fmt.Sprintf("%s[%d]", join(t.path, key), i), Values: v})
	}
	return list
}

// Scalar is a value as it would be typed on the command line.
func Scalar(x any) (string, bool) {
	switch x := x.(type) {
	case string:
		return x, true
	case bool:
		return strconv.FormatBool(x), true
	case int64:
		return strconv.FormatInt(x, 10), true
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64), true
	}
	return "", false
}
