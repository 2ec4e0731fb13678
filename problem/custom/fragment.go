package custom

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/warbler-opt/warbler/problem"
)

// maxText is the longest fragment, in bytes.
const maxText = 1 << 20

// Fragment is a problem as its user wrote it: text, header and data, read and
// checked. It is plain data, so that another process can have it too.
type Fragment struct {
	File           string // as it was named, for messages
	Name           string
	Text           string
	Representation problem.Representation
	Minimize       bool
	Real           bool          // scores are float64
	Bounded        bool          // no score can beat
	BestScore      problem.Score // this one
	Arrays         []Array
	Warnings       string // of the C compiler, about the fragment's lines

	outline *outline
}

// The functions that mean something. A fragment has fitness or fitness_group.
const (
	fitnessName = "fitness"
	groupName   = "fitness_group"
	deltaName   = "delta"
	repairName  = "repair"
)

// Read reads a fragment, its header and the files that the header names; name
// is its file's.
func Read(r io.Reader, name string, options Options) (*Fragment, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxText+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxText || !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, fmt.Errorf("%s: it is no C source of at most %d bytes", name, maxText)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // which some editors write
	f := &Fragment{File: name, Text: string(text)}
	if err := f.readHeader(options); err != nil {
		return nil, err
	}
	if f.outline, err = scan(name, f.Text); err != nil {
		return nil, err
	}
	return f, f.check()
}

// check asks for the functions that there must be.
func (f *Fragment) check() error {
	if !f.has(fitnessName) && !f.has(groupName) {
		return &LineError{f.File, 1, "there is no function fitness: write score fitness(genome g, data d) { … }"}
	}
	if i, ok := f.outline.defined(deltaName); ok {
		if f.Real {
			return &LineError{f.File, i.line, "delta is for integer scores: sums of floats that are made in another order are other numbers"}
		}
		if f.Representation.Kind == problem.Real {
			return &LineError{f.File, i.line, "delta is for local searches, which do not work on real genomes"}
		}
	}
	return f.checkPasted()
}

// has reports whether the fragment defines a function.
func (f *Fragment) has(name string) bool {
	_, ok := f.outline.defined(name)
	return ok
}

// Functions are those of the fragment that a search calls.
func (f *Fragment) Functions() (list []string) {
	for _, name := range []string{fitnessName, groupName, deltaName, repairName} {
		if f.has(name) {
			list = append(list, name)
		}
	}
	return list
}

// Repairs reports whether the fragment changes genomes before they are scored.
func (f *Fragment) Repairs() bool { return f.has(repairName) }

// Objective says how scores read.
func (f *Fragment) Objective() problem.Objective {
	return problem.Objective{Float: f.Real, Minimize: f.Minimize}
}

// Hash identifies everything that decides a score.
func (f *Fragment) Hash() [32]byte {
	h := sha256.New()
	fmt.Fprintf(h, "%d\n%s%v %v %+v\n", len(f.Text), f.Text, f.Minimize, f.Real, f.Representation)
	for _, a := range f.Arrays {
		fmt.Fprintf(h, "%s %v %v %d %d\n", a.Name, a.Real, a.Scalar, a.Rows, a.Columns)
		_ = binary.Write(h, binary.LittleEndian, a.Words) // a hash takes everything
	}
	return [32]byte(h.Sum(nil))
}

// spec is a fragment on its way to another process.
type spec struct {
	Fragment Fragment
	Library  []byte // compiled for this CPU, or nil
}

// Encode is the fragment, with its compiled library if there is one, for Decode
// in another process.
func (f *Fragment) Encode(library []byte) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(spec{*f, library})
	return b.Bytes(), err
}

// Decode is the inverse of Encode.
func Decode(b []byte) (*Fragment, []byte, error) {
	var s spec
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&s); err != nil {
		return nil, nil, err
	}
	f := &s.Fragment
	var err error
	f.outline, err = scan(f.File, f.Text)
	return f, s.Library, err
}
