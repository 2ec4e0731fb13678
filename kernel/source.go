package kernel

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/rng"
)

//go:embed prelude.cl
var preludeText string

//go:embed philox.cl
var philoxText string

// Part is one piece of source text; its name appears in compiler messages.
type Part struct {
	Name string
	Text string
}

// Philox is the part with the random number generator and its samplers.
var Philox = Part{"kernel/philox.cl", philoxText}

// Define is one #define, written before the first part.
type Define struct {
	Name  string
	Value any // printed with %v; nil defines the bare name
}

// Defines are the #defines of a program, in their order.
type Defines []Define

// Add appends one; true and false are written 1 and 0.
func (d *Defines) Add(name string, value any) {
	if b, ok := value.(bool); ok {
		value = 0
		if b {
			value = 1
		}
	}
	*d = append(*d, Define{name, value})
}

// Number appends the names, each behind the prefix, with the values 0, 1, ….
func (d *Defines) Number(prefix string, names ...string) {
	for i, name := range names {
		d.Add(prefix+name, i)
	}
}

// Source is a program in the dialect, ready to be compiled by a device. The
// prelude is put in front by Text.
type Source struct {
	Name    string // for messages: "genetic/binary"
	Defines Defines
	Parts   []Part
}

// Text assembles the program: the #defines, the table of random purposes, the
// prelude and the parts, each after a #line directive, so that compiler
// messages point into the part.
func (s Source) Text() string {
	var b strings.Builder
	for _, d := range s.Defines {
		if d.Value == nil {
			fmt.Fprintf(&b, "#define %s\n", d.Name)
		} else {
			fmt.Fprintf(&b, "#define %s %v\n", d.Name, d.Value)
		}
	}
	for i, name := range rng.Purposes() {
		// Those it does not use would only make it another program when the table grows.
		if slices.ContainsFunc(s.Parts, func(p Part) bool { return strings.Contains(p.Text, "PURPOSE_"+name) }) {
			fmt.Fprintf(&b, "#define PURPOSE_%s %du\n", name, i)
		}
	}
	for _, p := range append([]Part{{"kernel/prelude.cl", preludeText}}, s.Parts...) {
		fmt.Fprintf(&b, "#line 1 %q\n%s", p.Name, p.Text)
		if !strings.HasSuffix(p.Text, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
