package knapsack

import (
	"fmt"
	"path"
	"strings"

	"github.com/warbler-opt/warbler/internal/token"
)

// profitWeight reads "n capacity", n lines "profit weight", and an optimal
// selection where one follows.
func (f *reader) profitWeight() (*Instance, error) {
	n, err := f.count("the number of items", MaxItems)
	if err != nil {
		return nil, err
	}
	b := f.build(f.name, n, 1)
	if err := f.into(&b.capacities, "the capacity", 0, 0); err != nil {
		return nil, err
	}
	for j := range n {
		if err := f.into(&b.profits, "profit", j+1, n); err != nil {
			return nil, err
		}
		if err := f.into(&b.weights, "weight", j+1, n); err != nil {
			return nil, err
		}
	}
	k, err := b.instance()
	if err != nil {
		return nil, err
	}
	return k, f.selection(k)
}

// selection reads n zeros and ones, if anything follows, and takes the profit
// of that selection for the known optimum when it is feasible.
func (f *reader) selection(k *Instance) error {
	n := k.Items()
	var profit, weight int64
	for j := range n {
		if !f.s.Scan() {
			if j == 0 {
				return nil
			}
			return f.s.Errorf("the selection after the items has %d of %d entries; it is truncated", j, n)
		}
		switch text := f.s.Text(); text {
		case "0":
		case "1":
			profit += k.Profits[j]
			weight += k.Weights[0][j]
		default:
			return f.s.Errorf("%q after the last item; only a selection of %d zeros and ones may follow", token.Shown(text), n)
		}
	}
	if weight <= k.Capacities[0] {
		k.KnownOptimum = profit
	}
	return f.end()
}

// numberedItems reads n, n lines "id profit weight", and the capacity: the
// format of Jooken, Leyman and De Causmaecker (2022). Ids count from 0 or 1.
func (f *reader) numberedItems() (*Instance, error) {
	n, err := f.count("the number of items", MaxItems)
	if err != nil {
		return nil, err
	}
	b := f.build(f.name, n, 1)
	base := int64(0)
	for j := range n {
		id, d, err := f.number("the number of item", j+1, n)
		if err != nil {
			return nil, err
		}
		if j == 0 {
			base = id
		}
		if d != 0 || id != base+int64(j) {
			return nil, f.s.Errorf("item %d should come here, not %s; items are numbered in order", base+int64(j), token.Shown(f.s.Text()))
		}
		if err := f.into(&b.profits, "profit", j+1, n); err != nil {
			return nil, err
		}
		if err := f.into(&b.weights, "weight", j+1, n); err != nil {
			return nil, err
		}
	}
	if err := f.into(&b.capacities, "the capacity", 0, 0); err != nil {
		return nil, err
	}
	if err := f.end(); err != nil {
		return nil, err
	}
	return b.instance()
}

// capacityFirst reads the capacity and then lines "weight profit" to the end:
// the format of Nowotniak and Kucharski (2011). Nothing states the number of
// items, so each line must be whole.
func (f *reader) capacityFirst() (*Instance, error) {
	b := f.build(f.name, 0, 1)
	if err := f.into(&b.capacities, "the capacity", 0, 0); err != nil {
		return nil, err
	}
	for {
		if _, ok := f.s.Peek(0); !ok {
			break
		}
		if b.n++; b.n > MaxItems {
			return nil, f.s.Errorf("more than %d items; that is the limit", MaxItems)
		}
		if err := f.into(&b.weights, "a weight", 0, 0); err != nil {
			return nil, err
		}
		if !f.s.First() {
			return nil, f.s.Errorf("more than two numbers on a line; a capacity is followed by lines \"weight profit\"")
		}
		if err := f.into(&b.profits, "a profit", 0, 0); err != nil {
			return nil, err
		}
		if f.s.First() {
			return nil, f.s.ErrorAt(f.s.Line()-1, "a weight without a profit; a capacity is followed by lines \"weight profit\"")
		}
	}
	return b.instance()
}

// orLibrary reads Beasley's mknap1 and mknapcb files: the number of problems
// (unless counted is false: then there is one), and for each n, m, the optimum
// or 0, profits, weights row by row, capacities.
func (f *reader) orLibrary(counted bool) ([]*Instance, error) {
	problems := 1
	var err error
	if counted {
		if problems, err = f.count("the number of problems", MaxItems); err != nil {
			return nil, err
		}
	}
	var list []*Instance
	for p := range problems {
		name := f.name
		if counted {
			name = fmt.Sprintf("%s#%d", f.name, p+1)
		}
		n, err := f.count("the number of items of the problem", MaxItems)
		if err != nil {
			return nil, err
		}
		m, err := f.constraints(n)
		if err != nil {
			return nil, err
		}
		b := f.build(name, n, m)
		if err := f.into(&b.optimum, "the optimum", 0, 0); err != nil {
			return nil, err
		}
		if b.optimum.values[0] == 0 {
			b.optimum = column{} // 0 says that it is not known
		}
		if err := f.fill(&b.profits, n, "profit"); err != nil {
			return nil, err
		}
		if err := f.fill(&b.weights, n*m, "weight"); err != nil {
			return nil, err
		}
		if err := f.fill(&b.capacities, m, "capacity"); err != nil {
			return nil, err
		}
		k, err := b.instance()
		if err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, f.end()
}

// constraints reads the number of constraints for n items.
func (f *reader) constraints(n int) (int, error) {
	m, err := f.count("the number of constraints", MaxConstraints)
	if err == nil && int64(n)*int64(m) > MaxWeights {
		err = f.s.Errorf("%d items in %d constraints are more than the limit of %d weights", n, m, MaxWeights)
	}
	return m, err
}

// fill reads count numbers into a column.
func (f *reader) fill(c *column, count int, what string) error {
	for i := range count {
		if err := f.into(c, what, i+1, count); err != nil {
			return err
		}
	}
	return nil
}

// textBlocks reads mknap2: text, and in it blocks that begin with a line
// "problem NAME" and a ruled line of '+'.
func (f *reader) textBlocks() ([]*Instance, error) {
	var list []*Instance
	for f.s.Scan() {
		if !f.s.First() || f.s.Text() != "problem" {
			continue
		}
		if t, ok := f.s.Peek(0); !ok || t.First {
			continue
		}
		if t, ok := f.s.Peek(1); !ok || !t.First || !allOf(t.Text, "+") {
			continue
		}
		f.s.Scan()
		name := f.s.Text()
		f.s.Scan()
		k, err := f.textBlock(f.name + "#" + strings.TrimSuffix(name, path.Ext(name)))
		if err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	if list == nil {
		return nil, f.s.ErrorAt(1, "not a knapsack file in any known format; the simplest is a line \"n capacity\" and n lines \"profit weight\"")
	}
	return list, nil
}

func (f *reader) textBlock(name string) (*Instance, error) {
	m, err := f.count("the number of constraints", MaxConstraints)
	if err != nil {
		return nil, err
	}
	n, err := f.count("the number of items", MaxItems)
	if err != nil {
		return nil, err
	}
	if int64(n)*int64(m) > MaxWeights {
		return nil, f.s.Errorf("%d items in %d constraints are more than the limit of %d weights", n, m, MaxWeights)
	}
	b := f.build(name, n, m)
	if err := f.fill(&b.profits, n, "profit"); err != nil {
		return nil, err
	}
	if err := f.fill(&b.capacities, m, "capacity"); err != nil {
		return nil, err
	}
	if err := f.fill(&b.weights, n*m, "weight"); err != nil {
		return nil, err
	}
	if t, ok := f.s.Peek(0); ok && !allOf(t.Text, "+") {
		if err := f.into(&b.optimum, "the optimum", 0, 0); err != nil {
			return nil, err
		}
	}
	if t, ok := f.s.Peek(0); ok && !(t.First && (allOf(t.Text, "+") || t.Text == "problem")) {
		return nil, f.s.ErrorAt(t.Line, "%q after the optimum; a line of '+' should end the problem", token.Shown(t.Text))
	}
	return b.instance()
}

// pisinger reads a collection of Pisinger's: blocks of name, n, c, z, time,
// lines "index,profit,weight,chosen" and a line of dashes.
func (f *reader) pisinger() ([]*Instance, error) {
	f.s.Comma = true
	var list []*Instance
	for f.s.Scan() {
		name := f.s.Text()
		if err := f.word("n"); err != nil {
			return nil, err
		}
		n, err := f.count("the number of items", MaxItems)
		if err != nil {
			return nil, err
		}
		b := f.build(f.name+"#"+name, n, 1)
		if err := f.labeled("c", &b.capacities); err != nil {
			return nil, err
		}
		if err := f.labeled("z", &b.optimum); err != nil {
			return nil, err
		}
		var ignored column
		if err := f.labeled("time", &ignored); err != nil {
			return nil, err
		}
		for j := range n {
			index, err := f.count("the number of an item", MaxItems)
			if err != nil {
				return nil, err
			}
			if index != j+1 {
				return nil, f.s.Errorf("item %d should come here, not %d; items are numbered in order", j+1, index)
			}
			if err := f.into(&b.profits, "profit", j+1, n); err != nil {
				return nil, err
			}
			if err := f.into(&b.weights, "weight", j+1, n); err != nil {
				return nil, err
			}
			if err := f.into(&ignored, "0 or 1 (whether the item is chosen)", 0, 0); err != nil {
				return nil, err
			}
		}
		if f.s.Scan() && !allOf(f.s.Text(), "-") {
			return nil, f.s.Errorf("%q after item %d; a line of dashes should end the instance", token.Shown(f.s.Text()), n)
		}
		k, err := b.instance()
		if err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, nil
}

// labeled reads a label and a number.
func (f *reader) labeled(label string, c *column) error {
	if err := f.word(label); err != nil {
		return err
	}
	return f.into(c, "the number after "+label, 0, 0)
}
