package knapsack

import (
	"fmt"
	"path"
	"strings"

	"github.com/warbler-opt/warbler/internal/token"
)

// profitWeight reads "n capacity", n lines "profit weight", and an optimal
// selection where one follows.
func (f *reader) profitWeight() *Instance {
	b := f.build(f.name, f.count("the number of items", maxItems), 1)
	f.into(&b.capacities, "the capacity", 0, 0)
	for j := 0; j < b.n && f.Err() == nil; j++ {
		b.item(j)
	}
	k := b.instance()
	if f.Err() == nil {
		f.selection(k)
	}
	return k
}

// selection reads n zeros and ones, if anything follows, and takes the profit
// of that selection for the known optimum when it is feasible.
func (f *reader) selection(k *Instance) {
	n := k.items()
	var profit, weight int64
	for j := range n {
		if !f.Scan() {
			if j > 0 {
				f.Fail("the selection after the items has %d of %d entries; it is truncated", j, n)
			}
			return
		}
		switch text := f.Text(); text {
		case "0":
		case "1":
			profit += k.Profits[j]
			weight += k.Weights[0][j]
		default:
			f.Fail("%q after the last item; only a selection of %d zeros and ones may follow", token.Shown(text), n)
		}
	}
	if weight <= k.Capacities[0] {
		k.KnownOptimum = profit
	}
	f.end()
}

// numberedItems reads n, n lines "id profit weight", and the capacity: the
// format of Jooken, Leyman and De Causmaecker (2022). Ids count from 0 or 1.
func (f *reader) numberedItems() *Instance {
	b := f.build(f.name, f.count("the number of items", maxItems), 1)
	base := int64(0)
	for j := 0; j < b.n && f.Err() == nil; j++ {
		id, d := f.number("the number of item", j+1, b.n)
		if j == 0 {
			base = id
		}
		if d != 0 || id != base+int64(j) {
			f.Fail("item %d should come here, not %s; items are numbered in order", base+int64(j), token.Shown(f.Text()))
		}
		b.item(j)
	}
	f.into(&b.capacities, "the capacity", 0, 0)
	f.end()
	return b.instance()
}

// capacityFirst reads the capacity and then lines "weight profit" to the end:
// the format of Nowotniak and Kucharski (2011). Nothing states the number of
// items, so each line must be whole.
func (f *reader) capacityFirst() *Instance {
	b := f.build(f.name, 0, 1)
	f.into(&b.capacities, "the capacity", 0, 0)
	for {
		if _, more := f.Peek(0); !more {
			return b.instance()
		}
		if b.n++; b.n > maxItems {
			f.Fail("more than %d items; that is the limit", maxItems)
		}
		f.into(&b.weights, "a weight", 0, 0)
		if !f.First() {
			f.Fail("more than two numbers on a line; a capacity is followed by lines \"weight profit\"")
		}
		f.into(&b.profits, "a profit", 0, 0)
		if f.First() {
			f.Stop(f.ErrorAt(f.Line()-1, "a weight without a profit; a capacity is followed by lines \"weight profit\""))
		}
	}
}

// orLibrary reads Beasley's mknap1 and mknapcb files: the number of problems
// (unless counted is false: then there is one), and for each n, m, the optimum
// or 0, profits, weights row by row, capacities.
func (f *reader) orLibrary(counted bool) (list []*Instance) {
	problems := 1
	if counted {
		problems = f.count("the number of problems", maxItems)
	}
	for p := 0; p < problems && f.Err() == nil; p++ {
		name := f.name
		if counted {
			name = fmt.Sprintf("%s#%d", f.name, p+1)
		}
		n := f.count("the number of items of the problem", maxItems)
		b := f.build(name, n, f.count("the number of constraints", maxConstraints))
		f.into(&b.optimum, "the optimum", 0, 0)
		if f.Err() == nil && b.optimum.values[0] == 0 {
			b.optimum = column{} // 0 says that it is not known
		}
		f.fill(&b.profits, n, "profit")
		f.fill(&b.weights, n*b.m, "weight")
		f.fill(&b.capacities, b.m, "capacity")
		list = append(list, b.instance())
	}
	f.end()
	return list
}

// fill reads count numbers into a column.
func (f *reader) fill(c *column, count int, what string) {
	for i := 0; i < count && f.Err() == nil; i++ {
		f.into(c, what, i+1, count)
	}
}

// textBlocks reads mknap2: text, and in it blocks that begin with a line
// "problem NAME" and a ruled line of '+'.
func (f *reader) textBlocks() (list []*Instance) {
	for f.Scan() {
		if !f.First() || f.Text() != "problem" || !f.More() {
			continue
		}
		if t, ok := f.Peek(1); !ok || !t.First || !allOf(t.Text, "+") {
			continue
		}
		f.Scan()
		name := f.Text()
		f.Scan()
		list = append(list, f.textBlock(f.name+"#"+strings.TrimSuffix(name, path.Ext(name))))
	}
	if list == nil {
		f.Stop(f.ErrorAt(1, "not a knapsack file in any known format; the simplest is a line \"n capacity\" and n lines \"profit weight\""))
	}
	return list
}

func (f *reader) textBlock(name string) *Instance {
	m := f.count("the number of constraints", maxConstraints)
	b := f.build(name, f.count("the number of items", maxItems), m)
	f.fill(&b.profits, b.n, "profit")
	f.fill(&b.capacities, m, "capacity")
	f.fill(&b.weights, b.n*m, "weight")
	if t, ok := f.Peek(0); ok && !allOf(t.Text, "+") {
		f.into(&b.optimum, "the optimum", 0, 0)
	}
	if t, ok := f.Peek(0); ok && !(t.First && (allOf(t.Text, "+") || t.Text == "problem")) {
		f.Stop(f.ErrorAt(t.Line, "%q after the optimum; a line of '+' should end the problem", token.Shown(t.Text)))
	}
	return b.instance()
}

// pisinger reads a collection of Pisinger's: blocks of name, n, c, z, time,
// lines "index,profit,weight,chosen" and a line of dashes.
func (f *reader) pisinger() (list []*Instance) {
	f.Comma = true
	for f.Scan() {
		name := f.Text()
		f.word("n")
		b := f.build(f.name+"#"+name, f.count("the number of items", maxItems), 1)
		var ignored column
		for _, label := range []struct {
			name string
			to   *column
		}{{"c", &b.capacities}, {"z", &b.optimum}, {"time", &ignored}} {
			f.word(label.name)
			f.into(label.to, "the number after "+label.name, 0, 0)
		}
		for j := 0; j < b.n && f.Err() == nil; j++ {
			if index := f.count("the number of an item", maxItems); index != j+1 {
				f.Fail("item %d should come here, not %d; items are numbered in order", j+1, index)
			}
			b.item(j)
			f.into(&ignored, "0 or 1 (whether the item is chosen)", 0, 0)
		}
		if f.Scan() && !allOf(f.Text(), "-") {
			f.Fail("%q after item %d; a line of dashes should end the instance", token.Shown(f.Text()), b.n)
		}
		list = append(list, b.instance())
	}
	return list
}
