package driver

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
)

// counting is a driver that counts what it compiles and releases.
type counting struct {
	Native
	compiled, released atomic.Int32
	fails              bool
}

func (c *counting) Compile(kernel.Source, string) (Module, error) {
	if c.compiled.Add(1); c.fails {
		return nil, errors.New("no")
	}
	return countedModule{count: &c.released}, nil
}

func (c *counting) Release() error { return nil }

type countedModule struct {
	Module
	count *atomic.Int32
}

func (m countedModule) Release() error { m.count.Add(1); return nil }

// A source is built once for all its programs, and once more only after many others,
// a failure or other options.
func TestModules(t *testing.T) {
	native := &counting{}
	d := New(device.Info{Driver: "counting"}, native)
	compile := func(name string, want int32) {
		t.Helper()
		p, err := d.Compile(t.Context(), kernel.Source{Name: name})
		if native.compiled.Load() != want {
			t.Errorf("%s: %d compilations, not %d", name, native.compiled.Load(), want)
		}
		if err == nil {
			err = p.Close()
		}
		if err != nil && !native.fails {
			t.Error(err)
		}
	}
	compile("a", 1)
	compile("a", 1)
	t.Setenv("WARBLER_OPENCL_OPTIONS", "other")
	compile("a", 2)
	for i := range mostUnused {
		compile(fmt.Sprint(i), 3+int32(i))
	}
	compile(fmt.Sprint(mostUnused-1), mostUnused+2)
	if n := native.released.Load(); n != 2 {
		t.Errorf("%d modules were released", n)
	}
	compile("a", mostUnused+3)
	native.fails = true
	compile("bad", mostUnused+4)
	compile("bad", mostUnused+5)
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if n, all := native.released.Load(), native.compiled.Load()-2; n != all {
		t.Errorf("%d of %d modules were released", n, all)
	}
}
