package population

import (
	"unsafe"

	"github.com/warbler-opt/warbler/problem"
)

// Array is something that a replica carries from step to step. An algorithm
// lists its arrays once; its memory, its buffers on a device, the first arguments
// of its kernels, its checkpoints and how a run moves between devices follow.
type Array struct {
	section     string           // of a checkpoint; none where the content follows from the other arrays
	name        string           // in kernels
	element     string           // type there
	genomes     *problem.Genomes // of the members, if they are these
	scores      *[]problem.Score // of the members, if they are these
	elements    int
	each        int    // bytes of an element
	room        int    // elements that there is room for in Go
	copies      int    // in Go: 2 where a step writes the next content elsewhere
	wide        bool   // 32-bit elements are saved as 64-bit ones
	alternating bool   // after step s the content lies in buffer s % 2
	buffers     int    // on a device
	fetched     bool   // from a device though it has no section
	parts       int    // of the array on a device, which lie in rooms
	rooms       [2]int // bytes of a room in each buffer

	allocate     func(elements int) // memory for the content
	allocateNext func(elements int) // and for that of the next step
	exchange     func()             // the two
	read         func() []byte      // the content: its memory, or a copy
	write        func(from []byte)  // sets the content
}

// newArray is an array that needs no memory but what the algorithm has for it.
func newArray(section string, elements, each int, read func() []byte, write func(from []byte)) Array {
	nothing := func(int) {}
	return Array{
		section: section, name: section, element: "u64", elements: elements, each: each, room: elements, copies: 1,
		buffers: 1, parts: 1, rooms: [2]int{elements * each, elements * each},
		allocate: nothing, allocateNext: nothing, exchange: func() {}, read: read, write: write,
	}
}

// newPair is an array of something and of what the next step makes of it.
func newPair[T any](section string, n, each int, now, next *T, create func(elements int) T, raw func(T) []byte) Array {
	read := func() []byte { return raw(*now)[:n*each] }
	a := newArray(section, n, each, read, func(from []byte) { copy(read(), from) })
	a.allocate = func(elements int) { *now = create(elements) }
	if next != nil {
		a.copies = 2
		a.allocateNext = func(elements int) { *next = create(elements) }
		a.exchange = func() { *now, *next = *next, *now }
	}
	return a
}

// Members is the array of n genomes that is the population. A step writes the
// next population to next, which is nil where it changes the population in place.
func Members(section string, r problem.Representation, n int, now, next *problem.Genomes) Array {
	create := func(rows int) problem.Genomes { return problem.NewGenomes(r, rows) }
	a := newPair(section, n, r.Bytes(), now, next, create, Raw)
	a.genomes, a.element = now, "gene"
	return a
}

// Scores is the array of the members' scores.
func Scores(section string, n int, now, next *[]problem.Score) Array {
	a := Slice(section, n, now, next)
	a.scores = now
	return a
}

// Slice is an array of n elements of a type without pointers. Without a section
// it is not saved.
func Slice[T any](section string, n int, now, next *[]T) Array {
	var one T
	create := func(n int) []T { return make([]T, n) }
	a := newPair(section, n, int(unsafe.Sizeof(one)), now, next, create, Bytes[T])
	a.element = elementOf(one)
	return a
}

// elementOf is the type of a value in kernels; of a struct, those of its words.
func elementOf(value any) string {
	switch value.(type) {
	case uint8:
		return "u8"
	case uint32:
		return "u32"
	case int64:
		return "i64"
	case float64:
		return "f64"
	}
	return "u64"
}

// Encoded is an array of words that Go keeps in another form: save fills words
// with it, load is the inverse.
func Encoded(section string, n int, save func(to []uint64), load func(from []uint64)) Array {
	read := func() []byte {
		words := make([]uint64, n)
		save(words)
		return Bytes(words)
	}
	return newArray(section, n, 8, read, func(from []byte) {
		words := make([]uint64, n)
		copy(Bytes(words), from)
		load(words)
	})
}

// One is an array of one element, which has no pointers.
func One[T any](section string, at *T) Array {
	read := func() []byte { return Bytes(unsafe.Slice(at, 1)) }
	a := newArray(section, 1, int(unsafe.Sizeof(*at)), read, func(from []byte) { copy(read(), from) })
	a.element = elementOf(*at)
	return a
}

// Genome is an array of one genome that Go keeps in another form: it is what get
// returns, and set is the inverse.
func Genome(section string, r problem.Representation, get func() problem.Genome, set func(g problem.Genome)) Array {
	row := problem.NewGenomes(r, 1)
	read := func() []byte {
		row.At(0).Set(get())
		return Raw(row)
	}
	a := newArray(section, 1, r.Bytes(), read, func(from []byte) {
		copy(Raw(row), from)
		set(row.At(0))
	})
	a.genomes = &row
	return a
}

// OnlyInGo says that a device has no such array: there its content follows from the
// other arrays.
func (a Array) OnlyInGo() Array {
	a.buffers = 0
	return a
}

// OnlyOnDevice says that other arrays of a checkpoint have the content, but not those
// of a device.
func (a Array) OnlyOnDevice() Array {
	a.fetched = true
	return a
}

// Named gives the array another name in kernels than its section has.
func (a Array) Named(name string) Array {
	a.name = name
	return a
}

// Alternating gives the array two buffers on a device: after step s it lies in
// number s % 2.
func (a Array) Alternating() Array {
	a.alternating, a.buffers = true, 2
	return a
}

// WithRoom gives the array in Go room for more elements than are its content: a
// step may keep what it makes behind it.
func (a Array) WithRoom(elements int) Array {
	a.room = elements
	return a
}

// Wide saves an array of 32-bit elements as one of 64-bit elements.
func (a Array) Wide() Array {
	a.wide = true
	return a
}

// InRooms says that a device keeps the array in parts of the same size, each in a
// room for so many elements. The rooms of a second buffer, if there are any, may
// have another size.
func (a Array) InRooms(parts, first, second int) Array {
	a.parts, a.rooms = parts, [2]int{first * a.each, second * a.each}
	if second > 0 {
		a.buffers = 2
	}
	return a
}

// size is the bytes of the content.
func (a *Array) size() int { return a.elements * a.each }

// Footprint is the bytes that a replica with these arrays takes in Go.
func Footprint(list []Array) float64 {
	sum := 0.0
	for _, a := range list {
		sum += float64(a.copies) * float64(a.room) * float64(a.each)
	}
	return sum
}
