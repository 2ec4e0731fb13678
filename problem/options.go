package problem

import (
	"fmt"
	"slices"
	"strings"
)

// Flag is an option of a problem, or of a generator of instances.
type Flag struct {
	Name    string
	Default any    // its type is the flag's: string, int, int64, float64, bool or []string
	Help    string // a word in backquotes names the value
	Choices []string
	// Least and Most bound a number, unless both are 0; the default need not lie between.
	Least, Most float64
	File        string // it names a file to be written, with this extension: ".svg"
	Command     bool   // campaigns do not have it
	Label       bool   // cells of a campaign show it where it is not the default
	Needed      string // what a campaign that lacks it is told; empty: it may
}

// Check reports a value that the flag does not allow.
func (f *Flag) Check(value any) error {
	number := 0.0
	switch v := value.(type) {
	case string:
		if v != f.Default && len(f.Choices) > 0 && !slices.Contains(f.Choices, v) {
			last := len(f.Choices) - 1
			return fmt.Errorf("it is %s or %s", strings.Join(f.Choices[:last], ", "), f.Choices[last])
		}
		if f.File != "" && v != "" && Extension(v) != f.File {
			return fmt.Errorf("it is a %s file", f.File)
		}
		return nil
	case int:
		number = float64(v)
	case int64:
		number = float64(v)
	case float64:
		number = v
	default:
		return nil
	}
	if f.Least == 0 && f.Most == 0 || value == f.Default || number >= f.Least && number <= f.Most {
		return nil
	}
	what := "a whole number"
	if _, real := f.Default.(float64); real {
		what = "a number"
	}
	err := fmt.Errorf("it is %s from %v to %v", what, whole(f.Least), whole(f.Most))
	if d, ok := f.Default.(int); ok && (float64(d) < f.Least || float64(d) > f.Most) {
		err = fmt.Errorf("%w, or %v", err, f.Default)
	}
	return err
}

// whole prints large whole numbers without an exponent.
func whole(x float64) any {
	if x == float64(int64(x)) {
		return int64(x)
	}
	return x
}

// FlagError is an option that an instance cannot take.
type FlagError struct {
	Flags []string // the one to change first
	Err   error
}

func (e *FlagError) Error() string { return e.Err.Error() }

func (e *FlagError) Unwrap() error { return e.Err }

// Options are the values of flags, and what else an instance may want to know.
type Options struct {
	Flags     []Flag         // that there are
	Values    map[string]any // of those that were set, of their types
	Algorithm string         // that was asked for, or empty
	Device    string         // likewise
	Several   bool           // the answer is one of many
	Verbose   bool           // everything that is strange is of interest
	Strict    bool           // an option without an effect is a mistake
	// Open reads files that an instance names; nil: of the system.
	Open func(name string) ([]byte, error)
}

// Option is the value of a flag: that which was set, or its default. Of a flag that
// does not exist it is zero.
func Option[T any](o Options, name string) T {
	value, set := o.Values[name]
	for i := 0; i < len(o.Flags) && !set; i++ {
		if o.Flags[i].Name == name {
			value = o.Flags[i].Default
		}
	}
	typed, _ := value.(T)
	return typed
}
