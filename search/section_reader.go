package search

import (
	"io"

	"github.com/warbler-opt/warbler/problem"
)

// SectionReader reads sections of a checkpoint one after the other. It keeps the first
// error, after which what it returns is empty, so that Err is looked at once.
type SectionReader struct {
	Checkpoint *Checkpoint
	Err        error
}

// ResumeFrom reads a checkpoint of the run that a header describes.
func ResumeFrom(r io.Reader, h Header) *SectionReader {
	c, err := ReadCheckpoint(r)
	if err == nil {
		err = c.Header.Match(h)
	}
	return &SectionReader{c, err}
}

// Int64s is Checkpoint.Int64s.
func (r *SectionReader) Int64s(name string, count int) []int64 {
	return read(r, func(c *Checkpoint) ([]int64, error) { return c.Int64s(name, count) })
}

// Uint64s is Checkpoint.Uint64s.
func (r *SectionReader) Uint64s(name string, count int) []uint64 {
	return read(r, func(c *Checkpoint) ([]uint64, error) { return c.Uint64s(name, count) })
}

// Genomes is Checkpoint.Genomes.
func (r *SectionReader) Genomes(name string, rep problem.Representation, count int) problem.Genomes {
	return read(r, func(c *Checkpoint) (problem.Genomes, error) { return c.Genomes(name, rep, count) })
}

func read[T any](r *SectionReader, section func(c *Checkpoint) (T, error)) (x T) {
	if r.Err == nil {
		x, r.Err = section(r.Checkpoint)
	}
	return x
}
