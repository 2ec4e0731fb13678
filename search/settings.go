package search

import (
	"fmt"
	"strconv"
	"strings"
)

// Settings are checked and complete parameters, ready to be read by type. The
// getters panic on a name or type that the table does not have: that is a
// mistake of the program, not of its user.
type Settings struct {
	table  Table
	parsed map[string]any
}

// Settings checks v and completes it with the defaults.
func (t Table) Settings(v Values) (Settings, error) {
	if err := t.Check(v); err != nil {
		return Settings{}, err
	}
	s := Settings{table: t, parsed: make(map[string]any, len(t))}
	for name, text := range t.Fill(v) {
		p, _ := t.Find(name)
		x, err := p.parse(text)
		if err != nil {
			panic("search: the default is outside the table's own range: " + err.Error())
		}
		s.parsed[name] = x
	}
	return s, nil
}

// ReplicaSettings are the settings of one replica: its own values over those
// of the whole engine.
func (t Table) ReplicaSettings(all Values, r Replica) (Settings, error) {
	if err := t.CheckReplica(r.Values); err != nil {
		return Settings{}, err
	}
	merged := make(Values, len(all)+len(r.Values))
	for name, text := range all {
		merged[name] = text
	}
	for name, text := range r.Values {
		merged[name] = text
	}
	return t.Settings(merged)
}

// Int is the value of an Int parameter.
func (s Settings) Int(name string) int { return get[int](s, name) }

// Float is the value of a Float parameter.
func (s Settings) Float(name string) float64 { return get[float64](s, name) }

// Choice is the value of a Choice parameter, spelled as in the table.
func (s Settings) Choice(name string) string { return get[string](s, name) }

// Bool is the value of a Bool parameter.
func (s Settings) Bool(name string) bool { return get[bool](s, name) }

func get[T any](s Settings, name string) T {
	x, ok := s.parsed[name].(T)
	if !ok {
		panic(fmt.Sprintf("search: no parameter %q of type %T", name, x))
	}
	return x
}

// Values are the settings as text, complete and canonical.
func (s Settings) Values() Values {
	v := make(Values, len(s.parsed))
	for name, x := range s.parsed {
		p, _ := s.table.Find(name)
		v[name] = p.format(x)
	}
	return v
}

// Set adds one "name=value", as -p takes it.
func (v Values) Set(assignment string) error {
	name, text, ok := strings.Cut(assignment, "=")
	name = strings.TrimSpace(name)
	if !ok || name == "" {
		return &ParamError{Name: assignment, Reason: "write it as name=value"}
	}
	v[name] = strings.TrimSpace(text)
	return nil
}

// FromMap makes values of decoded TOML or JSON, where numbers and truth values
// have types of their own.
func FromMap(m map[string]any) (Values, error) {
	v := make(Values, len(m))
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
			return nil, &ParamError{Name: name, Reason: fmt.Sprintf("a value is text, a number, true or false, not a %T", x)}
		}
	}
	return v, nil
}

// Typed is the inverse of FromMap: the values with the types of the table,
// for JSON. Names the table does not have stay text.
func (t Table) Typed(v Values) map[string]any {
	m := make(map[string]any, len(v))
	for name, text := range v {
		m[name] = text
		if p, ok := t.Find(name); ok {
			// JSON has no NaN: auto stays text.
			if x, err := p.parse(text); err == nil && x == x {
				m[name] = x
			}
		}
	}
	return m
}

// Help describes every parameter: name, default, what it may be, what it does.
func (t Table) Help() string {
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
