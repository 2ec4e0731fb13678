package pipeline

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem/sat"
)

// A formula takes memory too, and that is counted before it is encoded.
func TestFormulaMemory(t *testing.T) {
	measure := func() (m runtime.MemStats) {
		runtime.GC()
		runtime.GC() // what the first one only found
		runtime.ReadMemStats(&m)
		return m
	}
	for _, c := range []struct{ vars, clauses, width int }{{50, 215, 3}, {511, 10_000, 3}, {511, 300_000, 3}, {300, 20_000, 2}} {
		f, err := sat.Generate(sat.Random{Width: c.width, Vars: c.vars, Clauses: c.clauses, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		before := measure()
		p, err := newInstance(f, nil, true)
		if err != nil {
			t.Fatal(err)
		}
		after := measure()
		if held, need := after.HeapAlloc-before.HeapAlloc, p.bytes(); held > need+need/4+16384 {
			t.Errorf("%+v: it holds %d bytes, and was said to need %d", c, held, need)
		}
		if most, need := after.TotalAlloc-before.TotalAlloc, encoding(f, nil); most > need || need > 4*most+1<<18 {
			t.Errorf("%+v: encoding it took %d bytes, and was said to need %d", c, most, need)
		}
		runtime.KeepAlive(p)
		runtime.KeepAlive(f)
		room := &cnf.LimitError{}
		_, err = open(t, Options{Values: values(t, "batch=1"), Memory: encoding(f, nil) - 1}).Solve(context.Background(), f, nil)
		if !errors.As(err, &room) || room.Needed != encoding(f, nil) || !strings.HasPrefix(err.Error(), "the formula needs") {
			t.Errorf("%+v: %v", c, err)
		}
		set, err := parse(values(t, "batch=1000"))
		if err != nil {
			t.Fatal(err)
		}
		set.parts = 1
		if _, err := newPlan(set, p, 0, p.bytes()); !errors.As(err, &room) || !strings.HasPrefix(err.Error(), "a batch of 1000 formulas") || room.Needed <= p.bytes() {
			t.Errorf("%+v: %v", c, err)
		}
		most := room.Needed
		if _, err := newPlan(set, p, 0, most); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		if _, err := newPlan(set, p, 0, most-1); !errors.As(err, &room) {
			t.Errorf("%+v in a byte less: %v", c, err)
		}
	}
}
