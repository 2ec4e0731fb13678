package knapsack

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/rng"
)

// families are those of random instances: Pisinger's (1995, 2005) and that of Han and Kim
// (2000).
var families = []string{"uncorrelated", "weakly", "strongly", "inverse", "subsetsum", hanKim}

const hanKim = "han-kim"

// defaultRange is Pisinger's R; maxRange keeps every sum of maxItems numbers within 64 bits.
const (
	defaultRange = 1000
	maxRange     = 1 << 39
)

// Generate makes a random instance of a family, with a range R, or with Pisinger's where
// that is 0. Weights are uniform in [1, R], and the profit p of weight w is
//
//	uncorrelated  uniform in [1, R]
//	weakly        uniform in [w - R/10, w + R/10], at least 1
//	strongly      w + R/10
//	inverse       uniform in [1, R], and the weight p + R/10
//	subsetsum     w
//	han-kim       w + 5, with w in [1, 10] with three decimals, whatever R is
//
// The capacity is half the total weight, but at least the largest weight. The same
// arguments give the same instance for ever: its numbers come from rng with purpose
// Instance, item j from individual j.
func Generate(family string, items int, r int64, seed uint64) (*Instance, error) {
	r = cmp.Or(r, defaultRange)
	switch {
	case !slices.Contains(families, family):
		return nil, fmt.Errorf("knapsack: no family of instances is called %q; there are %s", family, strings.Join(families, ", "))
	case items < 1 || items > maxItems:
		return nil, fmt.Errorf("knapsack: an instance has 1 to %d items, not %d", maxItems, items)
	case r < 10 || r > maxRange:
		return nil, fmt.Errorf("knapsack: the range is 10 to %d, not %d", int64(maxRange), r)
	}
	k := &Instance{
		Name:         fmt.Sprintf("%s-%d-%d-%d", family, items, r, seed),
		Profits:      make([]int64, items),
		Weights:      [][]int64{make([]int64, items)},
		KnownOptimum: -1,
	}
	if family == hanKim {
		k.Name = fmt.Sprintf("%s-%d-%d", family, items, seed)
		k.Decimals, k.WeightDecimals = 3, 3
	}
	for j := range items {
		k.Profits[j], k.Weights[0][j] = drawItem(family, r, rng.Address{Seed: seed, Individual: uint32(j), Purpose: rng.Instance})
	}
	k.Capacities = []int64{max(total(k.Weights[0])/2, slices.Max(k.Weights[0]))}
	return k, nil
}

// drawItem draws one item: its weight from words 0 and 1 of the address, and, where
// the family has one, its second number from words 2 and 3.
func drawItem(family string, r int64, at rng.Address) (p, w int64) {
	x0, x1, x2, x3 := at.Block(0)
	first := func(n int64) int64 {
		return int64(at.Bounded64(uint64(x1)<<32|uint64(x0), 0, uint64(n)))
	}
	second := func(n int64) int64 {
		return int64(at.Bounded64(uint64(x3)<<32|uint64(x2), 2, uint64(n)))
	}
	if family == hanKim {
		w = 1000 + first(9001) // 1.000 to 10.000
		return w + 5000, w
	}
	drawn, tenth := 1+first(r), r/10
	switch family {
	case "uncorrelated":
		return 1 + second(r), drawn
	case "weakly":
		return max(1, drawn-tenth+second(2*tenth+1)), drawn
	case "strongly":
		return drawn + tenth, drawn
	case "inverse":
		return drawn, drawn + tenth
	}
	return drawn, drawn
}

// Write writes an instance with one constraint as "n capacity" and n lines
// "profit weight", with decimals where it has some; one with several as
// OR-Library does, "n m optimum", profits, weights and capacities.
func (k *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	if k.constraints() == 1 {
		fmt.Fprintf(b, "%d %s\n", k.items(), decimalText(k.Capacities[0], k.WeightDecimals))
		for j, p := range k.Profits {
			fmt.Fprintf(b, "%s %s\n", decimalText(p, k.Decimals), decimalText(k.Weights[0][j], k.WeightDecimals))
		}
		return b.Flush()
	}
	fmt.Fprintf(b, "%d %d %s\n", k.items(), k.constraints(), decimalText(max(k.KnownOptimum, 0), k.Decimals))
	fmt.Fprintln(b, decimalLine(k.Profits, k.Decimals))
	for _, row := range append(slices.Clip(k.Weights), k.Capacities) {
		fmt.Fprintln(b, decimalLine(row, k.WeightDecimals))
	}
	return b.Flush()
}
