package knapsack

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// Answer is a choice of items and what it claims to be worth.
type Answer struct {
	Value   int64   // scaled like the instance's profits
	Weights []int64 // one per constraint, scaled like the weights
	Items   []int   // counted from 0
}

// NewAnswer computes an answer's value and weights with Check.
func NewAnswer(inst *Instance, items []int) (Answer, error) {
	value, weights, err := Check(inst, items)
	if err != nil {
		return Answer{}, fmt.Errorf("knapsack: %s: %w", inst.Name, err)
	}
	return Answer{value, weights, items}, nil
}

// Items lists the items that a genome chooses, counted from 0.
func Items(g problem.Genome) []int {
	count := 0
	for _, word := range g.Bits {
		count += bits.OnesCount64(word)
	}
	items := slices.Grow([]int(nil), count)
	for w, word := range g.Bits {
		for ; word != 0; word &= word - 1 {
			items = append(items, w*64+bits.TrailingZeros64(word))
		}
	}
	return items
}

// Genome is the genome that chooses these items of an instance.
func (k *Instance) Genome(items []int) problem.Genome {
	g := problem.Genome{Bits: make([]uint64, (k.Items()+63)/64)}
	for _, j := range items {
		g.Bits[j>>6] |= 1 << (j & 63)
	}
	return g
}

// Write writes an answer as text: a line with the value and the weight in each
// constraint, in the units of the file that the instance came from, and a line
// with the chosen items, counted from 1.
func (a Answer) Write(w io.Writer, inst *Instance) error {
	b := bufio.NewWriter(w)
	b.WriteString(decimalText(a.Value, inst.Decimals))
	for _, v := range a.Weights {
		b.WriteByte(' ')
		b.WriteString(decimalText(v, inst.WeightDecimals))
	}
	b.WriteByte('\n')
	for i, j := range a.Items {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(j + 1))
	}
	b.WriteByte('\n')
	return b.Flush()
}

// ReadAnswer reads what Write writes; name is used in messages. It does not
// judge: see Verify. Only items that do not exist, or more than there are, are
// a *problem.WrongError.
func ReadAnswer(r io.Reader, name string, inst *Instance) (Answer, error) {
	f := &reader{s: token.NewScanner(r, name), name: name}
	a, err := f.answer(inst)
	if scan := f.s.Err(); scan != nil {
		return Answer{}, scan
	}
	if err != nil {
		return Answer{}, err
	}
	return a, nil
}

func (f *reader) answer(inst *Instance) (a Answer, err error) {
	if a.Value, err = f.scaled("the value", inst.Decimals); err != nil {
		return a, err
	}
	for i := range inst.Constraints() {
		v, err := f.scaled(fmt.Sprintf("the weight in constraint %d", i+1), inst.WeightDecimals)
		if err != nil {
			return a, err
		}
		if f.s.First() {
			return a, f.s.Errorf("the first line has %d numbers; value and %d weights should be there", i+1, inst.Constraints())
		}
		a.Weights = append(a.Weights, v)
	}
	for {
		t, ok := f.s.Peek(0)
		if !ok {
			return a, nil
		}
		if len(a.Items) == 0 && !t.First {
			return a, f.s.ErrorAt(t.Line, "more than value and %d weights on the first line", inst.Constraints())
		}
		if len(a.Items) == inst.Items() {
			return a, &problem.WrongError{Err: f.s.ErrorAt(t.Line, "more items than the instance's %d", inst.Items())}
		}
		j, err := f.count("an item", inst.Items())
		if err != nil {
			if _, d, bad := token.Decimal(f.s.Bytes()); bad == nil && d == 0 || errors.Is(bad, token.ErrRange) {
				err = &problem.WrongError{Err: err}
			}
			return a, err
		}
		a.Items = append(a.Items, j-1)
	}
}

// scaled reads a number and scales it by 10^decimals.
func (f *reader) scaled(what string, decimals int) (int64, error) {
	v, d, err := f.number(what, 0, 0)
	if err != nil {
		return 0, err
	}
	if d > decimals {
		return 0, f.s.Errorf("%s is %s, but the instance has only %d decimals", what, token.Shown(f.s.Text()), decimals)
	}
	v, ok := token.Scale(v, decimals-d)
	if !ok {
		return 0, f.s.Errorf("%s %s does not fit 64 bits", what, token.Shown(f.s.Text()))
	}
	return v, nil
}

// Verify reports what is wrong with an answer: infeasible items, or a value or
// weight that is not that of its items.
func (a Answer) Verify(inst *Instance) error {
	value, weights, err := Check(inst, a.Items)
	if err != nil {
		return err
	}
	if value != a.Value {
		return fmt.Errorf("the items are worth %s, not %s", decimalText(value, inst.Decimals), decimalText(a.Value, inst.Decimals))
	}
	if len(weights) != len(a.Weights) {
		return fmt.Errorf("%d weights for %d constraints", len(a.Weights), len(weights))
	}
	for i, w := range weights {
		if w != a.Weights[i] {
			return fmt.Errorf("the items weigh %s in constraint %d, not %s", decimalText(w, inst.WeightDecimals), i+1, decimalText(a.Weights[i], inst.WeightDecimals))
		}
	}
	return nil
}
