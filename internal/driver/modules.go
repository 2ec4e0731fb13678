package driver

import (
	"errors"
	"os"
	"sync"

	"github.com/warbler-opt/warbler/internal/signature"
	"github.com/warbler-opt/warbler/kernel"
)

// mostUnused is how many modules without a program are kept.
const mostUnused = 32

// modules are what a device has built: a source that is compiled again, as by a
// program that solves many small problems, has its module at once. Those that nobody
// uses any more are released when there are too many, the longest unused first.
type modules struct {
	mu    sync.Mutex
	kept  map[string]*built
	clock int // counts uses
}

// built is a module and its users.
type built struct {
	key        string
	once       sync.Once
	module     Module
	signatures map[string]*signature.Signature
	err        error
	users      int
	used       int // clock of the last use
}

// take gives the module of a source. Who comes while it is built waits for it.
func (m *modules) take(src kernel.Source, native Native) (*built, error) {
	text := src.Text()
	// What the environment adds to a compiler's options can change.
	key := src.Name + "\n" + os.Getenv("WARBLER_OPENCL_OPTIONS") + "\n" + text
	m.mu.Lock()
	b := m.kept[key]
	if b == nil {
		if m.kept == nil {
			m.kept = map[string]*built{}
		}
		b = &built{key: key}
		m.kept[key] = b
	}
	b.users++
	m.mu.Unlock()
	b.once.Do(func() {
		b.signatures = signature.Read(text)
		b.module, b.err = native.Compile(src, text)
	})
	if b.err != nil {
		m.give(b)
		return nil, b.err
	}
	return b, nil
}

// give ends a use. What could not be built is tried again by the next.
func (m *modules) give(b *built) (err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b.users--
	m.clock++
	b.used = m.clock
	if b.err != nil && m.kept[b.key] == b {
		delete(m.kept, b.key)
	}
	for {
		var oldest *built
		unused := 0
		for _, k := range m.kept {
			if k.users > 0 {
				continue
			}
			if unused++; oldest == nil || k.used < oldest.used {
				oldest = k
			}
		}
		if unused <= mostUnused {
			return err
		}
		err = errors.Join(err, m.release(oldest))
	}
}

func (m *modules) release(b *built) error {
	delete(m.kept, b.key)
	return b.module.Release()
}

// close releases all of them. The device ends after its programs, so nobody uses one.
func (m *modules) close() (err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, b := range m.kept {
		err = errors.Join(err, m.release(b))
	}
	return err
}
