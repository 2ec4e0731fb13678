package devicetest

import (
	"context"
	_ "embed"
	"encoding/binary"
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
	open := func(t *testing.T) device.Device {
		d, err := device.OpenID(t.Context(), id)
		check(t, err)
		return d
	}
	d := open(t)
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	start := time.Now()
	p, err := d.Compile(context.Background(), suiteSource)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: compiled in %v", d.Info().Name, time.Since(start).Round(time.Millisecond))
	s := &suite{d: d, p: p}
	for _, c := range []struct {
		name string
		test func(t *testing.T)
	}{
		{"Info", s.info},
		{"Scalars", s.scalars},
		{"LocalMemory", s.localMemory},
		{"Copies", s.copies},
		{"HostMemory", s.hostMemory},
		{"Queues", s.queues},
		{"Goroutines", s.goroutines},
		{"Events", s.events},
		{"Cancel", s.cancel},
		{"Latency", s.latency},
		{"CompileError", s.compileError},
		{"OutOfMemory", s.outOfMemory},
		{"BadLaunch", s.badLaunch},
		{"Prepared", s.prepared},
		{"Turns", s.turns},
		{"BadPrepared", s.badPrepared},
		{"BadRange", s.badRange},
	} {
		t.Run(c.name, func(t *testing.T) {
			objects, bytes := Held(t, d)
			c.test(t)
			if o, b := Held(t, d); o != objects || b != bytes {
				t.Errorf("the test left %d objects and %d bytes open", o-objects, b-bytes)
			}
		})
	}
	t.Run("Close", func(t *testing.T) { closing(t, open(t)) })
	t.Run("CloseUnderLoad", func(t *testing.T) { closeUnderLoad(t, open(t)) })
}

// suite is a device with the suite's program.
type suite struct {
	d device.Device
	p device.Program
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

func (s *suite) kernel(t *testing.T, name string) device.Kernel {
	t.Helper()
	k, err := s.p.Kernel(name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// queue makes a queue for the length of a test; release closes it and is to be
// deferred, since t.Cleanup would come after the count of what is left open.
func (s *suite) queue(t *testing.T) (q device.Queue, release func()) {
	t.Helper()
	q, err := s.d.NewQueue()
	if err != nil {
		t.Fatal(err)
	}
	return q, closer(t, q)
}

func (s *suite) buffer(t *testing.T, bytes int) (b device.Buffer, release func()) {
	t.Helper()
	b, err := s.d.Alloc(bytes)
	if err != nil {
		t.Fatal(err)
	}
	return b, closer(t, b)
}

func closer(t *testing.T, c interface{ Close() error }) func() {
	return func() {
		t.Helper()
		if err := c.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wait(t *testing.T, q device.Queue) {
	t.Helper()
	check(t, q.Wait(context.Background()))
}

// skipSynchronous skips what needs a kernel that still runs after its launch.
func skipSynchronous(t *testing.T) {
	t.Helper()
	if os.Getenv("WARBLER_SYNC") == "1" {
		t.Skip("WARBLER_SYNC=1 makes every launch wait for its kernel")
	}
}

func words32(n int, f func(i int) uint32) []byte {
	b := make([]byte, 4*n)
	for i := range n {
		binary.LittleEndian.PutUint32(b[4*i:], f(i))
	}
	return b
}

func (s *suite) info(t *testing.T) {
	i := s.d.Info()
	if i.Name == "" || i.Vendor == "" || i.Version == "" || i.Architecture == "" {
		t.Errorf("some texts are missing: %+v", i)
	}
	if i.ComputeUnits <= 0 || i.MaxGroup < 64 || i.Memory < 1<<26 || i.MaxAlloc == 0 || i.MaxAlloc > i.Memory || i.LocalMemory < 16<<10 {
		t.Errorf("some numbers cannot be: %+v", i)
	}
	before, err := s.d.FreeMemory()
	check(t, err)
	const size = 64 << 20
	_, release := s.buffer(t, size)
	after, err := s.d.FreeMemory()
	check(t, err)
	release()
	if before > i.Memory || after > before {
		t.Errorf("free memory is %d of %d, then %d after an allocation", before, i.Memory, after)
	}
}
