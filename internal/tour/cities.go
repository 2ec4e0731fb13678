package tour

import (
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
)

// Weights says how distances follow from what is known of cities: TSPLIB's
// EDGE_WEIGHT_TYPE.
type Weights uint8

// The kinds of distances, all whole numbers.
const (
	Euclidean  Weights = iota // EUC_2D: in the plane, rounded to the nearest
	Ceiling                   // CEIL_2D: in the plane, rounded up
	Geographic                // GEO: on the earth, from latitude and longitude
	Pseudo                    // ATT: Euclidean, divided by √10 and rounded up nearly always
	Explicit                  // EXPLICIT: from a table
)

// tabled is up to how many cities geographic distances, which take long to compute, are
// kept in a table.
const tabled = 2048

// Cities are places and the distances between them. They are safe for concurrent use.
type Cities struct {
	weights Weights
	n       int
	points  []point
	table   []int32 // by n·i + j, or nil
}

// point is where a city lies: in the plane, or its latitude and longitude in radians.
type point struct{ x, y float64 }

// NewCities are cities at coordinates, as TSPLIB has them.
func NewCities(w Weights, x, y []float64) *Cities {
	c := &Cities{weights: w, n: len(x), points: make([]point, len(x))}
	for i := range x {
		c.points[i] = point{x[i], y[i]}
		if w == Geographic {
			c.points[i] = point{radians(x[i]), radians(y[i])}
		}
	}
	if w == Geographic && c.n <= tabled {
		table := make([]int32, c.n*c.n)
		for i := range c.n {
			for j := range i {
				d := int32(c.far(i, j))
				table[i*c.n+j], table[j*c.n+i] = d, d
			}
		}
		c.table = table
	}
	return c
}

// NewTable are n cities with a symmetric table of distances, by n·i + j.
func NewTable(n int, table []int32) *Cities {
	return &Cities{weights: Explicit, n: n, table: table}
}

// radians is an angle that TSPLIB writes as degrees and, behind the point, minutes. Its π
// is a rounded one.
func radians(x float64) float64 {
	degrees := math.Trunc(x)
	return 3.141592 * (degrees + float64(5*(x-degrees))/3) / 180
}

// Len is the number of cities.
func (c *Cities) Len() int { return c.n }

// Weights is how distances are computed.
func (c *Cities) Weights() Weights { return c.weights }

// Table is the distances by n·i + j, or nil where they are computed.
func (c *Cities) Table() []int32 { return c.table }

// Point is where a city lies: x and y, or latitude and longitude in radians. Cities that
// are known by their distances alone have none.
func (c *Cities) Point(i int) (x, y float64) { return c.points[i].x, c.points[i].y }

// Located reports whether cities lie somewhere.
func (c *Cities) Located() bool { return c.points != nil }

// Distance is how far it is from city i to city j. No product is fused with a sum, so
// that it is the same everywhere.
func (c *Cities) Distance(i, j int) int64 {
	if c.weights == Euclidean {
		a, b := &c.points[i], &c.points[j]
		dx, dy := a.x-b.x, a.y-b.y
		return int64(math.Sqrt(float64(dx*dx)+float64(dy*dy)) + 0.5)
	}
	if c.table != nil {
		return int64(c.table[i*c.n+j])
	}
	return c.far(i, j)
}

// far is Distance of kinds that are rarer.
func (c *Cities) far(i, j int) int64 {
	a, b := c.points[i], c.points[j]
	dx, dy := a.x-b.x, a.y-b.y
	switch squares := float64(dx*dx) + float64(dy*dy); c.weights {
	case Ceiling:
		return int64(math.Ceil(math.Sqrt(squares)))
	case Pseudo:
		root := math.Sqrt(squares / 10)
		whole := int64(root + 0.5)
		if float64(whole) < root {
			whole++
		}
		return whole
	}
	if i == j {
		return 0
	}
	// The earth has a radius of 6378.388 km in TSPLIB. Two cities in one place are 1 apart.
	q1, q2, q3 := elementary.Cos(dy), elementary.Cos(dx), elementary.Cos(a.x+b.x)
	cosine := 0.5 * (float64((1+q1)*q2) - float64((1-q1)*q3))
	return int64(float64(6378.388*math.Acos(min(max(cosine, -1), 1))) + 1)
}

// Length is that of the round trip through cities in an order.
func (c *Cities) Length(order []int32) int64 {
	length := int64(0)
	for i, city := range order {
		next := order[0]
		if i+1 < len(order) {
			next = order[i+1]
		}
		length += c.Distance(int(city), int(next))
	}
	return length
}

// LengthInOrder is that of the round trip in the order of the cities' numbers.
func (c *Cities) LengthInOrder() int64 {
	length := c.Distance(c.n-1, 0)
	for i := 1; i < c.n; i++ {
		length += c.Distance(i-1, i)
	}
	return length
}

// Renumbered are the same cities in another order, in which near ones are to lie near
// each other in memory: city i is the one that order[i] was.
func (c *Cities) Renumbered(order []int32, parallel ParallelFor) *Cities {
	r := &Cities{weights: c.weights, n: c.n}
	if c.points != nil {
		r.points = make([]point, c.n)
		blocks(c.n, parallel, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				r.points[i] = c.points[order[i]]
			}
		})
	}
	if c.table != nil {
		r.table = make([]int32, c.n*c.n)
		parallel(c.n, func(_, i int) {
			from, to := c.table[int(order[i])*c.n:], r.table[i*c.n:]
			for j, b := range order {
				to[j] = from[b]
			}
		})
	}
	return r
}
