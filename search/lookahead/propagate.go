package lookahead

// look makes l true with a stamp, follows the clauses, and adds up what the
// clauses of two literals weigh that come of it: the product of their literals'
// weights. false: a clause has become empty. k.reach has the literals that became
// true, and k.learned those that l does not imply by clauses of two literals
// alone.
func (k *worker) look(l, stamp uint32) (weight uint64, ok bool) {
	return propagate[[1]byte](k, k.value, l, stamp)
}

// follow is look without weights and what is learned, in other values.
func (k *worker) follow(val []uint32, l, stamp uint32) bool {
	_, ok := propagate[[0]byte](k, val, l, stamp)
	return ok
}

// propagate is look, with [1]byte, and follow, with [0]byte: the compiler makes a
// function of each, and leaves out of the second what only the first needs.
func propagate[Weighs [0]byte | [1]byte](k *worker, val []uint32, l, stamp uint32) (weight uint64, ok bool) {
	var weighs Weighs
	lists, pairs, implied, h := k.lists, k.pairs, k.implied, k.weight
	reach, learned := append(k.reach[:0], l), k.learned[:0]
	val[l>>1] = stamp | l&1
	below := stamp - 1
	i, j := 0, 0
	ok = true
follow:
	for j < len(reach) {
		// Clauses of two literals go first: they cost less, and what they imply
		// need not be remembered.
		for ; i < len(reach); i++ {
			p := &lists[reach[i]]
			for _, u := range implied[p.two : p.two+p.twos] {
				a := val[u>>1]
				if a < stamp {
					val[u>>1] = stamp | u&1
					reach = append(reach, u)
				} else if (a^u)&1 != 0 {
					ok = false
					break follow
				}
			}
		}
		p := &lists[reach[j]]
		j++
		for _, c := range pairs[p.three : p.three+p.threes] {
			// 1 where it is set, and 1 where it is false: without branches, since
			// nothing could predict them.
			a, b := val[c.u>>1], val[c.v>>1]
			setU, setV := (below-a)>>31, (below-b)>>31
			notU, notV := setU&(a^c.u), setV&(b^c.v)
			if len(weighs) > 0 {
				weight += uint64(h[c.u]*h[c.v]) & (uint64(setU|setV) - 1)
			}
			if notU&^(setV&^notV)|notV&^(setU&^notU) == 0 {
				continue
			}
			u := c.u
			if notU != 0 {
				if notV != 0 {
					ok = false
					break follow
				}
				u = c.v
			}
			val[u>>1] = stamp | u&1
			reach = append(reach, u)
			if len(weighs) > 0 {
				learned = append(learned, u)
			}
		}
	}
	if k.reach = reach; len(weighs) > 0 {
		k.learned = learned
	}
	return weight, ok
}
