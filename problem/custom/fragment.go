package custom

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/warbler-opt/warbler/problem"
)

// maxText is the longest fragment, in bytes.
const maxText = 1 << 20

// fragment is a problem as its user wrote it: text, header and data, read and
// checked. It is plain data, so that another process can have it too, and a problem
// whose scores this process cannot tell.
type fragment struct {
	File      string // as it was named, for messages
	Title     string
	Text      string
	Genomes   problem.Representation
	Minimize  bool
	Criteria  []criterion   // with several objectives; else none
	Real      bool          // scores are float64
	Bounded   bool          // no score can beat
	BestScore problem.Score // this one
	Arrays    []array
	Wait      time.Duration // for one evaluation, or 0
	Library   []byte        // the text compiled for this CPU, or nil
	Lenient   bool          // no C compiler has warned of fractions: see wholeReturns
	Warnings  string        // of the C compiler, about the fragment's lines

	outline *outline
}

// The functions that mean something. A fragment has fitness or fitness_group.
const (
	fitnessName = "fitness"
	groupName   = "fitness_group"
	deltaName   = "delta"
	repairName  = "repair"
	limitName   = "violation"
	severalName = "scores"
)

// readFragment reads a fragment, its header and the files that the header names; name
// is its file's.
func readFragment(r io.Reader, name string, options Options) (*fragment, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxText+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxText || !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, fmt.Errorf("%s: it is no C source of at most %d bytes", name, maxText)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // which some editors write
	f := &fragment{File: name, Text: string(text)}
	if err := f.readHeader(options); err != nil {
		return nil, err
	}
	if f.outline, err = f.scan(f.Text); err != nil {
		return nil, err
	}
	return f, f.check()
}

// check asks for the functions that there must be.
func (f *fragment) check() error {
	if err := cmp.Or(f.checkSeveral(), f.checkMixed()); err != nil {
		return err
	}
	if !f.has(fitnessName) && !f.has(groupName) && !f.several() {
		return lineError(f.File, 1, "there is no function fitness: write score fitness(genome g, data d) { … }")
	}
	if i, ok := f.outline.defined(deltaName); ok && f.has(limitName) {
		return lineError(f.File, i.line, "delta says what a move adds to fitness, and not to violation: a fragment has one of them")
	}
	if i, ok := f.outline.defined(deltaName); ok {
		if f.Real {
			return lineError(f.File, i.line, "delta is for integer scores: sums of floats that are made in another order are other numbers")
		}
		if f.Genomes.Kind == problem.Real {
			return lineError(f.File, i.line, "delta is for local searches, which do not work on real genomes")
		}
	}
	return f.checkPasted()
}

// has reports whether the fragment defines a function.
func (f *fragment) has(name string) bool {
	_, ok := f.outline.defined(name)
	return ok
}

func init() { gob.Register(&fragment{}) }

// Open implements subprocess.Spec: in a child the library becomes a part of the
// process. Without one there are scores on devices only.
func (f *fragment) Open() (p problem.Problem, err error) {
	if f.outline, err = f.scan(f.Text); err != nil || f.Library == nil {
		return f, err
	}
	return f.load()
}

// Patience is how long one evaluation may take before it counts as endless, where the
// header says it.
func (f *fragment) Patience() time.Duration { return f.Wait }

// Name is that of all custom problems.
func (f *fragment) Name() string { return "custom" }

// Representation is what the header says.
func (f *fragment) Representation() problem.Representation { return f.Genomes }

// Evaluate is the worst score: nothing here can run the fragment. Engines on a
// device do not ask.
func (f *fragment) Evaluate(problem.Genome) problem.Score { return problem.Worst }

// Objective says how scores read.
func (f *fragment) Objective() problem.Objective {
	o := problem.Objective{Float: f.Real, Minimize: f.Minimize, Constrained: f.has(limitName) && !f.several()}
	if f.several() {
		o.Minimize = f.Criteria[0].Minimize
	}
	return o
}

// Bound is what the header says no score can beat.
func (f *fragment) Bound() (problem.Score, bool) { return f.BestScore, f.Bounded }

// Hash identifies everything that decides a score.
func (f *fragment) Hash() [32]byte {
	h, r := sha256.New(), f.Genomes
	// Field by field: another one must not change the hashes of those that do without.
	fmt.Fprintf(h, "%d\n%s%v %v {Kind:%v Length:%d Alphabet:%d Lower:%v Upper:%v Code:<nil>}\n",
		len(f.Text), f.Text, f.Minimize, f.Real, r.Kind, r.Length, r.Alphabet, r.Lower, r.Upper)
	if r.Variables != nil {
		fmt.Fprintf(h, "%+v\n", r.Variables)
	}
	if f.several() {
		fmt.Fprintf(h, "%+v\n", f.Criteria)
	}
	for _, a := range f.Arrays {
		fmt.Fprintf(h, "%s %v %v %d %d\n", a.Name, a.Real, a.Scalar, a.Rows, a.Columns)
		_ = binary.Write(h, binary.LittleEndian, a.Words) // a hash takes everything
	}
	return [32]byte(h.Sum(nil))
}
