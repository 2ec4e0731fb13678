package search_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// fragile is an engine that panics with its second step.
type fragile struct{ counter }

func (f *fragile) Step(ctx context.Context, _ int) (search.Progress, error) {
	if f.calls > 0 {
		panic(errBroken)
	}
	return f.counter.Step(ctx, 1)
}

// A panic is an error that comes with the best so far; observers see no result,
// so that no state is saved.
func TestPanicKeepsTheBest(t *testing.T) {
	e, w := &fragile{}, &watcher{}
	file := filepath.Join(t.TempDir(), "state")
	r, err := search.Run(context.Background(), e, search.Stop{}, w, search.SaveTo(e, file, time.Hour))
	var p *search.PanicError
	if !errors.As(err, &p) || !errors.Is(err, errBroken) || p.Value != errBroken || !strings.Contains(p.Where, "(*fragile).Step (panic_test.go:") {
		t.Errorf("%v", err)
	}
	if len(r.Runs) != 1 || r.Solution().Score != 1 || r.Status != search.Crashed || w.finished != 1 || len(w.result.Runs) != 0 || e.saves != 0 {
		t.Errorf("%+v, %+v, %d saves", r, w, e.saves)
	}
}

// What panics while an engine is made, too.
func TestPanicOfAConstructor(t *testing.T) {
	a := search.Algorithm{Name: "hasty", Kinds: []problem.GenomeKind{problem.Binary}, New: func(context.Context, search.Config) (search.Engine, error) {
		var none []int
		return nil, errors.New(string(rune(none[3])))
	}}
	e, err := a.Engine(context.Background(), search.Config{Problem: ones(3)})
	var p *search.PanicError
	if e != nil || !errors.As(err, &p) || !strings.Contains(err.Error(), "panic_test.go:") || !strings.HasSuffix(err.Error(), "index out of range [3] with length 0") {
		t.Errorf("%v, %v", e, err)
	}
	if again := search.Panicked(p); again != p {
		t.Error("a panic that is raised again is another one")
	}
}
