package tour

// edge is two cities and how far they are from each other.
type edge struct {
	length int64
	a, b   int32
}

func lengthOf(e edge) int64 { return e.length }
func fromOf(e edge) int64   { return int64(e.a) }
func toOf(e edge) int64     { return int64(e.b) }

// gather collects what tasks find for blocks of n things, in their order.
func gather(n int, parallel ParallelFor, find func(i int, list []edge) []edge) []edge {
	parts := make([][]edge, (n+block-1)/block)
	parallel(len(parts), func(_, task int) {
		var list []edge
		for i := block * task; i < min(block*(task+1), n); i++ {
			list = find(i, list)
		}
		parts[task] = list
	})
	from, all := make([]int, len(parts)), 0
	for i, part := range parts {
		from[i] = all
		all += len(part)
	}
	list := make([]edge, all)
	parallel(len(parts), func(_, task int) { copy(list[from[task]:], parts[task]) })
	return list
}

// sorted sorts edges by length, and those that are as long by their cities. What it returns
// or the list may be changed later.
func sorted(list []edge, parallel ParallelFor) []edge {
	return sortedBy(list, parallel, toOf, fromOf, lengthOf)
}

// sortedBy sorts edges by numbers, of which the last counts most: digit by digit, in
// passes over blocks that keep the order of what is alike. It takes the list for itself.
func sortedBy(list []edge, parallel ParallelFor, numbers ...func(edge) int64) []edge {
	const (
		some  = 1 << 15 // edges of a task
		digit = 11      // bits
	)
	n, tasks := len(list), (len(list)+some-1)/some
	to := make([]edge, n)
	type tally struct {
		least, most int64
		count       [1 << digit]int
	}
	tallies := make([]tally, tasks)
	for _, number := range numbers {
		parallel(tasks, func(_, task int) {
			t := &tallies[task]
			t.least, t.most = number(list[some*task]), number(list[some*task])
			for _, e := range list[some*task : min(some*(task+1), n)] {
				t.least, t.most = min(t.least, number(e)), max(t.most, number(e))
			}
		})
		least, most := int64(0), int64(0)
		for i := range tallies {
			least, most = min(least, tallies[i].least), max(most, tallies[i].most)
		}
		for shift := 0; uint64(most-least)>>shift > 0; shift += digit {
			parallel(tasks, func(_, task int) {
				count := &tallies[task].count
				clear(count[:])
				for _, e := range list[some*task : min(some*(task+1), n)] {
					count[uint64(number(e)-least)>>shift%(1<<digit)]++
				}
			})
			at := 0
			for d := range 1 << digit {
				for i := range tallies {
					c := &tallies[i].count[d]
					at, *c = at+*c, at
				}
			}
			from, into := list, to
			parallel(tasks, func(_, task int) {
				count := &tallies[task].count
				for _, e := range from[some*task : min(some*(task+1), n)] {
					c := &count[uint64(number(e)-least)>>shift%(1<<digit)]
					into[*c] = e
					*c++
				}
			})
			list, to = to, list
		}
	}
	return list
}
