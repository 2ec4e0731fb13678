package devicetest

import (
	"context"
	_ "embed"
	"encoding/binary"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
)

//go:embed suite.cl
var suiteText string

// suiteSource is the one program of the suite: drivers take seconds for each.
var suiteSource = kernel.Source{
	Name:  "devicetest/suite",
	Parts: []kernel.Part{kernel.Philox, {Name: "devicetest/suite.cl", Text: suiteText}},
}

// RunDriver runs the suite on every device of a driver, and skips the test where
// there is none.
func RunDriver(t *testing.T, driver string) {
	found := ofDriver(t, driver)
	for _, id := range found {
		t.Run(id, func(t *testing.T) { Run(t, id) })
	}
	if len(found) == 0 {
		t.Skipf("no device of %s can be used here", driver)
	}
}

// ofDriver lists a driver's devices.
func ofDriver(t testing.TB, driver string) []string {
	return slices.DeleteFunc(IDs(t), func(id string) bool { return !strings.HasPrefix(id, driver) })
}

// Run is the conformance suite that every device must pass. It opens and closes
// the device.
func Run(t *testing.T, id string) {
	open := func(t *testing.T) device.Device { return must(device.Open(t.Context(), id))(t) }
	all := newSuite(t, own(device.Open(t.Context(), id))(t))
	for _, c := range []struct {
		name string
		test func(*suite)
	}{
		{"Info", (*suite).info},
		{"Scalars", (*suite).scalars},
		{"LocalMemory", (*suite).localMemory},
		{"Copies", (*suite).copies},
		{"HostMemory", (*suite).hostMemory},
		{"Queues", (*suite).queues},
		{"Goroutines", (*suite).goroutines},
		{"Events", (*suite).events},
		{"Cancel", (*suite).cancel},
		{"Latency", (*suite).latency},
		{"CompileError", (*suite).compileError},
		{"OutOfMemory", (*suite).outOfMemory},
		{"BadLaunch", (*suite).badLaunch},
		{"Prepared", (*suite).prepared},
		{"Turns", (*suite).turns},
		{"BadPrepared", (*suite).badPrepared},
		{"BadRange", (*suite).badRange},
	} {
		t.Run(c.name, func(t *testing.T) {
			objects, bytes := Held(t, all.d)
			t.Cleanup(func() { // the last one
				if o, b := Held(t, all.d); o != objects || b != bytes {
					t.Errorf("the test left %d objects and %d bytes open", o-objects, b-bytes)
				}
			})
			c.test(&suite{t, all.d, all.p})
		})
	}
	t.Run("Close", func(t *testing.T) { closing(newSuite(t, open(t))) })
	t.Run("CloseUnderLoad", func(t *testing.T) { closeUnderLoad(newSuite(t, open(t))) })
}

// suite is a test with a device and the suite's program.
type suite struct {
	testing.TB
	d device.Device
	p device.Program
}

// newSuite compiles the program.
func newSuite(t testing.TB, d device.Device) *suite {
	t.Helper()
	start := time.Now()
	s := &suite{t, d, own(d.Compile(context.Background(), suiteSource))(t)}
	t.Logf("%s: compiled in %v", d.Info().Name, time.Since(start).Round(time.Millisecond))
	return s
}

// Held tells how much was made from a device and is still open: buffers, host
// buffers, programs, queues, launchers and events, and the bytes of device memory
// in them. Tests find leaks with it.
func Held(t testing.TB, d device.Device) (objects int, bytes uint64) {
	t.Helper()
	counted, ok := d.(interface{ Held() (int, uint64) })
	if !ok {
		t.Fatalf("%T does not count what it holds", d)
	}
	return counted.Held()
}

// must is what a call made.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// own is what a call made, for the length of a test.
func own[T io.Closer](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		must(v, err)(t)
		t.Cleanup(func() {
			if err := v.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
		return v
	}
}

func (s *suite) kernel(name string) device.Kernel {
	s.Helper()
	return must(s.p.Kernel(name))(s)
}

func (s *suite) queue() device.Queue {
	s.Helper()
	return own(s.d.NewQueue())(s)
}

func (s *suite) buffer(bytes int) device.Buffer {
	s.Helper()
	return own(s.d.Alloc(bytes))(s)
}

// read reads the beginning of a buffer.
func (s *suite) read(q device.Queue, b device.Buffer, bytes int) []byte {
	s.Helper()
	got := make([]byte, bytes)
	s.check(q.Read(got, b, 0))
	return got
}

func (s *suite) check(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *suite) wait(q device.Queue) {
	s.Helper()
	s.check(q.Wait(context.Background()))
}

// skipSynchronous skips what needs a kernel that still runs after its launch.
func (s *suite) skipSynchronous() {
	s.Helper()
	if os.Getenv("WARBLER_SYNC") == "1" {
		s.Skip("WARBLER_SYNC=1 makes every launch wait for its kernel")
	}
}

func words32(n int, f func(i int) uint32) []byte {
	b := make([]byte, 4*n)
	for i := range n {
		binary.LittleEndian.PutUint32(b[4*i:], f(i))
	}
	return b
}

func (s *suite) info() {
	i := s.d.Info()
	if i.Name == "" || i.Vendor == "" || i.Version == "" || i.Architecture == "" {
		s.Errorf("some texts are missing: %+v", i)
	}
	if i.ComputeUnits <= 0 || i.MaxGroup < 64 || i.Memory < 1<<26 || i.MaxAlloc == 0 || i.MaxAlloc > i.Memory || i.LocalMemory < 16<<10 {
		s.Errorf("some numbers cannot be: %+v", i)
	}
	before := must(s.d.FreeMemory())(s)
	s.buffer(64 << 20)
	after := must(s.d.FreeMemory())(s)
	if before > i.Memory || after > before {
		s.Errorf("free memory is %d of %d, then %d after an allocation", before, i.Memory, after)
	}
}
