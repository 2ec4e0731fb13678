package search

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"maps"
	"math"

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
	// Behind is by how many of them the last of the running replicas is behind; its
	// trace ends there.
	Behind int64 `json:"behind,omitempty"`
}

// HeaderOf is the header of a run: its parameters completed from the table.
func HeaderOf(algorithm string, params Table, c Config) Header {
	h := Header{
		Map:            rng.MapVersion,
		Algorithm:      algorithm,
		Problem:        c.Problem.Name(),
		Representation: describe(c.Problem.Representation()),
		Values:         params.For(c.Problem.Representation().Kind).Fill(c.Values),
		Replicas:       make([]Replica, len(c.Replicas)),
	}
	for i, r := range c.Replicas {
		h.Replicas[i] = Replica{Seed: r.Seed, Values: params.canonical(r.Values)}
	}
	if p, ok := c.Problem.(problem.Hashed); ok {
		sum := p.Hash()
		h.Instance = hex.EncodeToString(sum[:])
	}
	if p, ok := c.Problem.(interface{ Variant() string }); ok {
		h.Variant = p.Variant()
	}
	return h
}

// Match reports in what h, the header of a checkpoint, differs from other, the
// header of the run that is to continue it.
func (h Header) Match(other Header) error {
	if err := h.version(); err != nil {
		return err
	}
	list := append(h.subject(other), difference{"instance", short(h.Instance), short(other.Instance)})
	if h.Variant != "" { // older checkpoints do not say
		list = append(list, difference{"variant of the problem", h.Variant, other.Variant})
	}
	list = append(list, difference{"number of replicas", fmt.Sprint(len(h.Replicas)), fmt.Sprint(len(other.Replicas))})
	list = append(list, differences("parameter ", h.Values, other.Values)...)
	for i := range min(len(h.Replicas), len(other.Replicas)) {
		saved, given := h.Replicas[i], other.Replicas[i]
		list = append(list, difference{fmt.Sprintf("seed of replica %d", i), fmt.Sprint(saved.Seed), fmt.Sprint(given.Seed)})
		list = append(list, differences(fmt.Sprintf("replica %d's parameter ", i), saved.Values, given.Values)...)
	}
	return mismatch(list)
}

// For reports whether h, the header of a checkpoint, is of an algorithm and of a
// problem like p. Who takes parameters from it asks first: what they would be
// refused for is not what is wrong.
func (h Header) For(algorithm string, p problem.Problem) error {
	return mismatch(h.subject(Header{Algorithm: algorithm, Problem: p.Name(), Representation: describe(p.Representation())}))
}

// difference is something that a checkpoint and the run that continues it may say
// differently.
type difference struct{ what, saved, given string }

// mismatch is the error for the first difference that is one.
func mismatch(list []difference) error {
	for _, d := range list {
		if d.saved != d.given {
			return &CheckpointError{fmt.Sprintf("it was written for another %s: %s there, %s here", d.what, d.saved, d.given)}
		}
	}
	return nil
}

// subject is what is solved, and how.
func (h Header) subject(other Header) []difference {
	return []difference{
		{"algorithm", h.Algorithm, other.Algorithm},
		{"problem", h.Problem, other.Problem},
		{"representation", h.Representation, other.Representation},
	}
}

// differences are those of parameters, by name.
func differences(what string, saved, given Values) (list []difference) {
	both := make(Values, len(saved))
	maps.Copy(both, saved)
	maps.Copy(both, given)
	for _, name := range both.names() {
		list = append(list, difference{what + name, cmp.Or(saved[name], "nothing"), cmp.Or(given[name], "nothing")})
	}
	return list
}

// short is enough of a hash to tell two instances apart in a message.
func short(hash string) string { return hash[:min(len(hash), 16)] }

func (h Header) version() error {
	if h.Map != rng.MapVersion {
		return versionError("random number map", h.Map, rng.MapVersion)
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
	if r.Variables != nil {
		h := fnv.New64a()
		fmt.Fprintf(h, "%+v", r.Variables)
		s += fmt.Sprintf(", variables %016x", h.Sum64())
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
