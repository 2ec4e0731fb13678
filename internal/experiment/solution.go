package experiment

import (
	"bytes"
	"compress/flate"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The ways in which a genome is stored, its first byte.
const (
	plainGenome = iota
	deflatedGenome
)

// smallGenome is the most bytes that are not worth compressing.
const smallGenome = 64

// deflaters are kept: making one takes longer than using it.
var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed) // a level that there is
	return w
}}

// packGenome makes bytes of a genome, compressed where that makes them fewer. The
// problem's representation says what they are.
func packGenome(g problem.Genome) []byte {
	plain := []byte{plainGenome}
	for _, part := range []any{g.Bits, g.Symbols, g.Order, g.Long, g.Reals} {
		plain, _ = binary.Append(plain, binary.LittleEndian, part) // all have a size
	}
	if len(plain) <= smallGenome {
		return plain
	}
	packed := bytes.NewBuffer([]byte{deflatedGenome})
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(packed)
	_, err := w.Write(plain[1:])
	if err = errors.Join(err, w.Close()); err != nil || packed.Len() >= len(plain) {
		return plain
	}
	return packed.Bytes()
}

// unpackGenome is the inverse of packGenome for genomes of a representation.
func unpackGenome(r problem.Representation, b []byte) (problem.Genome, error) {
	g := problem.NewGenomes(r, 1).At(0)
	damaged := errors.New("the solution is damaged")
	if len(b) == 0 || b[0] > deflatedGenome {
		return g, damaged
	}
	from := io.Reader(bytes.NewReader(b[1:]))
	if b[0] == deflatedGenome {
		from = flate.NewReader(from)
	}
	for _, part := range []any{g.Bits, g.Symbols, g.Order, g.Long, g.Reals} {
		if err := binary.Read(from, binary.LittleEndian, part); err != nil {
			return g, damaged
		}
	}
	if n, _ := io.Copy(io.Discard, io.LimitReader(from, 1)); n > 0 {
		return g, damaged
	}
	return g, search.CheckGenome(r, g)
}

// Solution is the best solution of a run, verified.
type Solution struct {
	Run
	Cell   *Cell
	Genome problem.Genome
	form   problem.Form
}

// ReadSolution reads the best solution of a run from a campaign's folder and verifies it
// by the instance as it was read.
func ReadSolution(dir string, number int) (s Solution, err error) {
	db, err := openCampaign(dir, "ro", patient)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	r, err := readResults(db, dir)
	if err != nil {
		return s, err
	}
	var found bool
	for _, c := range r.Cells {
		for _, run := range c.Runs {
			if run.Number == number {
				s.Run, s.Cell, found = run, c, true
			}
		}
	}
	if !found {
		return s, &FolderError{dir, fmt.Sprintf("run %d has not finished, or is none of the campaign's %d", number, r.Runs())}
	}
	var packed []byte
	switch err := db.QueryRow("SELECT genome FROM solutions WHERE run = ?", number).Scan(&packed); {
	case errors.Is(err, sql.ErrNoRows):
		return s, &FolderError{dir, "the campaign was run with --no-solutions, so it has none"}
	case err != nil:
		return s, err
	}
	p, err := storedPlan(db, r)
	if err != nil {
		return s, err
	}
	on := p.Cells[s.Run.Cell].on
	if s.Genome, err = unpackGenome(on.problem.Representation(), packed); err == nil {
		err = on.verify(search.Solution{Genome: s.Genome, Score: s.Score, Seed: s.Seed})
	}
	s.form = on.form
	return s, err
}

// Write prints the solution as the problem's command does.
func (s Solution) Write(w io.Writer) error {
	if tells, ok := s.form.(problem.Reporter); ok {
		return tells.Report(w, problem.Outcome{Best: []problem.Found{{Genome: s.Genome, Score: s.Score}}, Optimal: s.Status == search.Optimal.String()})
	}
	return s.form.Write(w, s.Genome, s.Score)
}
