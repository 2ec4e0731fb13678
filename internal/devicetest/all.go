package devicetest

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/warbler-opt/warbler/device"
	_ "github.com/warbler-opt/warbler/device/cuda"   // registers the driver
	_ "github.com/warbler-opt/warbler/device/opencl" // registers the driver
)

var opened = struct {
	sync.Mutex
	devices map[string]device.Device
}{devices: map[string]device.Device{}}

// Open returns the device with this ID, opened once per process and never
// closed: the tests of a package share it, and what was made from it must be
// closed one by one.
func Open(t testing.TB, id string) device.Device {
	t.Helper()
	opened.Lock()
	defer opened.Unlock()
	if d := opened.devices[id]; d != nil {
		return d
	}
	d, err := device.Open(context.Background(), id)
	if err != nil {
		t.Fatalf("open %s: %v", id, err)
	}
	opened.devices[id] = d
	return d
}

// IDs lists the usable devices of this machine that the test may use.
func IDs(t testing.TB) []string {
	t.Helper()
	if list := os.Getenv("WARBLER_TEST_DEVICE"); list != "" {
		return strings.Split(list, ",")
	}
	var ids, why []string
	opencl := false
	for _, l := range device.List(context.Background()) {
		if l.Err != nil {
			why = append(why, l.Err.Error())
			continue
		}
		ids = append(ids, l.ID())
		opencl = opencl || l.Driver == "opencl"
	}
	// Kernels that were never run pass every test, so where it counts a machine
	// without OpenCL is a failure.
	if !opencl && os.Getenv("CI") == "true" {
		t.Fatalf("CI needs an OpenCL device: %s", strings.Join(why, "; "))
	}
	return ids
}

// All returns every usable device of this machine, and skips the test where
// there is none; under CI=true it fails instead if OpenCL is missing.
func All(t testing.TB) []device.Device {
	t.Helper()
	var out []device.Device
	for _, id := range IDs(t) {
		out = append(out, Open(t, id))
	}
	if len(out) == 0 {
		t.Skip("no CUDA or OpenCL device can be used here; install pocl-opencl-icd to run kernels on the CPU")
	}
	return out
}

// Each runs a test on every usable device, as a subtest named after it.
func Each(t *testing.T, test func(t *testing.T, d device.Device)) {
	t.Helper()
	for _, d := range All(t) {
		t.Run(d.Info().ID(), func(t *testing.T) { test(t, d) })
	}
}

// Optimized has the kernels of this test optimized where the environment says
// otherwise, as make test does: for tests of how soon a search ends, and for
// repairs of knapsacks by teams, since PoCL 3.1 loses private arrays across barriers
// and only its optimizer makes registers of them.
func Optimized(t *testing.T) { t.Setenv("WARBLER_OPENCL_OPTIONS", "") }
