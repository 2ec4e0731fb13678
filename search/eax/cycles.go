package eax

// cycles are the AB-cycles of two tours: closed walks whose edges come from A and from
// B in turn. Cycle c visits walks[ends[c-1]:ends[c]]; its first edge is one of A, and its
// last, back to the first city, one of B.
type cycles struct {
	walks []int32
	ends  []int32
	gains []int64 // how much shorter A gets by each

	// What is left of the edges that only one of the tours has.
	rest   [2][]int32 // of A and of B: two places for each city
	degree [2][]uint8 // how many of the two are taken
	open   []int32    // cities that may have edges left
	path   []int32
	place  [2][]int32 // one more than where a city is in the path, before edges of A and of B; 0: nowhere
}

func (y *cycles) init(n int) {
	for t := range 2 {
		y.rest[t], y.degree[t], y.place[t] = make([]int32, 2*n), make([]uint8, n), make([]int32, n)
	}
}

// count is how many cycles there are.
func (y *cycles) count() int { return len(y.ends) }

// of is a cycle's cities.
func (y *cycles) of(c int) []int32 {
	if c == 0 {
		return y.walks[:y.ends[0]]
	}
	return y.walks[y.ends[c-1]:y.ends[c]]
}

// differ sets what is left to the edges that only A and only B has.
func (y *cycles) differ(a, b []int32) {
	y.walks, y.ends, y.gains, y.open = y.walks[:0], y.ends[:0], y.gains[:0], y.open[:0]
	restA, restB := y.rest[0], y.rest[1]
	for v := range y.degree[0] {
		a0, a1, b0, b1 := a[2*v], a[2*v+1], b[2*v], b[2*v+1]
		d := uint8(0)
		if a0 != b0 && a0 != b1 {
			restA[2*v] = a0
			d = 1
		}
		if a1 != b0 && a1 != b1 {
			restA[2*v+int(d)] = a1
			d++
		}
		y.degree[0][v], y.degree[1][v] = d, d
		if d == 0 {
			continue
		}
		y.open = append(y.open, int32(v))
		d = 0
		if b0 != a0 && b0 != a1 {
			restB[2*v] = b0
			d = 1
		}
		if b1 != a0 && b1 != a1 {
			restB[2*v+int(d)] = b1
		}
	}
}

// split divides what the tours differ in into cycles at random, until there are as many
// as wanted (section 2.1 of the paper, steps 1 to 3): it walks along edges of A and of B
// in turn, and takes out every cycle that closes.
func (y *cycles) split(t *instance, random *stream, wanted int) {
	path := y.path[:0]
	for y.count() < wanted {
		if len(path) == 0 {
			v, ok := y.start(random)
			if !ok {
				break
			}
			path = append(path, v)
			y.place[0][v] = 1
		}
		last := len(path) - 1
		kind := last & 1
		v := path[last]
		w := y.take(kind, v, random)
		kind ^= 1
		p := int(y.place[kind][w]) - 1
		if p < 0 {
			path = append(path, w)
			y.place[kind][w] = int32(len(path))
			continue
		}
		y.add(path[p:], p&1 == 1, t)
		for i := p + 1; i < len(path); i++ {
			y.place[i&1][path[i]] = 0
		}
		path = path[:p+1]
		if p == 0 {
			y.place[0][path[0]] = 0
			path = path[:0]
		}
	}
	for i, v := range path {
		y.place[i&1][v] = 0
	}
	y.path = path[:0]
}

// start is a city at random that has edges left.
func (y *cycles) start(random *stream) (int32, bool) {
	for len(y.open) > 0 {
		i := random.below(len(y.open))
		v := y.open[i]
		if y.degree[0][v] > 0 {
			return v, true
		}
		y.open[i] = y.open[len(y.open)-1]
		y.open = y.open[:len(y.open)-1]
	}
	return 0, false
}

// take removes an edge of one of the tours at v, at random if there are two, and returns
// where it leads.
func (y *cycles) take(kind int, v int32, random *stream) int32 {
	rest, degree := y.rest[kind], y.degree[kind]
	k := int32(0)
	if degree[v] == 2 {
		k = random.bit()
	}
	w := rest[2*v+k]
	rest[2*v+k] = rest[2*v+1]
	degree[v]--
	if rest[2*w] == v {
		rest[2*w] = rest[2*w+1]
	}
	degree[w]--
	return w
}

// add adds a cycle, which begins with an edge of B if so said.
func (y *cycles) add(path []int32, withB bool, t *instance) {
	from := len(y.walks)
	if withB {
		y.walks = append(append(y.walks, path[1:]...), path[0])
	} else {
		y.walks = append(y.walks, path...)
	}
	y.ends = append(y.ends, int32(len(y.walks)))
	c := y.walks[from:]
	gain := int64(0)
	for i := 0; i < len(c); i += 2 {
		gain += t.dist(c[i], c[i+1])
		if i+2 < len(c) {
			gain -= t.dist(c[i+1], c[i+2])
		} else {
			gain -= t.dist(c[i+1], c[0])
		}
	}
	y.gains = append(y.gains, gain)
}
