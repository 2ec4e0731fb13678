package population

import (
	"unsafe"

	"github.com/warbler-opt/warbler/problem"
)

// Array is something that a replica carries from step to step. An algorithm
// lists its arrays once; its memory, its buffers on a device, the first arguments
// of its kernels, its checkpoints and how a run moves between devices follow.
type Array struct {
	storage
	section     string           // of a checkpoint; none where the content follows from the other arrays
	genomes     *problem.Genomes // of the members, if they are these
	scores      *[]problem.Score // of the members, if they are these
	elements    int
	wide        bool   // 32-bit elements are saved as 64-bit ones
	alternating bool   // after step s the content lies in buffer s % 2
	buffers     int    // on a device
	parts       int    // of the array on a device, which lie in rooms
	rooms       [2]int // bytes of a room in each buffer
}

func newArray(section string, elements int, s storage) Array {
	return Array{storage: s, section: section, elements: elements, buffers: 1, parts: 1, rooms: [2]int{s.size(), s.size()}}
}

// Members is the array of n genomes that is the population. A step writes the
// next population to next, which is nil where it changes the population in place.
func Members(section string, r problem.Representation, n int, now, next *problem.Genomes) Array {
	create := func(rows int) problem.Genomes { return problem.NewGenomes(r, rows) }
	a := newArray(section, n, pair[problem.Genomes]{n, n, r.Bytes(), now, next, create, Raw})
	a.genomes = now
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
	return newArray(section, n, pair[[]T]{n, n, int(unsafe.Sizeof(one)), now, next, create, Bytes[T]})
}

// Encoded is an array of words that Go keeps in another form: save fills words
// with it, load is the inverse.
func Encoded(section string, words int, save func(to []uint64), load func(from []uint64)) Array {
	return newArray(section, words, encoded{words, save, load})
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
	a.storage = a.storage.withRoom(elements)
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
	each := a.size() / max(1, a.elements)
	a.parts, a.rooms = parts, [2]int{first * each, second * each}
	if second > 0 {
		a.buffers = 2
	}
	return a
}

// Footprint is the bytes that a replica with these arrays takes in Go.
func Footprint(list []Array) float64 {
	sum := 0.0
	for _, a := range list {
		sum += a.footprint()
	}
	return sum
}

// storage is where an array of one replica lies in Go.
type storage interface {
	size() int                     // bytes of the content
	footprint() float64            // bytes with room for the next step, however many
	withRoom(elements int) storage // that has more of it
	allocate()                     // room for the content
	allocateNext()                 // and for that of the next step
	exchange()                     // the two
	read() []byte                  // the content: its memory, or a copy
	empty() []byte                 // for a content to be written: its memory, or new
	write(from []byte)             // sets the content
}

// pair is the storage of something and of what the next step makes of it.
type pair[T any] struct {
	n, room   int // elements, and those that there is room for
	each      int // bytes of an element
	now, next *T
	create    func(elements int) T
	raw       func(T) []byte // its memory
}

func (p pair[T]) size() int { return p.n * p.each }

func (p pair[T]) footprint() float64 {
	bytes := float64(p.room) * float64(p.each)
	if p.next == nil {
		return bytes
	}
	return 2 * bytes
}

func (p pair[T]) withRoom(elements int) storage {
	p.room = elements
	return p
}

func (p pair[T]) allocate() { *p.now = p.create(p.room) }

func (p pair[T]) allocateNext() {
	if p.next != nil {
		*p.next = p.create(p.room)
	}
}

func (p pair[T]) exchange() {
	if p.next != nil {
		*p.now, *p.next = *p.next, *p.now
	}
}

func (p pair[T]) read() []byte      { return p.raw(*p.now)[:p.size()] }
func (p pair[T]) empty() []byte     { return p.read() }
func (p pair[T]) write(from []byte) { copy(p.read(), from) }

// encoded is the storage of what has another form in Go.
type encoded struct {
	words int
	save  func(to []uint64)
	load  func(from []uint64)
}

func (e encoded) size() int            { return 8 * e.words }
func (e encoded) footprint() float64   { return float64(e.size()) }
func (e encoded) withRoom(int) storage { return e }
func (e encoded) allocate()            {}
func (e encoded) allocateNext()        {}
func (e encoded) exchange()            {}
func (e encoded) empty() []byte        { return make([]byte, e.size()) }

func (e encoded) read() []byte {
	words := make([]uint64, e.words)
	e.save(words)
	return Bytes(words)
}

func (e encoded) write(from []byte) {
	words := make([]uint64, e.words)
	copy(Bytes(words), from)
	e.load(words)
}

// index is the storage of a member's index.
type index struct{ at *uint32 }

func (x index) size() int            { return 4 }
func (x index) footprint() float64   { return float64(x.size()) }
func (x index) withRoom(int) storage { return x }
func (x index) allocate()            {}
func (x index) allocateNext()        {}
func (x index) exchange()            {}
func (x index) read() []byte         { return Bytes(unsafe.Slice(x.at, 1)) }
func (x index) empty() []byte        { return x.read() }
func (x index) write(from []byte)    { copy(x.read(), from) }
