package searchtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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
// off.
func BrokenOff(t *testing.T, a search.Algorithm, c search.Config) {
	t.Helper()
	Punctual(t, "the first population", func() time.Duration {
		const given = 20 * time.Millisecond
		ctx, cancel := context.WithTimeout(context.Background(), given)
		defer cancel()
		began := time.Now()
		if _, err := a.New(ctx, c); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
		return time.Since(began) - given
	})
}
