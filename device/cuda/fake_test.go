//go:build linux

package cuda_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/device/devicetest"
	"github.com/warbler-opt/warbler/kernel"
)

// TestFake runs the conformance suite and the failures of drivers on a
// stand-in for CUDA, which a C compiler makes from testdata/fake.c. A process
// loads one driver for good, so each case has its own.
func TestFake(t *testing.T) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("the stand-in for CUDA needs a C compiler")
	}
	const source = "testdata/fake.c"
	if _, err := os.Stat(source); err != nil {
		t.Skip("the source of the stand-in for CUDA is not here")
	}
	library := filepath.Join(t.TempDir(), "libfake.so")
	if out, err := exec.Command(cc, "-O1", "-ffp-contract=off", "-shared", "-fPIC", "-pthread", "-w", "-o", library, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, c := range map[string]struct {
		child string   // the test to run
		env   []string // beside the libraries
		want  string   // in its output
	}{
		"conformance":   {"TestFakeConformance", nil, "PASS"},
		"synchronous":   {"TestFakeStray", []string{"WARBLER_SYNC=1"}, "PASS"},
		"stray":         {"TestFakeStray", nil, "PASS"},
		"listing":       {"TestFakeListing", []string{"FAKE_DEVICES=2"}, "cuda:1 Fake GPU 1 sm_90 0000:3b:01 CUDA 13.0"},
		"too old":       {"TestFakeListing", []string{"FAKE_VERSION=10020"}, "device cuda: the NVIDIA driver is too old: it speaks CUDA 10.2, 11.0 is needed"},
		"no device":     {"TestFakeListing", []string{"FAKE_INIT=100"}, "device cuda: the NVIDIA driver finds no GPU"},
		"no devices":    {"TestFakeListing", []string{"FAKE_DEVICES=0"}, "device cuda: the NVIDIA driver finds no GPU"},
		"stub":          {"TestFakeListing", []string{"FAKE_INIT=34"}, "is a toolkit's stub"},
		"does not init": {"TestFakeListing", []string{"FAKE_INIT=999"}, "device cuda: the NVIDIA driver does not start: CUDA_ERROR_FAKE, some error"},
		"no compiler":   {"TestFakeListing", []string{"WARBLER_NVRTC=/nowhere/libnvrtc.so"}, "device cuda:0: NVRTC, CUDA's compiler, cannot be loaded"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^"+c.child+"$", "-test.v")
			cmd.Env = append(os.Environ(), "WARBLER_TEST_FAKE=1", "WARBLER_TEST_DEVICE=cuda:0", "WARBLER_LIBCUDA="+library, "WARBLER_NVRTC="+library, "WARBLER_CACHE="+t.TempDir())
			cmd.Env = append(cmd.Env, c.env...)
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), c.want) {
				t.Errorf("%v, %q is not in:\n%s", err, c.want, out)
			} else {
				t.Logf("%s", out)
			}
		})
	}
}

// inFake skips the tests that TestFake runs in processes of their own.
func inFake(t *testing.T) {
	if os.Getenv("WARBLER_TEST_FAKE") == "" {
		t.Skip("run by TestFake")
	}
}

func TestFakeConformance(t *testing.T) {
	inFake(t)
	devicetest.Run(t, func(t *testing.T) device.Device {
		d, err := device.OpenID(t.Context(), "cuda:0")
		if err != nil {
			t.Fatal(err)
		}
		return d
	})
}

func TestFakeListing(t *testing.T) {
	inFake(t)
	for _, l := range device.List(t.Context()) {
		fmt.Println(l.ID(), l.Name, l.Architecture, l.Bus, l.Version, l.Err)
	}
}

// TestFakeStray runs a kernel that ruins the context: from then on everything
// fails, at once, and a device opened afterwards works.
func TestFakeStray(t *testing.T) {
	inFake(t)
	d, err := device.OpenID(t.Context(), "cuda:0")
	if err != nil {
		t.Fatal(err)
	}
	stray(t, d)
	d, err = device.OpenID(t.Context(), "cuda:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// TestStray is the same on a real device.
func TestStray(t *testing.T) {
	found := false
	for _, id := range devicetest.IDs(t) {
		found = found || id == "cuda:0"
	}
	if !found || os.Getenv("WARBLER_TEST_FAKE") != "" {
		t.Skip("no CUDA device can be used here")
	}
	d, err := device.OpenID(t.Context(), "cuda:0")
	if err != nil {
		t.Fatal(err)
	}
	stray(t, d)
	d, err = device.OpenID(t.Context(), "cuda:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
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
	start := time.Now()
	err = q.Launch(k, device.Shape{Groups: 1, Group: 32}, b)
	if err == nil {
		err = q.Wait(context.Background())
	}
	var le *device.LaunchError
	if !errors.As(err, &le) || le.Kernel != "stray" || !strings.Contains(le.Reason, "ILLEGAL_ADDRESS") {
		t.Errorf("%v", err)
	}
	for name, use := range map[string]func() error{
		"Wait":     func() error { return q.Wait(context.Background()) },
		"Launch":   func() error { return q.Launch(k, device.Shape{Groups: 1, Group: 32}, b) },
		"Read":     func() error { return q.Read(make([]byte, 4), b, 0) },
		"Write":    func() error { return q.Write(b, 0, make([]byte, 4)) },
		"Alloc":    func() error { _, err := d.Alloc(1); return err },
		"NewQueue": func() error { _, err := d.NewQueue(); return err },
	} {
		if err := use(); err == nil {
			t.Errorf("%s works after an illegal access", name)
		}
	}
	d.Close() // may report the same error once more
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("all that took %v", took)
	}
	if objects, bytes := d.(device.Accountant).Held(); objects != 0 || bytes != 0 {
		t.Errorf("%d objects with %d bytes are left", objects, bytes)
	}
}
