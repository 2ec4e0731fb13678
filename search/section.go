package search

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/problem"
)

// Any asks a section's getter for as many elements as there are.
const Any = -1

// PutInt64s stores a section of integers.
func (c *Checkpoint) PutInt64s(name string, list []int64) {
	b := make([]byte, 0, 8*len(list))
	for _, x := range list {
		b = binary.LittleEndian.AppendUint64(b, uint64(x))
	}
	c.put(name, b)
}

// PutUint64s stores a section of words.
func (c *Checkpoint) PutUint64s(name string, list []uint64) {
	b := make([]byte, 0, 8*len(list))
	for _, x := range list {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	c.put(name, b)
}

// PutFloat64s stores a section of floats, bit for bit.
func (c *Checkpoint) PutFloat64s(name string, list []float64) {
	b := make([]byte, 0, 8*len(list))
	for _, x := range list {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	c.put(name, b)
}

// PutGenomes stores a section of genomes, rows as problem.Genomes has them.
func (c *Checkpoint) PutGenomes(name string, g problem.Genomes) {
	switch g.Kind {
	case problem.Binary:
		c.PutUint64s(name, g.Bits)
	case problem.Discrete:
		c.put(name, append([]byte(nil), g.Symbs...))
	case problem.Permutation:
		b := make([]byte, 0, 2*len(g.Orders))
		for _, x := range g.Orders {
			b = binary.LittleEndian.AppendUint16(b, x)
		}
		c.put(name, b)
	default:
		c.PutFloat64s(name, g.Reals)
	}
}

func (c *Checkpoint) put(name string, b []byte) {
	if c.Sections == nil {
		c.Sections = make(map[string][]byte)
	}
	c.Sections[name] = b
}

// Int64s reads a section of count integers, or of Any number. A section that
// is missing or has another length is a *DamagedError.
func (c *Checkpoint) Int64s(name string, count int) ([]int64, error) {
	b, err := c.section(name, 8, count)
	if err != nil {
		return nil, err
	}
	list := make([]int64, len(b)/8)
	for i := range list {
		list[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return list, nil
}

// Uint64s is Int64s for words.
func (c *Checkpoint) Uint64s(name string, count int) ([]uint64, error) {
	b, err := c.section(name, 8, count)
	if err != nil {
		return nil, err
	}
	list := make([]uint64, len(b)/8)
	for i := range list {
		list[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return list, nil
}

// Float64s is Int64s for floats.
func (c *Checkpoint) Float64s(name string, count int) ([]float64, error) {
	b, err := c.section(name, 8, count)
	if err != nil {
		return nil, err
	}
	list := make([]float64, len(b)/8)
	for i := range list {
		list[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return list, nil
}

// Genomes reads a section of count genomes of a representation, or of Any
// number, and refuses genomes that the representation does not allow.
func (c *Checkpoint) Genomes(name string, r problem.Representation, count int) (problem.Genomes, error) {
	size := map[problem.GenomeKind]int{problem.Binary: 8, problem.Discrete: 1, problem.Permutation: 2, problem.Real: 8}[r.Kind]
	b, err := c.section(name, size*r.Stride(), count)
	if err != nil {
		return problem.Genomes{}, err
	}
	g := problem.NewGenomes(r, len(b)/(size*r.Stride()))
	copy(g.Symbs, b)
	for i := range g.Bits {
		g.Bits[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	for i := range g.Orders {
		g.Orders[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	for i := range g.Reals {
		g.Reals[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	for i := 0; i < g.Len(); i++ {
		if err := CheckGenome(r, g.At(i)); err != nil {
			return problem.Genomes{}, &DamagedError{fmt.Sprintf("section %s, genome %d: %v", name, i, err)}
		}
	}
	return g, nil
}

// section is a section's content, which must be count elements of size bytes.
func (c *Checkpoint) section(name string, size, count int) ([]byte, error) {
	b, ok := c.Sections[name]
	switch {
	case !ok:
		return nil, &DamagedError{"section " + name + " is missing"}
	case len(b)%size != 0 || count != Any && len(b) != size*count:
		return nil, &DamagedError{fmt.Sprintf("section %s has %d bytes, not %d elements of %d", name, len(b), count, size)}
	}
	return b, nil
}

// CheckGenome reports in what a genome does not follow a representation: its
// length, a symbol outside the alphabet, a place taken twice, a number outside
// the bounds. It is for genomes from outside: start solutions, checkpoints.
func CheckGenome(r problem.Representation, g problem.Genome) error {
	length, want := len(g.Reals), r.Length
	switch r.Kind {
	case problem.Binary:
		length, want = len(g.Bits), r.Words()
	case problem.Discrete:
		length = len(g.Symbols)
	case problem.Permutation:
		length = len(g.Order)
	}
	if length != want {
		return fmt.Errorf("search: a %v genome of %d genes does not have length %d", r.Kind, r.Length, length)
	}
	if tail := r.Length & 63; r.Kind == problem.Binary && tail != 0 && g.Bits[want-1]>>tail != 0 {
		return fmt.Errorf("search: bits are set beyond gene %d", r.Length-1)
	}
	for j, s := range g.Symbols {
		if int(s) >= r.Alphabet {
			return fmt.Errorf("search: gene %d is symbol %d of an alphabet of %d", j, s, r.Alphabet)
		}
	}
	if r.Kind == problem.Permutation {
		seen := make([]bool, r.Length)
		for j, place := range g.Order {
			if int(place) >= r.Length || seen[place] {
				return fmt.Errorf("search: gene %d, %d, is no place of its own among %d", j, place, r.Length)
			}
			seen[place] = true
		}
	}
	for j, x := range g.Reals {
		if !(x >= r.Lower[j] && x <= r.Upper[j]) {
			return fmt.Errorf("search: gene %d is %g, outside %g to %g", j, x, r.Lower[j], r.Upper[j])
		}
	}
	return nil
}
