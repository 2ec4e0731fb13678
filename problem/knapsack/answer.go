package knapsack

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// claim is a choice of items and what it claims to be worth.
type claim struct {
	value   int64   // scaled like the instance's profits
	weights []int64 // one per constraint, scaled like the weights; nil: it claims none
	items   []int   // counted from 0
}

// genome is the genome that chooses these items.
func (k *Instance) genome(items []int) problem.Genome { return answer.Choice(k.items(), items) }

// decimalText writes v / 10^decimals without needless zeros.
func decimalText(v int64, decimals int) string {
	return problem.Objective{Decimals: decimals}.Format(v)
}

// worth is a value and the weight in each constraint, in the units of the file that the
// instance came from.
func (k *Instance) worth(value int64, weights []int64) string {
	return decimalText(value, k.Decimals) + " " + decimalLine(weights, k.WeightDecimals)
}

// decimalLine is decimalText of a list.
func decimalLine(values []int64, decimals int) string {
	words := make([]string, len(values))
	for j, v := range values {
		words[j] = decimalText(v, decimals)
	}
	return strings.Join(words, " ")
}

// form is how choices are written: a line with what they are worth, and a line with the
// chosen items, counted from 1. A search mends what is read and is infeasible.
func (k *Instance) form() answer.Form {
	return answer.Form{
		List: answer.Chosen, Genome: k.genome, Maximize: true, Differs: "the items are worth %d, not %d",
		Value: func(items []int) (int64, error) {
			value, _, err := k.check(items)
			return value, err
		},
		Text: func(w *bufio.Writer, items []int, value int64) {
			_, weights, _ := k.check(items)
			fmt.Fprintln(w, k.worth(value, weights))
			token.WriteLine(w, answer.FromOne(items))
		},
		Parse: func(r io.Reader, name string) ([]int, error) {
			a, err := k.readAnswer(r, name)
			return a.items, err
		},
	}
}

// readAnswer reads an answer as text or as JSON, where the weights are not told; name is
// used in messages. It does not judge: see verify. Only items that do not exist, or more
// than there are, are problem.ErrWrong.
func (k *Instance) readAnswer(r io.Reader, name string) (claim, error) {
	told := k.constraints()
	return answer.Read(r, name, func(a answer.JSON) string {
		told = 0
		return fmt.Sprintf("%s\n%s", a.Score, a.Words(" "))
	}, func(s *token.Scanner) claim {
		f := &reader{s, name}
		a := claim{value: f.scaled("the value", k.Decimals)}
		for i := range told {
			a.weights = append(a.weights, f.scaled(fmt.Sprintf("the weight in constraint %d", i+1), k.WeightDecimals))
			if s.First() {
				s.Fail("the first line has %d numbers; value and %d weights should be there", i+1, told)
			}
		}
		if s.More() {
			s.Fail("more than value and %d weights on the first line", told)
		}
		a.items = f.chosenItems(k.items())
		return a
	})
}

// chosenItems reads items up to the end of an answer.
func (f *reader) chosenItems(n int) (items []int) {
	for f.Scan() {
		j, decimals, err := token.Decimal(f.Bytes())
		switch {
		case len(items) == n:
			answer.Wrong(f.Scanner, f.Line(), "more items than the instance's %d", n)
		case decimals == 0 && (err == nil && (j < 1 || j > int64(n)) || errors.Is(err, token.ErrRange)):
			answer.Wrong(f.Scanner, f.Line(), "item %s does not exist; there are 1 to %d", token.Shown(f.Text()), n)
		case err != nil || decimals != 0:
			f.Fail("an item is %q; it should be a whole number from 1 to %d", token.Shown(f.Text()), n)
		}
		items = append(items, int(j)-1)
	}
	return items
}

// scaled reads a number and scales it by 10^decimals.
func (f *reader) scaled(what string, decimals int) int64 {
	v, d := f.number(what, 0, 0)
	if d > decimals {
		f.Fail("%s is %s, but the instance has only %d decimals", what, token.Shown(f.Text()), decimals)
	}
	v, ok := token.Scale(v, decimals-d)
	if !ok {
		f.Fail("%s %s does not fit 64 bits", what, token.Shown(f.Text()))
	}
	return v
}

// verify reports what is wrong with an answer: infeasible items, or a value or
// weight that is not that of its items.
func (k *Instance) verify(a claim) error {
	value, weights, err := k.check(a.items)
	if err != nil {
		return err
	}
	if value != a.value {
		return fmt.Errorf("the items are worth %s, not %s", decimalText(value, k.Decimals), decimalText(a.value, k.Decimals))
	}
	for i, w := range a.weights {
		if w != weights[i] {
			return fmt.Errorf("the items weigh %s in constraint %d, not %s", decimalText(weights[i], k.WeightDecimals), i+1, decimalText(w, k.WeightDecimals))
		}
	}
	return nil
}
