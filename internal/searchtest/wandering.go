package searchtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/search"
)

// Wandering saves a run and goes on elsewhere, again and again, and demands that it
// equals the run left alone, whose history it returns.
func Wandering(t *testing.T, a search.Algorithm, c search.Config, calls, steps int) []Moment {
	t.Helper()
	want := History(t, a, c, calls, steps)
	places := []device.Device{nil}
	for _, d := range devicetest.All(t) {
		places = append(places, d, nil)
	}
	for i := range want {
		c.Device = places[i%len(places)]
		part := History(t, a, c, 1, steps)
		Same(t, fmt.Sprintf("part %d on %s", i, Name(c.Device)), want[i:i+1], part)
		c.Resume = bytes.NewReader(part[0].Saved)
	}
	return want
}

// BrokenOff demands that even the first population of a slow problem can be broken
// off, with an answer.
func BrokenOff(t *testing.T, a search.Algorithm, c search.Config) {
	t.Helper()
	Punctual(t, "the first population", func() time.Duration {
		const given = 20 * time.Millisecond
		ctx, cancel := context.WithTimeout(context.Background(), given)
		defer cancel()
		began := time.Now()
		e, err := a.New(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		for ctx.Err() == nil {
			if _, err := e.Step(ctx, 1<<30); err != nil {
				t.Fatal(err)
			}
		}
		late := time.Since(began) - given
		if s, err := e.Best(0); err != nil || s.Steps > 0 || s.Score != c.Problem.Evaluate(s.Genome) {
			t.Errorf("%+v, %v", s, err)
		}
		if err := e.Save(io.Discard); !errors.Is(err, search.ErrUnbegun) {
			t.Errorf("%v", err)
		}
		return late
	})
}
