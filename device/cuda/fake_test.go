//go:build linux

package cuda_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
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
			cmd := exec.Command(os.Args[0], "-test.run=^"+c.child+"$", "-test.v")
			cmd.Env = append(os.Environ(), "WARBLER_TEST_FAKE=1", strayEnv+"=1", "WARBLER_TEST_DEVICE=cuda:0", "WARBLER_LIBCUDA="+library, "WARBLER_NVRTC="+library, "WARBLER_CACHE="+t.TempDir())
			cmd.Env = append(cmd.Env, c.env...)
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), c.want) || strings.Contains(string(out), "fake CUDA:") {
				t.Errorf("%v, %q is not in, or the driver complains:\n%s", err, c.want, out)
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
	devicetest.Run(t, "cuda:0")
}

func TestFakeListing(t *testing.T) {
	inFake(t)
	for _, l := range device.List(t.Context()) {
		fmt.Println(l.ID(), l.Name, l.Architecture, l.Bus, l.Version, l.Err)
	}
}
