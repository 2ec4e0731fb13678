package experiment

import (
	"bytes"
	"context"
	"path/filepath"

	"github.com/warbler-opt/warbler/experiment/evolve"
	"github.com/warbler-opt/warbler/problem/custom"
)

// readFragment reads a problem that its user wrote in C. The files that it names
// lie beside it.
func (e *entry) readFragment(name string, open func(name string) ([]byte, error)) {
	for _, key := range []string{"colors", "constraint", "instance"} {
		if e.Has(key) {
			e.Failf(key, "%s is a fitness function in C, which has none", name)
			return
		}
	}
	text, err := open(name)
	if err != nil {
		e.Fail("file", err)
		return
	}
	p, err := evolve.Read(context.Background(), bytes.NewReader(text), name, custom.Options{
		Open: func(file string) ([]byte, error) {
			if !filepath.IsAbs(file) {
				file = filepath.Join(filepath.Dir(name), file)
			}
			return open(file)
		},
	})
	if err != nil {
		e.Fail("file", err)
		return
	}
	s := &subject{name: p.Fragment.Name, kind: "custom", problem: p}
	if p.Fragment.Bounded {
		s.optimum = &p.Fragment.BestScore
	}
	e.subjects = func(string) []*subject { return []*subject{s} }
}
