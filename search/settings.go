package search

import "fmt"

// Settings are checked and complete parameters by name: an int, a float64, a string or a
// bool each. The methods panic on a name or type that the table does not have: that is a
// mistake of the program, not of its user.
type Settings map[string]any

// Settings checks v and completes it with the defaults.
func (t Table) Settings(v Values) (Settings, error) {
	if err := t.check(v, false); err != nil {
		return nil, err
	}
	s := make(Settings, len(t))
	for name, text := range t.Fill(v) {
		p, _ := t.Find(name)
		x, err := p.parse(text)
		if err != nil {
			panic("search: the default is outside the table's own range: " + err.Error())
		}
		s[name] = x
	}
	return s, nil
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
	x, ok := s[name].(T)
	if !ok {
		panic(fmt.Sprintf("search: no parameter %q of type %T", name, x))
	}
	return x
}
