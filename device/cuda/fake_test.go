//go:build linux

package cuda_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/kernel"
)

// TestFake runs the conformance suite and the failures of drivers on a
// stand-in for CUDA, which a C compiler makes from testdata/fake.c. A process
// loads one driver for good, so each case has its own.
func TestFake(t *testing.T) {
	library := fakeLibrary(t)
	for name, c := range map[string]struct {
		child string   // the test to run
		env   []string // beside the libraries
		want  string   // in its output
	}{
		"conformance":    {"TestFakeConformance", nil, "PASS"},
		"synchronous":    {"TestFakeConformance", []string{"WARBLER_SYNC=1"}, "PASS"},
		"stray, checked": {"TestStrayChild", []string{"WARBLER_SYNC=1"}, "it was opened again"},
		"stray, mended":  {"TestStrayChild", nil, "it was opened again"},
		"stray, refused": {"TestStrayChild", []string{"FAKE_RUINED=1"}, "it was refused: device cuda:0: an earlier failure (CUDA_ERROR_ILLEGAL_ADDRESS, an illegal memory access was encountered) ruined its context in this process; start the program again to use it"},
		"stray, ruined":  {"TestStrayChild", []string{"FAKE_RUINED=2"}, "it was refused: device cuda:0: an earlier failure"},
		"listing":        {"TestFakeListing", []string{"FAKE_DEVICES=2"}, "cuda:1 Fake GPU 1 sm_90 0000:3b:01 CUDA 13.0"},
		"too old":        {"TestFakeListing", []string{"FAKE_VERSION=10020"}, "device cuda: the NVIDIA driver is too old: it speaks CUDA 10.2, 11.0 is needed"},
		"no device":      {"TestFakeListing", []string{"FAKE_INIT=100"}, "device cuda: the NVIDIA driver finds no GPU"},
		"no devices":     {"TestFakeListing", []string{"FAKE_DEVICES=0"}, "device cuda: the NVIDIA driver finds no GPU"},
		"stub":           {"TestFakeListing", []string{"FAKE_INIT=34"}, "is a toolkit's stub"},
		"does not init":  {"TestFakeListing", []string{"FAKE_INIT=999"}, "device cuda: the NVIDIA driver does not start: CUDA_ERROR_FAKE, some error"},
		"no compiler":    {"TestFakeListing", []string{"WARBLER_NVRTC=/nowhere/libnvrtc.so"}, "device cuda:0: NVRTC, CUDA's compiler, cannot be loaded"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := withFake(library, c.child, append(c.env, "WARBLER_CACHE="+t.TempDir())...)
			if err != nil || !strings.Contains(out, c.want) || strings.Contains(out, "fake CUDA:") {
				t.Errorf("%v, %q is not in, or the driver complains:\n%s", err, c.want, out)
			} else {
				t.Logf("%s", out)
			}
		})
	}
}

// fakeLibrary makes the stand-in, or skips the test.
func fakeLibrary(t *testing.T) string {
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
	return library
}

// withFake runs a test in a process that has the stand-in for CUDA.
func withFake(library, test string, env ...string) (string, error) {
	cmd := exec.Command(os.Args[0], "-test.run=^"+test+"$", "-test.v")
	cmd.Env = append(os.Environ(), "WARBLER_TEST_FAKE=1", strayEnv+"=1", "WARBLER_TEST_DEVICE=cuda:0", "WARBLER_LIBCUDA="+library, "WARBLER_NVRTC="+library)
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// What a start costs is counted in calls of the driver that take long. With an empty
// cache there is a probe in a child, and a compilation; later there are neither, and
// the compiler is not even loaded. A second device is left alone.
func TestFakeStart(t *testing.T) {
	library := fakeLibrary(t)
	calls := filepath.Join(t.TempDir(), "calls")
	env := []string{"WARBLER_CACHE=" + t.TempDir(), "FAKE_CALLS=" + calls, "FAKE_DEVICES=2"}
	start := func(what string, want string, more ...string) {
		t.Helper()
		os.Remove(calls)
		out, err := withFake(library, "TestFakeOpen", append(env, more...)...)
		got, _ := os.ReadFile(calls)
		if list := strings.Join(strings.Fields(strings.ReplaceAll(string(got), "\n", ", ")), " "); err != nil || list != want {
			t.Errorf("%s: %v: %s\n%s", what, err, list, out)
		}
	}
	const probe, open, compile, test = "cuInit, nvrtcVersion, ", "cuInit, cuDevicePrimaryCtxRetain 0, ", "nvrtcVersion, nvrtcCompileProgram, ", "cuModuleLoadData, cuMemHostAlloc, cuLaunchKernel self_test,"
	start("the first time", probe+open+compile+test)
	start("the second time", open+test)
	now := time.Now()
	if err := os.Chtimes(library, now, now); err != nil {
		t.Fatal(err)
	}
	start("with another driver", probe+open+test)
	start("with that driver again", open+test)
	start("without a cache", probe+"cuInit, nvrtcVersion, cuDevicePrimaryCtxRetain 0, nvrtcCompileProgram, "+test, "WARBLER_CACHE=off")
	// A crash is remembered; the driver is not loaded again.
	broken := []string{"FAKE_CRASH=1", "CUDA_VISIBLE_DEVICES=0"}
	start("a crash", "cuInit,", broken...)
	start("a remembered crash", "", broken...)
}

// TestFakeOpen opens the device, or must be told that the driver crashes.
func TestFakeOpen(t *testing.T) {
	inFake(t)
	d, err := device.Open(t.Context(), "cuda:0")
	if os.Getenv("FAKE_CRASH") != "" {
		if err == nil || !strings.Contains(err.Error(), "crashed while it was probed") {
			t.Errorf("%v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("CUDA_MODULE_LOADING") != "LAZY" {
		t.Error("kernels are not loaded lazily")
	}
	d.Close()
}

// Kernels are compiled each by itself, and loaded when they are asked for: those that a
// run does not use are not.
func TestFakePieces(t *testing.T) {
	library := fakeLibrary(t)
	calls := filepath.Join(t.TempDir(), "calls")
	env := []string{"WARBLER_CACHE=" + t.TempDir(), "FAKE_CALLS=" + calls}
	for i, want := range []struct{ compiled, loaded int }{{1 + 3, 1 + 2}, {0, 1 + 2}} {
		os.Remove(calls)
		out, err := withFake(library, "TestFakeUse", env...)
		text, _ := os.ReadFile(calls)
		if compiled, loaded := strings.Count(string(text), "nvrtcCompileProgram"), strings.Count(string(text), "cuModuleLoadData"); err != nil || compiled != want.compiled || loaded != want.loaded {
			t.Errorf("start %d: %v, %d compiled, %d loaded\n%s", i, err, compiled, loaded, out)
		}
	}
}

// TestFakeUse uses two of three kernels.
func TestFakeUse(t *testing.T) {
	inFake(t)
	d := devicetest.Open(t, "cuda:0")
	p, err := d.Compile(t.Context(), kernel.Source{Name: "three", Parts: []kernel.Part{{Name: "three.cl", Text: "KERNEL void add(GLOBAL u32 *out, GLOBAL const u32 *in, u32 n, u32 x)\n{\n}\nKERNEL void spin(GLOBAL u32 *out, u32 n)\n{\n}\nKERNEL void stray(GLOBAL u32 *out)\n{\n}\n"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for range 2 {
		for _, name := range []string{"add", "stray"} {
			if _, err := p.Kernel(name); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := p.Kernel("none"); err == nil {
		t.Error("a kernel that is not there was found")
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
	devicetest.Run(t, "cuda:0")
}

func TestFakeListing(t *testing.T) {
	inFake(t)
	for _, l := range device.List(t.Context()) {
		fmt.Println(l.ID(), l.Name, l.Architecture, l.Bus, l.Version, l.Err)
	}
}
