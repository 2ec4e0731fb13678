package lookahead

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/problem/sat"
)

// Walks on a device find models, and none where there is none; what decides a formula
// beside them has the last word.
func TestWalksOnDevices(t *testing.T) {
	files, want := satlib(t, 1)
	for _, d := range devicetest.All(t) {
		for i, path := range files {
			f := readFile(t, path)
			if f.Vars != 50 && f.Vars != 100 {
				continue
			}
			given := time.Minute
			if !want[i] {
				given = 50 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), given)
			r, err := Options{turn: &sync.Mutex{}, Seed: uint64(i)}.newWalksOn(f, d).besideSwarm(ctx, 0)
			late := ctx.Err() != nil
			cancel()
			if err != nil && !late {
				t.Fatal(err)
			}
			if (r.Status == sat.Satisfiable) != want[i] || r.Status == sat.Satisfiable && !r.Walked {
				t.Errorf("%s: walks say %v", f.Name, r.Status)
			}
			checkModel(t, f, r)

			r, err = Solve(t.Context(), f, portfolio(Options{Threads: 2, Device: d}, uint64(i)))
			if err != nil || (r.Status == sat.Satisfiable) != want[i] {
				t.Errorf("%s: beside a swarm %v, %v", f.Name, r.Status, err)
			}
			checkModel(t, f, r)
		}
	}
}

// Walks keep to what is assumed, wherever the search has a model with it.
func TestWalksAssume(t *testing.T) {
	d := devicetest.All(t)[0]
	files, _ := satlib(t, 1)
	f := readFile(t, files[slices.IndexFunc(files, func(path string) bool { return strings.Contains(path, "/uf50") })])
	for v := int32(1); v <= 12; v++ {
		for _, x := range []int32{v, -v} {
			want, err := Solve(t.Context(), f, Options{Threads: 2, Assume: []int32{x}})
			if err != nil {
				t.Fatal(err)
			}
			if want.Status != sat.Satisfiable {
				continue
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			r, err := Options{turn: &sync.Mutex{}, Assume: []int32{x}, Seed: 3}.newWalksOn(f, d).besideSwarm(ctx, 0)
			cancel()
			if err != nil || r.Status != sat.Satisfiable || (r.Values[v-1] > 0) != (x > 0) {
				t.Errorf("%d is assumed: %v, %v", x, r.Status, err)
			}
			checkModel(t, f, r)
		}
	}
}
