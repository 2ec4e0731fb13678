//go:build linux

package opencl_test

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/device"
)

// TestListing prints what device.List says, in a process of its own, since the
// answer is kept for the life of one.
func TestListing(t *testing.T) {
	if os.Getenv("WARBLER_TEST_CHILD") != "" {
		for _, l := range device.List(t.Context()) {
			fmt.Printf("%s: %v\n", l.ID(), l.Err)
		}
		return
	}
	nobody := "OCL_ICD_VENDORS=" + t.TempDir()
	for name, c := range map[string]struct{ env, want string }{
		"no library":   {"WARBLER_LIBOPENCL=/nowhere/libOpenCL.so", "opencl: no OpenCL library can be loaded (/nowhere/libOpenCL.so: cannot open"},
		"wrong one":    {"WARBLER_LIBOPENCL=libm.so.6", "opencl: libm.so.6 is older than OpenCL 1.2: the function clGetPlatformIDs is missing"},
		"no cuda":      {"WARBLER_LIBCUDA=/nowhere/libcuda.so", "cuda: no NVIDIA driver is installed (/nowhere/libcuda.so: cannot open"},
		"not cuda":     {"WARBLER_LIBCUDA=libm.so.6", "cuda: libm.so.6 is not an NVIDIA driver"},
		"no platforms": {nobody, "opencl: its library is here, but no driver is announced"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestListing$")
			cmd.Env = append(withoutICD(os.Environ()), "WARBLER_TEST_CHILD=1", c.env)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if name == "no platforms" {
				if strings.Contains(string(out), "no OpenCL library") {
					t.Skip("no OpenCL library is installed")
				}
				if strings.Contains(string(out), "opencl:0:") {
					t.Skip("this OpenCL library finds drivers also where OCL_ICD_VENDORS names an empty folder")
				}
			}
			if !strings.Contains(string(out), "device "+c.want) {
				t.Errorf("%q is not in:\n%s", c.want, out)
			}
		})
	}
}

// withoutICD leaves out what names OpenCL drivers. The tests before may have
// set it: where nothing announces NVIDIA's driver, opening a device does.
func withoutICD(env []string) []string {
	return slices.DeleteFunc(env, func(v string) bool {
		return strings.HasPrefix(v, "OCL_ICD_") || strings.HasPrefix(v, "OPENCL_VENDOR_PATH=")
	})
}
