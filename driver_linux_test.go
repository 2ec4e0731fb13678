package warbler_test

import (
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/warbler-opt/warbler"
)

// Neither the CPU by name nor a Go function, which has no kernel, loads a
// driver. The test runs in a process of its own: others load them.
func TestCPULoadsNoDriver(t *testing.T) {
	if os.Getenv("WARBLER_TEST_CHILD") == "" {
		c := exec.Command(os.Args[0], "-test.run", "^TestCPULoadsNoDriver$", "-test.v")
		c.Env = append(os.Environ(), "WARBLER_TEST_CHILD=1")
		if out, err := c.CombinedOutput(); err != nil || !regexp.MustCompile(`(?m)^--- PASS`).Match(out) {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	for _, run := range []struct {
		problem warbler.Problem
		option  warbler.Option
	}{
		{example(t, "knapsack-50.txt"), warbler.Device("cpu")},
		{example(t, "maxsat-100.wcnf"), warbler.Device("auto")}, // by a walk
		{spaces()["binary"], warbler.Device("auto")},
	} {
		if _, err := warbler.Solve(background, run.problem, run.option, warbler.Generations(2)); err != nil {
			t.Fatal(err)
		}
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`\S*(libcuda|libnvrtc|libOpenCL|pocl)\S*`).Find(maps); found != nil {
		t.Errorf("%s was loaded", found)
	}
}
