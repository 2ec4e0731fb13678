// Package checkpoint writes and reads the sections of checkpoints: lists of numbers and
// of genomes.
package checkpoint

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Put stores a section: a []int64, a []uint64, a []float64 or a problem.Genomes.
func Put(c *search.Checkpoint, name string, list any) {
	if g, ok := list.(problem.Genomes); ok {
		list = elements(g)
	}
	b, err := binary.Append(nil, binary.LittleEndian, list)
	if err != nil {
		panic("checkpoint: " + err.Error()) // a mistake of the program, not of its user
	}
	if c.Sections == nil {
		c.Sections = make(map[string][]byte)
	}
	c.Sections[name] = b
}

// elements is what a table of genomes is made of.
func elements(g problem.Genomes) any {
	switch g.Kind {
	case problem.Binary:
		return g.Bits
	case problem.Discrete:
		return g.Symbs
	case problem.Permutation:
		if g.Long {
			return g.Longs
		}
		return g.Orders
	}
	return g.Reals
}

// Reader reads the sections of a checkpoint. It keeps the first error, a
// *search.CheckpointError, after which what it returns is zero.
type Reader struct {
	Checkpoint *search.Checkpoint
	Err        error
}

// Resume reads a checkpoint of the run that a header describes.
func Resume(r io.Reader, h search.Header) *Reader {
	c, err := search.ReadCheckpoint(r)
	if err == nil {
		err = c.Header.Match(h)
	}
	return &Reader{c, err}
}

// Int64s reads a section of count integers.
func (r *Reader) Int64s(name string, count int) []int64 {
	list := make([]int64, count)
	r.fill(name, list)
	return list
}

// Uint64s reads a section of count words.
func (r *Reader) Uint64s(name string, count int) []uint64 {
	list := make([]uint64, count)
	r.fill(name, list)
	return list
}

// Genomes reads a section of count genomes and refuses those that the
// representation does not allow.
func (r *Reader) Genomes(name string, rep problem.Representation, count int) problem.Genomes {
	g := problem.NewGenomes(rep, count)
	r.fill(name, elements(g))
	for i := 0; i < count && r.Err == nil; i++ {
		if err := search.CheckGenome(rep, g.At(i)); err != nil {
			r.Err = &search.CheckpointError{Reason: fmt.Sprintf("section %s, genome %d: %v", name, i, err)}
		}
	}
	return g
}

// fill sets a list to the content of a section, which must be as long.
func (r *Reader) fill(name string, list any) {
	if r.Err != nil {
		return
	}
	b, ok := r.Checkpoint.Sections[name]
	switch size := binary.Size(list); {
	case !ok:
		r.Err = &search.CheckpointError{Reason: "section " + name + " is missing"}
	case len(b) != size:
		r.Err = &search.CheckpointError{Reason: fmt.Sprintf("section %s has %d bytes, not %d", name, len(b), size)}
	default:
		_, r.Err = binary.Decode(b, binary.LittleEndian, list)
	}
}
