package knapsack

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed knapsack.cl
var kernelText string

//go:embed index.cl
var indexText string

// kernelTable is the largest table of sums that a device gets, in words, and
// kernelCache the most on-chip words that are asked for so that the lists of a
// repair come on chip too.
const (
	kernelTable = 4 << 20
	kernelCache = 4 << 10
)

// Kernel is the objective, and the repair if there is one, for devices.
func (p *objective) Kernel() problem.Kernel { return p.kernel() }

// makeKernel lays out the data as knapsack.cl expects it.
func (p *objective) makeKernel() problem.Kernel {
	t := &p.packed
	// Groups of eight would halve the lookups, but filling their tables costs more.
	group := 4
	groups := (t.n + group - 1) / group
	if p.noTables || int64(groups)<<group*int64(t.planes) > kernelTable {
		group = 1
	}
	data := []uint64{uint64(t.profitScale)}
	for i := range t.m {
		data = append(data, uint64(t.room[i]), uint64(t.scale[i]), uint64(t.capacity[i]))
	}
	if group > 1 {
		data = append(data, t.subsets(group, groups)...)
	}
	near := len(data)
	if group == 1 || p.constraint == randomRepair || p.constraint == indexRepair {
		data = append(data, t.rows...)
	}
	if p.constraint == greedyRepair {
		for _, j := range p.walk.order {
			data = append(data, uint64(j))
			data = append(data, t.rows[int(j)*t.planes:(int(j)+1)*t.planes]...)
		}
	}
	cache, all := near, 0
	if len(data) > near && len(data) <= kernelCache {
		cache, all = len(data), 1
	}
	parts := []kernel.Part{{Name: "problem/knapsack/knapsack.cl", Text: kernelText}}
	if p.constraint == indexRepair {
		parts = append(parts, kernel.Part{Name: "problem/knapsack/index.cl", Text: indexText})
	}
	return problem.Kernel{
		Defines: []kernel.Define{
			{Name: "KNAPSACK_CONSTRAINTS", Value: t.m},
			{Name: "KNAPSACK_FIELDS", Value: t.fields},
			{Name: "KNAPSACK_GROUP", Value: group},
			{Name: "KNAPSACK_REPAIR", Value: int(p.constraint)},
			{Name: "KNAPSACK_CACHE_ALL", Value: all},
		},
		Parts:  parts,
		Data:   data,
		Cache:  cache,
		Repair: p.constraint != penalty,
	}
}
