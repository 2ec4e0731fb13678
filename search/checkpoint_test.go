package search_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

func sample() *search.Checkpoint {
	c := &search.Checkpoint{Header: search.HeaderOf("genetic", table, search.Config{
		Problem:  ones(70),
		Values:   search.Values{"population": "1e3"},
		Replicas: search.Seeds(7, 3),
	})}
	c.PutInt64s("scores", []int64{-1, 0, math.MaxInt64})
	c.PutUint64s("words", []uint64{math.MaxUint64, 5})
	c.PutFloat64s("means", []float64{math.Inf(-1), 0.1, math.Copysign(0, -1)})
	g := problem.NewGenomes(ones(70).Representation(), 3)
	for i := range g.Len() {
		g.At(i).Bits[1] = uint64(i)
	}
	c.PutGenomes("population", g)
	return c
}

func written(t *testing.T, c *search.Checkpoint) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCheckpointRoundTrip(t *testing.T) {
	c := sample()
	b := written(t, c)
	if !bytes.Equal(b, written(t, sample())) {
		t.Error("the same checkpoint gave other bytes")
	}
	r, err := search.ReadCheckpoint(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r, c) {
		t.Errorf("got %+v\nwant %+v", r, c)
	}
	if err := r.Header.Match(c.Header); err != nil {
		t.Error(err)
	}
	scores, err := r.Int64s("scores", 3)
	if err != nil || !reflect.DeepEqual(scores, []int64{-1, 0, math.MaxInt64}) {
		t.Error(scores, err)
	}
	words, err := r.Uint64s("words", search.Any)
	if err != nil || !reflect.DeepEqual(words, []uint64{math.MaxUint64, 5}) {
		t.Error(words, err)
	}
	means, err := r.Float64s("means", 3)
	if err != nil || !math.IsInf(means[0], -1) || !math.Signbit(means[2]) {
		t.Error(means, err)
	}
	g, err := r.Genomes("population", ones(70).Representation(), 3)
	if err != nil || g.Len() != 3 || g.At(2).Bits[1] != 2 {
		t.Error(g, err)
	}
	for name, err := range map[string]error{
		"missing":        second(r.Int64s("nothing", 1)),
		"another length": second(r.Int64s("scores", 4)),
		"beyond the end": second(r.Genomes("population", ones(65).Representation(), 3)),
	} {
		var damaged *search.DamagedError
		if !errors.As(err, &damaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestGenomesOfEveryKind(t *testing.T) {
	for _, r := range []problem.Representation{
		{Kind: problem.Binary, Length: 1},
		{Kind: problem.Discrete, Length: 5, Alphabet: 4},
		{Kind: problem.Permutation, Length: 3},
		{Kind: problem.Real, Length: 2, Lower: []float64{0, 0}, Upper: []float64{1, 2}},
	} {
		g := problem.NewGenomes(r, 2)
		for i := range 2 {
			copy(g.At(i).Order, []uint16{2, 0, 1})
			copy(g.At(i).Symbols, []uint8{3, 0, 1, 2, 3})
			copy(g.At(i).Reals, []float64{0.5, 2})
			copy(g.At(i).Bits, []uint64{1})
		}
		var c search.Checkpoint
		c.PutGenomes("g", g)
		got, err := c.Genomes("g", r, 2)
		if err != nil || !reflect.DeepEqual(got, g) {
			t.Errorf("%v: %v, %v", r.Kind, got, err)
		}
		copy(g.At(1).Order, []uint16{2, 2, 1})
		copy(g.At(1).Symbols, []uint8{4})
		copy(g.At(1).Reals, []float64{math.NaN()})
		copy(g.At(1).Bits, []uint64{2})
		c.PutGenomes("g", g)
		if _, err := c.Genomes("g", r, search.Any); err == nil {
			t.Errorf("%v: a bad genome was taken", r.Kind)
		}
	}
}

// Every byte that is changed and every cut must be noticed.
func TestDamagedCheckpoints(t *testing.T) {
	good := written(t, sample())
	for i := range good {
		bad := append([]byte(nil), good...)
		bad[i] ^= 0x10
		_, err := search.ReadCheckpoint(bytes.NewReader(bad))
		var damaged *search.DamagedError
		var version *search.VersionError
		if !errors.As(err, &damaged) && !errors.As(err, &version) {
			t.Fatalf("byte %d changed: %v", i, err)
		}
		_, err = search.ReadCheckpoint(bytes.NewReader(good[:i]))
		if !errors.As(err, &damaged) {
			t.Fatalf("cut at %d: %v", i, err)
		}
	}
	if _, err := search.ReadCheckpoint(bytes.NewReader(append(good, 0))); err == nil {
		t.Error("something behind the end was taken")
	}
	if _, err := search.ReadCheckpoint(failing{}); !errors.Is(err, errBroken) {
		t.Errorf("a reader's own error was lost: %v", err)
	}
	if _, err := search.ReadCheckpoint(strings.NewReader("replica,step\n")); err == nil || !strings.Contains(err.Error(), "no checkpoint") {
		t.Error(err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errBroken }

var _ io.Reader = failing{}

func FuzzReadCheckpoint(f *testing.F) {
	var b bytes.Buffer
	if err := sample().Write(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:40])
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := search.ReadCheckpoint(bytes.NewReader(data)); err == nil && !bytes.Equal(written(t, c), data) {
			// Only JSON with other spacing could differ, and its checksum would
			// have to be right.
			t.Log("read, but not what is written")
		}
	})
}

func TestMismatch(t *testing.T) {
	for what, change := range map[string]func(*search.Header){
		"algorithm":                func(h *search.Header) { h.Algorithm = "memetic" },
		"problem":                  func(h *search.Header) { h.Problem = "qap" },
		"instance":                 func(h *search.Header) { h.Instance = "ab" },
		"representation":           func(h *search.Header) { h.Representation = "binary of 71 genes" },
		"parameter pc: 0.9":        func(h *search.Header) { h.Values = table.Fill(search.Values{"population": "1000", "pc": "0.5"}) },
		"parameter pc: nothing":    func(h *search.Header) { delete(h.Values, "pc") },
		"number of replicas":       func(h *search.Header) { h.Replicas = search.Seeds(7, 2) },
		"seed of replica 0":        func(h *search.Header) { h.Replicas = search.Seeds(8, 3) },
		"replica 2's parameter pc": func(h *search.Header) { h.Replicas[2].Values = search.Values{"pc": "0.1"} },
	} {
		saved, given := sample().Header, sample().Header
		change(&given)
		if strings.HasSuffix(what, "nothing") {
			saved, given = given, saved
		}
		err := saved.Match(given)
		var wrong *search.MismatchError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	h := sample().Header
	h.Map++
	var version *search.VersionError
	if err := h.Match(sample().Header); !errors.As(err, &version) {
		t.Error(err)
	}
}
