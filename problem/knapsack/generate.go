package knapsack

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/warbler-opt/warbler/internal/rng"
)

// Kind is a family of random instances.
type Kind int

// The families: Pisinger's (1995, 2005) and that of Han and Kim (2000), whose
// items weigh from 1 to 10 and are worth 5 more than they weigh.
const (
	Uncorrelated       Kind = iota // p uniform in [1, R]
	WeaklyCorrelated               // p uniform in [w - R/10, w + R/10], at least 1
	StronglyCorrelated             // p = w + R/10
	InverseCorrelated              // p uniform in [1, R], w = p + R/10
	SubsetSum                      // p = w
	HanKim                         // w in [1, 10] with three decimals, p = w + 5
)

var kindNames = [...]string{"uncorrelated", "weakly", "strongly", "inverse", "subsetsum", "han-kim"}

// String is the name as the command line has it.
func (k Kind) String() string { return kindNames[k] }

// Kinds lists the names of all families.
func Kinds() []string { return kindNames[:] }

// ParseKind finds a family by its name.
func ParseKind(name string) (Kind, error) {
	for k, s := range kindNames {
		if s == name {
			return Kind(k), nil
		}
	}
	return 0, fmt.Errorf("knapsack: no kind of instance is called %q; there are %s", name, strings.Join(Kinds(), ", "))
}

// DefaultRange is Pisinger's R: the largest weight.
const DefaultRange = 1000

// maxRange keeps every sum of MaxItems numbers within 64 bits.
const maxRange = 1 << 39

// GenerateOption changes what Generate makes.
type GenerateOption func(*generator)

type generator struct{ r int64 }

// Range sets the largest weight of the families but HanKim; of InverseCorrelated the
// largest profit.
func Range(r int64) GenerateOption { return func(g *generator) { g.r = r } }

// Generate makes a random instance. Weights are uniform in [1, R], or profits of
// InverseCorrelated, the others as the family says, and the capacity is half the
// total weight, but at least the largest weight. The same arguments give the same
// instance for ever: its numbers come from rng with purpose Instance, item j from
// individual j.
func Generate(kind Kind, items int, seed uint64, options ...GenerateOption) (*Instance, error) {
	g := generator{DefaultRange}
	for _, o := range options {
		o(&g)
	}
	switch {
	case kind < 0 || int(kind) >= len(kindNames):
		return nil, fmt.Errorf("knapsack: no kind of instance has number %d", kind)
	case items < 1 || items > MaxItems:
		return nil, fmt.Errorf("knapsack: an instance has 1 to %d items, not %d", MaxItems, items)
	case g.r < 10 || g.r > maxRange:
		return nil, fmt.Errorf("knapsack: the range is 10 to %d, not %d", int64(maxRange), g.r)
	}
	k := &Instance{
		Name:         fmt.Sprintf("%s-%d-%d-%d", kind, items, g.r, seed),
		Profits:      make([]int64, items),
		Weights:      [][]int64{make([]int64, items)},
		KnownOptimum: -1,
	}
	if kind == HanKim {
		k.Name = fmt.Sprintf("%s-%d-%d", kind, items, seed)
		k.Decimals, k.WeightDecimals = 3, 3
	}
	sum, most := int64(0), int64(0)
	for j := range items {
		at := rng.Address{Seed: seed, Individual: uint32(j), Purpose: rng.Instance}
		p, w := g.item(kind, at)
		k.Profits[j], k.Weights[0][j] = p, w
		sum += w
		most = max(most, w)
	}
	k.Capacities = []int64{max(sum/2, most)}
	return k, nil
}

// item draws one item: its weight from words 0 and 1 of the address, and, where
// the family has one, its second number from words 2 and 3.
func (g generator) item(kind Kind, at rng.Address) (p, w int64) {
	x0, x1, x2, x3 := at.Block(0)
	first := func(n int64) int64 {
		return int64(at.Bounded64(uint64(x1)<<32|uint64(x0), 0, uint64(n)))
	}
	second := func(n int64) int64 {
		return int64(at.Bounded64(uint64(x3)<<32|uint64(x2), 2, uint64(n)))
	}
	r, tenth := g.r, g.r/10
	switch kind {
	case Uncorrelated:
		return 1 + second(r), 1 + first(r)
	case WeaklyCorrelated:
		w = 1 + first(r)
		return max(1, w-tenth+second(2*tenth+1)), w
	case StronglyCorrelated:
		w = 1 + first(r)
		return w + tenth, w
	case InverseCorrelated:
		p = 1 + first(r)
		return p, p + tenth
	case SubsetSum:
		w = 1 + first(r)
		return w, w
	default:
		w = 1000 + first(9001) // 1.000 to 10.000
		return w + 5000, w
	}
}

// Write writes an instance with one constraint as "n capacity" and n lines
// "profit weight", with decimals where it has some; one with several as
// OR-Library does, "n m optimum", profits, weights and capacities.
func (k *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	if k.Constraints() == 1 {
		fmt.Fprintf(b, "%d %s\n", k.Items(), decimalText(k.Capacities[0], k.WeightDecimals))
		for j, p := range k.Profits {
			fmt.Fprintf(b, "%s %s\n", decimalText(p, k.Decimals), decimalText(k.Weights[0][j], k.WeightDecimals))
		}
		return b.Flush()
	}
	line := func(values []int64, decimals int) {
		for j, v := range values {
			if j > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(decimalText(v, decimals))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "%d %d %s\n", k.Items(), k.Constraints(), decimalText(max(k.KnownOptimum, 0), k.Decimals))
	line(k.Profits, k.Decimals)
	for _, row := range k.Weights {
		line(row, k.WeightDecimals)
	}
	line(k.Capacities, k.WeightDecimals)
	return b.Flush()
}
