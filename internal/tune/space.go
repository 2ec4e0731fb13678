package tune

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/search"
)

// Space is the parameters to tune, in the order of the algorithm's table.
type Space []Range

// Range is what a parameter may be: one of some choices, or a number between two
// ends.
type Range struct {
	Param    search.Param
	Choices  []string // as they would be typed; empty for numbers
	From, To float64  // both inclusive
	Log      bool     // equal shares of the range are equal factors
}

// digits is how many significant ones a number has that was drawn: more would
// only look like knowledge.
const digits = 3

func readSpace(t *document.Table, params search.Table) Space {
	var s Space
	for _, name := range t.Names() {
		s = append(s, readRange(t, name, params))
	}
	if len(s) == 0 {
		t.Failf("", "it takes parameters to tune: write name = {from = 0.1, to = 0.9} or name = [\"a\", \"b\"] under [tune]")
	}
	place := func(r Range) int {
		return slices.IndexFunc(params, func(p search.Param) bool { return p.Name == r.Param.Name })
	}
	slices.SortFunc(s, func(a, b Range) int { return place(a) - place(b) })
	return s
}

func readRange(t *document.Table, name string, params search.Table) Range {
	r := Range{}
	switch x := t.Values[name].(type) {
	case []any:
		r.Choices = experiment.ReadValues(t, name, x, params)
		if len(x) < 2 {
			t.Failf(name, "there is nothing to choose from; a fixed value belongs into [parameters]")
		}
	case map[string]any:
		r = readEnds(t.Table(name), t, name, params)
	default:
		t.Failf(name, `it is a range, {from = 0.1, to = 0.9} with scale = "log" if wanted, or a list of choices`)
	}
	r.Param, _ = params.Find(name)
	return r
}

func readEnds(ends, t *document.Table, name string, params search.Table) (r Range) {
	ends.Only("from", "to", "scale")
	for _, key := range []string{"from", "to"} {
		if !ends.Has(key) {
			t.Failf(name, "it lacks %s", key)
			continue
		}
		text, ok := experiment.ReadValue(t, name, ends.Values[key], params)
		f, err := strconv.ParseFloat(text, 64)
		if ok && err != nil {
			t.Failf(name, "%s is no number; parameters of words take a list", text)
		}
		if r.To = f; key == "from" {
			r.From = f
		}
	}
	if scale := ends.Text("scale"); scale == "log" {
		r.Log = true
	} else if scale != "" && scale != "linear" {
		ends.Failf("scale", "it is linear or log")
	}
	switch {
	case r.From >= r.To:
		t.Failf(name, "it goes from %v to %v, which is nothing", r.From, r.To)
	case r.Log && r.From <= 0:
		t.Failf(name, "a logarithmic range begins above 0")
	}
	return r
}

// whole reports whether the numbers are whole ones.
func (r *Range) whole() bool { return r.Param.Type == search.Int }

// scaled are the ends on the scale of the range. A whole number has room of its
// own around it, so that the last one is as likely as the others.
func (r *Range) scaled() (low, high float64) {
	low, high = r.From, r.To
	if r.whole() {
		high++
	}
	if r.Log {
		low, high = elementary.Log(low), elementary.Log(high)
	}
	return low, high
}

// at is the number at a place between 0 and 1, as it would be typed.
func (r *Range) at(place float64) string {
	low, high := r.scaled()
	v := low + float64(place*(high-low))
	if r.Log {
		v = elementary.Exp(v)
	}
	if r.whole() {
		v = math.Floor(v)
	} else if short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64); err == nil {
		v = short
	}
	return strconv.FormatFloat(min(max(v, r.From), r.To), 'f', -1, 64)
}

// place is where a number lies, the nearest end where it is beyond, and false
// for what is none, such as auto.
func (r *Range) place(text string) (float64, bool) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) {
		return 0, false
	}
	v = min(max(v, r.From), r.To)
	if r.whole() {
		v += 0.5
	}
	low, high := r.scaled()
	if r.Log {
		v = elementary.Log(v)
	}
	return min(max((v-low)/(high-low), 0), 1), true
}

// Domain says what the parameter may be.
func (r *Range) Domain() string {
	if len(r.Choices) > 0 {
		return strings.Join(r.Choices, ", ")
	}
	text := strconv.FormatFloat(r.From, 'g', -1, 64) + " to " + strconv.FormatFloat(r.To, 'g', -1, 64)
	if r.Log {
		text += " (log)"
	}
	return text
}
