package lookahead

// ahead looks at the literals of the chosen variables, in turn and again until
// nothing new is forced.
func (k *worker) ahead() verdict {
	k.forced = k.forced[:0]
	if k.turn++; k.turn == 0 {
		clear(k.seen)
		k.turn = 1
	}
	if l := k.arrange(); l != none {
		k.refute(l) // it implies its opposite, which implies it
		return closed
	}
	size := uint32(2 * len(k.order))
	for last := -1; ; {
		if k.top > proto-2*size {
			k.renew()
		}
		k.base, k.top = k.top, k.top+size
		for j := range k.order {
			if j == last {
				return opened
			}
			if k.pause != nil {
				k.pause()
			}
			if k.stop.Load() {
				return stopped
			}
			news, ok := k.consider(&k.order[j])
			if !ok {
				return closed
			}
			if news {
				last = j
			}
		}
		if last < 0 {
			return opened
		}
	}
}

// consider looks at one literal. news says that something was forced, ok that
// it does not contradict the rest.
func (k *worker) consider(t *turn) (news, ok bool) {
	l, stamp := t.lit, k.base+t.offset
	switch a := k.value[l>>1]; {
	case a >= proto:
		return false, true
	case a >= stamp && (a^l)&1 == 0:
		// Its parent implies it, and it its parent.
		k.gain[l], k.seen[l] = k.gain[t.parent], k.turn
		return false, true
	case a >= stamp:
		// It implies its parent, which implies its opposite.
		k.refute(l)
		return true, k.force(l ^ 1)
	}
	gain, ok := k.look(l, stamp)
	if !ok {
		k.refute(l)
		return true, k.force(l ^ 1)
	}
	if t.parent != none && k.value[t.parent>>1] < proto {
		gain += k.gain[t.parent] // what the parent does it does, too
	}
	k.gain[l], k.seen[l] = gain, k.turn
	if gain == 0 {
		// An autarky: every clause that the literals touch they satisfy.
		return true, k.force(l)
	}
	if k.proof == nil {
		for _, u := range k.learned {
			k.imply(l^1, u)
		}
	}
	if gain <= k.threshold {
		k.threshold -= k.threshold >> decay
		return false, true
	}
	if k.double(l, stamp) {
		k.threshold = gain
		return false, true
	}
	k.refute(l)
	return true, k.force(l ^ 1)
}

// force makes a literal true for the rest of the lookahead.
func (k *worker) force(l uint32) bool {
	if a := k.value[l>>1]; a >= proto {
		return (a^l)&1 == 0
	}
	ok := k.follow(k.value, l, proto)
	k.forced = append(k.forced, k.reach...)
	return ok
}

// renew makes room for stamps.
func (k *worker) renew() {
	for v, a := range k.value {
		if a < proto {
			k.value[v] = 0
		}
	}
	k.top = 2
}

// double looks ahead a second time, where l is true. false: l leads to a
// contradiction.
func (k *worker) double(l, stamp uint32) bool {
	for v, a := range k.value {
		if a >= stamp {
			k.inner[v] = proto | a&1
		} else {
			k.inner[v] = 0
		}
	}
	if k.proof != nil {
		k.proof.suppose(l)
	}
	base, size, last := uint32(2), uint32(2*len(k.order)), -1
	for range rounds {
		for j := range k.order {
			if j == last || k.stop.Load() {
				return true
			}
			t := &k.order[j]
			m, at := t.lit, base+t.offset
			switch a := k.inner[m>>1]; {
			case a >= proto, a >= at && (a^m)&1 == 0:
				continue
			case a < at && k.follow(k.inner, m, at):
				continue
			}
			if k.proof != nil {
				k.proof.refuteBelow(m)
			}
			if !k.follow(k.inner, m^1, proto) {
				return false
			}
			if k.proof == nil {
				k.imply(l^1, m^1)
			}
			last = j
		}
		base += size
		if last < 0 {
			return true
		}
	}
	return true
}

// refute notes for the proof that a literal is false at this node.
func (k *worker) refute(l uint32) {
	if k.proof != nil {
		k.proof.refute(l)
	}
}
