package experiment

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// PlanError is a mistake in a plan.
type PlanError struct {
	File string
	Line int    // from 1
	Key  string // "problem.file", or empty where the text is not TOML
	Err  error
}

func (e *PlanError) Error() string {
	if e.Key == "" {
		return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
	}
	return fmt.Sprintf("%s:%d: %s: %v", e.File, e.Line, e.Key, e.Err)
}

func (e *PlanError) Unwrap() error { return e.Err }

// document is a plan as it was written. The first mistake that is found stays
// in err, so that a reader can ask for one key after the other.
type document struct {
	file  string
	lines lineIndex
	err   *PlanError
}

// table is a part of a document.
type table struct {
	*document
	path   string
	values map[string]any
}

func parseDocument(file, text string) (*table, error) {
	var values map[string]any
	if _, err := toml.Decode(text, &values); err != nil {
		var syntax toml.ParseError
		if errors.As(err, &syntax) {
			reason := syntax.Message
			if reason == "" {
				reason = strings.TrimPrefix(syntax.Error(), "toml: ")
			}
			return nil, &PlanError{File: file, Line: max(syntax.Position.Line, 1), Key: syntax.LastKey, Err: errors.New(reason)}
		}
		return nil, &PlanError{File: file, Line: 1, Err: err}
	}
	return &table{document: &document{file: file, lines: indexLines(text)}, values: values}, nil
}

// fail notes a mistake at a path, unless there was one before.
func (d *document) fail(path string, err error) {
	if d.err != nil {
		return
	}
	d.err = &PlanError{File: d.file, Line: d.lines.find(path), Key: shown(path), Err: err}
}

// shown is a path without the numbers of tables: the line says which.
func shown(path string) string {
	for {
		from := strings.IndexByte(path, '[')
		to := strings.IndexByte(path[max(from, 0):], ']')
		if from < 0 || to < 0 {
			return path
		}
		path = path[:from] + path[from+to+1:]
	}
}

func (t *table) failf(key, format string, args ...any) {
	t.fail(join(t.path, key), fmt.Errorf(format, args...))
}

// only refuses keys that are not among those known.
func (t *table) only(known ...string) {
	var unknown []string
	for key := range t.values {
		if !slices.Contains(known, key) {
			unknown = append(unknown, key)
		}
	}
	sort.Slice(unknown, func(i, j int) bool {
		a, b := t.lines.find(join(t.path, unknown[i])), t.lines.find(join(t.path, unknown[j]))
		return a < b || a == b && unknown[i] < unknown[j]
	})
	for _, key := range unknown {
		t.failf(key, "there is no such key; known: %s", strings.Join(known, ", "))
	}
}

func (t *table) has(key string) bool { _, ok := t.values[key]; return ok }

// text is a string, or empty where the key is missing.
func (t *table) text(key string) string {
	x, ok := t.values[key]
	s, is := x.(string)
	if ok && (!is || s == "") {
		t.failf(key, "it is text in quotes")
	}
	return s
}

// whole is a whole number of a range, or otherwise where the key is missing.
func (t *table) whole(key string, otherwise, least, most int64) int64 {
	x, ok := t.values[key]
	if !ok {
		return otherwise
	}
	n, is := x.(int64)
	if !is || n < least || n > most {
		t.failf(key, "it is a whole number from %d to %d", least, most)
		return otherwise
	}
	return n
}

// number is a number of a range, or otherwise where the key is missing.
func (t *table) number(key string, otherwise, least, most float64) float64 {
	x, ok := t.values[key]
	if !ok {
		return otherwise
	}
	f, is := x.(float64)
	if n, whole := x.(int64); whole {
		f, is = float64(n), true
	}
	if !is || !(f >= least && f <= most) {
		t.failf(key, "it is a number from %v to %v", least, most)
		return otherwise
	}
	return f
}

// table is the table of a key; a missing one has no values.
func (t *table) table(key string) *table {
	sub := &table{document: t.document, path: join(t.path, key)}
	if x, ok := t.values[key]; ok {
		if sub.values, ok = x.(map[string]any); !ok {
			t.failf(key, "it is a table: write [%s] above its keys", shown(sub.path))
		}
	}
	return sub
}

// tables are the tables of an array; there must be one.
func (t *table) tables(key string) (list []*table) {
	values, _ := t.values[key].([]map[string]any)
	inline, _ := t.values[key].([]any)
	for _, x := range inline {
		v, is := x.(map[string]any)
		if !is {
			t.failf(key, "it is a list of tables: write [[%s]] above the keys of each", key)
		}
		values = append(values, v)
	}
	if len(values) == 0 {
		t.failf(key, "it takes one at least: write [[%s]] above the keys of each", key)
	}
	for i, v := range values {
		list = append(list, &table{document: t.document, path: fmt.Sprintf("%s[%d]", join(t.path, key), i), values: v})
	}
	return list
}

// scalar is a value as it would be typed on the command line.
func scalar(x any) (string, bool) {
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
