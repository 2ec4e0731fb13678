package knapsack

import "math"

// packing holds an instance as sums are computed from it: per item a row of
// `planes` words, whose fields are the profit (field 0) and the weights (field
// i+1 for constraint i). Rows are added word by word. A word has two fields of
// 32 bits where all totals allow it, the even field low, else one.
//
// Profits and the weights of a constraint are divided by their greatest common
// divisor first, which makes room for packing and changes no comparison: a
// load fits when load/scale ≤ ⌊capacity/scale⌋.
type packing struct {
	n, m        int
	fields      int // per word: 1 or 2
	planes      int // words per item
	profitScale int64
	capacity    []int64
	scale       []int64
	room        []int64 // ⌊capacity/scale⌋
	rows        []uint64
}

func pack(k *Instance) packing {
	n, m := k.items(), k.constraints()
	t := packing{n: n, m: m, fields: 2, capacity: k.Capacities, profitScale: commonDivisor(k.Profits)}
	// High fields leave their top bit free: devices add words as signed numbers.
	if total(k.Profits)/t.profitScale > math.MaxUint32 {
		t.fields = 1
	}
	for i, row := range k.Weights {
		g := commonDivisor(row)
		t.scale = append(t.scale, g)
		t.room = append(t.room, k.Capacities[i]/g)
		if total(row)/g > math.MaxInt32 {
			t.fields = 1
		}
	}
	t.planes = (m + t.fields) / t.fields
	t.rows = make([]uint64, n*t.planes)
	t.spread(0, k.Profits, t.profitScale)
	for i, row := range k.Weights {
		t.spread(i+1, row, t.scale[i])
	}
	return t
}

// spread writes one field of all rows.
func (t *packing) spread(field int, values []int64, scale int64) {
	plane, shift := field/t.fields, field%t.fields*32
	for j, v := range values {
		t.rows[j*t.planes+plane] |= uint64(v/scale) << shift
	}
}

// field cuts a field out of a row or a sum of rows.
func (t *packing) field(row []uint64, f int) int64 {
	if t.fields == 1 {
		return int64(row[f])
	}
	return int64(row[f>>1] >> (f & 1 * 32) & math.MaxUint32)
}

// score is the score of a genome whose rows add up to sum.
func (t *packing) score(sum []uint64) int64 {
	excess := uint64(0)
	for i, room := range t.room {
		if load := t.field(sum, i+1); load > room {
			excess = min(excess+uint64(load*t.scale[i]-t.capacity[i]), math.MaxInt64)
		}
	}
	if excess > 0 {
		return -int64(excess)
	}
	return t.field(sum, 0) * t.profitScale
}

func total[T int64 | float64](values []T) (sum T) {
	for _, v := range values {
		sum += v
	}
	return sum
}

// commonDivisor is the greatest common divisor, 1 when all values are 0.
func commonDivisor(values []int64) int64 {
	g := int64(0)
	for _, v := range values {
		for v != 0 {
			g, v = v, g%v
		}
		if g == 1 {
			break
		}
	}
	return max(g, 1)
}
