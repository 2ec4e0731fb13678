package tour

// Array is a tour as an array, and where each city stands in it.
type Array struct {
	order []int32
	place []int32 // by city
}

// NewArray is a tour through cities in an order, of which it keeps a copy.
func NewArray(order []int32) *Array {
	a := &Array{order: make([]int32, len(order)), place: make([]int32, len(order))}
	a.Set(order)
	return a
}

// Set takes another order.
func (a *Array) Set(order []int32) {
	copy(a.order, order)
	for i, city := range a.order {
		a.place[city] = int32(i)
	}
}

// Order is the cities in their order, from anywhere. It is not to be changed.
func (a *Array) Order() []int32 { return a.order }

// Place is where a city stands in the order.
func (a *Array) Place(city int32) int32 { return a.place[city] }

// Next is the city after another.
func (a *Array) Next(city int32) int32 {
	i := int(a.place[city]) + 1
	if i == len(a.order) {
		i = 0
	}
	return a.order[i]
}

// Before is the city before another.
func (a *Array) Before(city int32) int32 {
	i := int(a.place[city])
	if i == 0 {
		i = len(a.order)
	}
	return a.order[i-1]
}

// Between reports whether who goes from a to c meets b, which may be one of them.
func (a *Array) Between(x, y, z int32) bool {
	i, j, k := a.place[x], a.place[y], a.place[z]
	if i <= k {
		return i <= j && j <= k
	}
	return j >= i || j <= k
}

// Reverse turns the way from one city on to another around; or all the rest, if that is
// shorter, which is the same round trip.
func (a *Array) Reverse(from, to int32) {
	n := len(a.order)
	i, j := int(a.place[from]), int(a.place[to])
	count := j - i + 1
	if count <= 0 {
		count += n
	}
	if 2*count > n {
		i, j = j+1, i-1
		if i == n {
			i = 0
		}
		if j < 0 {
			j = n - 1
		}
		count = n - count
	}
	order, place := a.order, a.place
	swaps := count / 2
	if i+count <= n { // nothing lies beyond the end
		for part := order[i : i+count]; swaps > 0; swaps-- {
			x, y := part[0], part[len(part)-1]
			part[0], part[len(part)-1] = y, x
			place[y], place[x] = int32(i), int32(i+len(part)-1)
			part = part[1 : len(part)-1]
			i++
		}
		return
	}
	for ; swaps > 0; swaps-- {
		x, y := order[i], order[j]
		order[i], order[j] = y, x
		place[y], place[x] = int32(i), int32(j)
		if i++; i == n {
			i = 0
		}
		if j--; j < 0 {
			j = n - 1
		}
	}
}
