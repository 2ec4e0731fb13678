//go:build linux

package cuda_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/clocktest"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/kernel"
)

// strayEnv marks a process that may ruin its CUDA context.
const strayEnv = "WARBLER_TEST_STRAY"

// TestStray has a kernel write where there is no memory, on a real device. That
// can spoil CUDA for the whole process, so it happens in another one.
func TestStray(t *testing.T) {
	if os.Getenv("WARBLER_TEST_FAKE") != "" || !slices.Contains(devicetest.IDs(t), "cuda:0") {
		t.Skip("no CUDA device can be used here")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestStrayChild$", "-test.v")
	cmd.Env = append(os.Environ(), strayEnv+"=1")
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "PASS") {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// TestStrayChild ruins a device, closes it and opens it again. CUDA promises
// only that a new process can use the device; where this one cannot, it must be
// told so, and at once.
func TestStrayChild(t *testing.T) {
	if os.Getenv(strayEnv) == "" {
		t.Skip("run by TestStray and TestFake, in a process of its own")
	}
	d, err := device.Open(t.Context(), "cuda:0")
	if err != nil {
		t.Fatal(err)
	}
	second, err := device.Open(t.Context(), "cuda:0") // shares the context
	if err != nil {
		t.Fatal(err)
	}
	stray(t, d)
	var nf *device.NotFoundError
	if third, err := device.Open(t.Context(), "cuda:0"); err == nil {
		third.Close()
		t.Error("a ruined device can be opened while others hold it")
	} else if !errors.As(err, &nf) {
		t.Errorf("%v", err)
	}
	within(t, "using and closing the other", func() {
		if _, err := second.Alloc(1); err == nil {
			t.Error("another that shares the ruined context works")
		}
		second.Close()
	})
	var again device.Device
	clocktest.Within(t, time.Second, "to refuse it", func() time.Duration {
		start := time.Now()
		if again, err = device.Open(t.Context(), "cuda:0"); err == nil {
			return 0
		}
		return time.Since(start)
	})
	if err != nil {
		if !errors.As(err, &nf) {
			t.Errorf("%v", err)
		}
		t.Logf("it was refused: %v", err)
		return
	}
	t.Logf("it was opened again")
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// within fails when something hangs; the process is then of no more use. What is late
// on a busy machine is no hang.
func within(t *testing.T, what string, do func()) {
	t.Helper()
	done := make(chan bool)
	go func() { defer close(done); do() }()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatalf("%s does not return", what)
	}
}

// stray ruins a device and closes it.
func stray(t *testing.T, d device.Device) {
	p, err := d.Compile(t.Context(), kernel.Source{
		Name:  "cuda/stray",
		Parts: []kernel.Part{{Name: "stray.cl", Text: "KERNEL void stray(GLOBAL u32 *out)\n{\n    out[(u64)1 << 44] = 1;\n}\n"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	k, err := p.Kernel("stray")
	if err != nil {
		t.Fatal(err)
	}
	q, err := d.NewQueue()
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Alloc(64)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.AllocHost(64); err != nil {
		t.Fatal(err)
	}
	shape := device.Shape{Groups: 1, Group: 32}
	l, err := q.Prepare(k, shape, b)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "the illegal access", func() {
		if err = q.Launch(k, shape, b); err == nil {
			err = q.Wait(context.Background())
		}
	})
	var le *driver.LaunchError
	if !errors.As(err, &le) || le.Kernel != "stray" || !strings.Contains(le.Reason, "ILLEGAL_ADDRESS") {
		t.Errorf("%v", err)
	}
	for name, use := range map[string]func() error{
		"Wait":     func() error { return q.Wait(context.Background()) },
		"Launch":   func() error { return q.Launch(k, shape, b) },
		"Prepared": l.Launch,
		"Read":     func() error { return q.Read(make([]byte, 4), b, 0) },
		"Write":    func() error { return q.Write(b, 0, make([]byte, 4)) },
		"Alloc":    func() error { _, err := d.Alloc(1); return err },
		"NewQueue": func() error { _, err := d.NewQueue(); return err },
	} {
		within(t, name+" after an illegal access", func() {
			if err := use(); err == nil {
				t.Errorf("%s works after an illegal access", name)
			}
		})
	}
	within(t, "Close", func() { d.Close() }) // may report the same error once more
	if objects, bytes := devicetest.Held(t, d); objects != 0 || bytes != 0 {
		t.Errorf("%d objects with %d bytes are left", objects, bytes)
	}
}
