package search

import (
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// Header says what a checkpoint belongs to: everything that decides a
// trajectory. Stop rules are not in it, so a run may be resumed for longer.
type Header struct {
	Map            int       `json:"map"` // rng.MapVersion
	Algorithm      string    `json:"algorithm"`
	Problem        string    `json:"problem"`
	Instance       string    `json:"instance"` // the instance's hash, or empty where a problem has none
	Representation string    `json:"representation"`
	Variant        string    `json:"variant,omitempty"` // of the problem, where it has several
	Values         Values    `json:"values"`            // complete
	Replicas       []Replica `json:"replicas"`
	Steps          int64     `json:"steps"` // done so far, for people; not compared
}

// HeaderOf is the header of a run: its parameters completed from the table.
func HeaderOf(algorithm string, params Table, c Config) Header {
	h := Header{
		Map:            rng.MapVersion,
		Algorithm:      algorithm,
		Problem:        c.Problem.Name(),
		Representation: describe(c.Problem.Representation()),
		Values:         params.Fill(c.Values),
		Replicas:       make([]Replica, len(c.Replicas)),
	}
	h.Variant = variant(c.Problem)
	for i, r := range c.Replicas {
		h.Replicas[i] = Replica{Seed: r.Seed, Values: params.canonical(r.Values)}
	}
	if p, ok := c.Problem.(problem.Hashed); ok {
		sum := p.Hash()
		h.Instance = hex.EncodeToString(sum[:])
	}
	return h
}

// variant is how a problem scores, where there are several ways.
func variant(p problem.Problem) string {
	if v, ok := p.(problem.Varied); ok {
		return v.Variant()
	}
	return ""
}

// MismatchError is a checkpoint of another run.
type MismatchError struct {
	What         string // "instance", "parameter pc", …
	Saved, Given string
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("checkpoint: it was written for another %s: %s there, %s here", e.What, e.Saved, e.Given)
}

// Match reports in what h, the header of a checkpoint, differs from other, the
// header of the run that is to continue it.
func (h Header) Match(other Header) error {
	if err := h.version(); err != nil {
		return err
	}
	if err := h.same(other); err != nil {
		return err
	}
	if a, b := short(h.Instance), short(other.Instance); a != b {
		return &MismatchError{"instance", a, b}
	}
	if h.Variant != other.Variant && h.Variant != "" { // older checkpoints do not say
		return &MismatchError{"variant of the problem", h.Variant, other.Variant}
	}
	if a, b := len(h.Replicas), len(other.Replicas); a != b {
		return &MismatchError{"number of replicas", fmt.Sprint(a), fmt.Sprint(b)}
	}
	if err := matchValues("parameter ", h.Values, other.Values); err != nil {
		return err
	}
	for i, r := range h.Replicas {
		o := other.Replicas[i]
		if r.Seed != o.Seed {
			return &MismatchError{fmt.Sprintf("seed of replica %d", i), fmt.Sprint(r.Seed), fmt.Sprint(o.Seed)}
		}
		if err := matchValues(fmt.Sprintf("replica %d's parameter ", i), r.Values, o.Values); err != nil {
			return err
		}
	}
	return nil
}

// For reports whether h, the header of a checkpoint, is of an algorithm and of a
// problem like p. Who takes parameters from it asks first: what they would be
// refused for is not what is wrong.
func (h Header) For(algorithm string, p problem.Problem) error {
	return h.same(Header{Algorithm: algorithm, Problem: p.Name(), Representation: describe(p.Representation())})
}

// same compares what is solved, and how.
func (h Header) same(other Header) error {
	for _, pair := range []struct{ what, saved, given string }{
		{"algorithm", h.Algorithm, other.Algorithm},
		{"problem", h.Problem, other.Problem},
		{"representation", h.Representation, other.Representation},
	} {
		if pair.saved != pair.given {
			return &MismatchError{pair.what, pair.saved, pair.given}
		}
	}
	return nil
}

func matchValues(what string, saved, given Values) error {
	if len(saved) == 0 && len(given) == 0 || reflect.DeepEqual(saved, given) {
		return nil
	}
	both := Values{}
	for name := range saved {
		both[name] = ""
	}
	for name := range given {
		both[name] = ""
	}
	for _, name := range both.names() {
		if saved[name] != given[name] {
			return &MismatchError{what + name, quoteEmpty(saved[name]), quoteEmpty(given[name])}
		}
	}
	return nil
}

func quoteEmpty(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// short is enough of a hash to tell two instances apart in a message.
func short(hash string) string {
	if len(hash) > 16 {
		return hash[:16]
	}
	return hash
}

func (h Header) version() error {
	if h.Map != rng.MapVersion {
		return &VersionError{"random number map", h.Map, rng.MapVersion}
	}
	return nil
}

// describe writes a representation in one line; bounds are hashed.
func describe(r problem.Representation) string {
	s := fmt.Sprintf("%v of %d genes", r.Kind, r.Length)
	if r.Kind == problem.Discrete {
		s += fmt.Sprintf(", %d symbols", r.Alphabet)
	}
	if r.Kind == problem.Real {
		s += ", bounds " + hashBounds(r.Lower, r.Upper)
	}
	if c := r.Code; c != nil {
		s += fmt.Sprintf(", %d bits each, gray %v, bounds %s", c.Bits, c.Gray, hashBounds(c.Lower, c.Upper))
	}
	return s
}

func hashBounds(bounds ...[]float64) string {
	h := fnv.New64a()
	for _, list := range bounds {
		for _, f := range list {
			fmt.Fprintf(h, "%x,", math.Float64bits(f))
		}
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
