package search_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/search"
)

func sample() *search.Checkpoint {
	c := &search.Checkpoint{Header: search.HeaderOf("genetic", table, search.Config{
		Problem:  ones(70),
		Values:   search.Values{"population": "1e3"},
		Replicas: search.Seeds(7, 3),
	})}
	c.Sections = map[string][]byte{"scores": {1, 2, 3}, "words": {}, "means": bytes.Repeat([]byte{7}, 100)}
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
}

// Every byte that is changed and every cut must be noticed.
func TestDamagedCheckpoints(t *testing.T) {
	good := written(t, sample())
	for i := range good {
		bad := append([]byte(nil), good...)
		bad[i] ^= 0x10
		_, err := search.ReadCheckpoint(bytes.NewReader(bad))
		var damaged *search.CheckpointError
		if !errors.As(err, &damaged) {
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
		var wrong *search.CheckpointError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	h := sample().Header
	h.Map++
	if err := h.Match(sample().Header); err == nil || !strings.Contains(err.Error(), "random number map version") {
		t.Error(err)
	}
}
