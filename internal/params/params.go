// Package params has the parameters of algorithms as people and files write them: on
// the command line, in TOML and JSON, and in help texts.
package params

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/search"
)

// Set adds one "name=value", as -p takes it, to values.
func Set(v search.Values, assignment string) error {
	name, text, ok := strings.Cut(assignment, "=")
	name = strings.TrimSpace(name)
	if !ok || name == "" {
		return &search.ParamError{Name: assignment, Reason: "write it as name=value"}
	}
	v[name] = strings.TrimSpace(text)
	return nil
}

// FromMap makes values of decoded TOML or JSON, where numbers and truth values
// have types of their own.
func FromMap(m map[string]any) (search.Values, error) {
	v := make(search.Values, len(m))
	for name, x := range m {
		switch x := x.(type) {
		case string:
			v[name] = x
		case bool:
			v[name] = strconv.FormatBool(x)
		case int64:
			v[name] = strconv.FormatInt(x, 10)
		case int:
			v[name] = strconv.Itoa(x)
		case float64:
			v[name] = strconv.FormatFloat(x, 'g', -1, 64)
		default:
			return nil, &search.ParamError{Name: name, Reason: fmt.Sprintf("a value is text, a number, true or false, not a %T", x)}
		}
	}
	return v, nil
}

// Typed is the inverse of FromMap: the values with the types of the table,
// for JSON. Names the table does not have stay text.
func Typed(t search.Table, v search.Values) map[string]any {
	m := make(map[string]any, len(v))
	for name, text := range v {
		m[name] = text
		// JSON has no NaN: auto stays text.
		if s, err := t.Settings(search.Values{name: text}); err == nil && s[name] == s[name] {
			m[name] = s[name]
		}
	}
	return m
}

// Help describes every parameter: name, default, what it may be, what it does.
func Help(t search.Table) string {
	width, value := 0, 0
	for _, p := range t {
		width, value = max(width, len(p.Name)), max(value, len(p.Default))
	}
	var b strings.Builder
	for _, p := range t {
		fmt.Fprintf(&b, "  %-*s  %-*s  %s", width, p.Name, value, p.Default, p.Help)
		if p.Symbol != "" {
			fmt.Fprintf(&b, " (the paper's %s)", p.Symbol)
		}
		fmt.Fprintf(&b, "\n  %-*s  %-*s  %s", width, "", value, "", p.Domain())
		if p.Unit != "" {
			fmt.Fprintf(&b, ", in %s", p.Unit)
		}
		if p.PerReplica {
			b.WriteString("; may differ per replica")
		}
		b.WriteByte('\n')
	}
	return b.String()
}
