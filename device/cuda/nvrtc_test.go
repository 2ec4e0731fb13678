//go:build linux

package cuda

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTarget(t *testing.T) {
	nvrtc13 := []int{75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121}
	nvrtc11 := []int{35, 50, 60, 70, 75, 80, 86}
	for _, c := range []struct {
		arch  int
		archs []int
		best  int
		ptx   bool
		ok    bool
	}{
		{90, nvrtc13, 90, false, true},   // its own
		{70, nvrtc13, 0, true, false},    // dropped
		{90, nvrtc11, 86, true, true},    // newer generation: PTX
		{89, nvrtc11, 86, false, true},   // newer of the same generation: runs its code
		{121, nvrtc13, 121, false, true}, // three digits
		{130, nvrtc13, 121, true, true},
		{61, nvrtc11, 60, false, true},
	} {
		best, ptx, ok := target(c.arch, c.archs)
		if ok != c.ok || ok && (best != c.best || ptx != c.ptx) {
			t.Errorf("sm_%d: %d %v %v", c.arch, best, ptx, ok)
		}
	}
}

func TestSonames(t *testing.T) {
	for major, want := range map[int]string{
		11: "libnvrtc.so.11.2 libnvrtc.so.11.1 libnvrtc.so.11.0 libnvrtc.so | libnvrtc.so.13 libnvrtc.so.12",
		12: "libnvrtc.so.12 libnvrtc.so.11.2 libnvrtc.so.11.1 libnvrtc.so.11.0 libnvrtc.so | libnvrtc.so.13",
		13: "libnvrtc.so.13 libnvrtc.so.12 libnvrtc.so.11.2 libnvrtc.so.11.1 libnvrtc.so.11.0 libnvrtc.so | ",
		14: "libnvrtc.so.13 libnvrtc.so.12 libnvrtc.so.11.2 libnvrtc.so.11.1 libnvrtc.so.11.0 libnvrtc.so | ",
	} {
		fitting, newer := sonames(major)
		if got := strings.Join(fitting, " ") + " | " + strings.Join(newer, " "); got != want {
			t.Errorf("CUDA %d: %s", major, got)
		}
	}
}

// TestFolders looks for the folders of a toolkit, of conda and of wheels.
func TestFolders(t *testing.T) {
	root := t.TempDir()
	want := []string{
		"toolkit/lib64",
		"toolkit/targets/x86_64-linux/lib",
		"conda/lib",
		"conda/targets/x86_64-linux/lib",
		"venv/lib/python3.12/site-packages/nvidia/cu13/lib",
		"venv/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib",
		"python/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib",
		"pyenv/versions/3.13.1/lib/python3.13/site-packages/nvidia/cuda_nvrtc/lib",
	}
	for _, f := range append(want, "python/bin") {
		if err := os.MkdirAll(filepath.Join(root, f), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "python/bin/python3"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CUDA_HOME", root+"/toolkit")
	t.Setenv("CUDA_PATH", root+"/toolkit")
	t.Setenv("CONDA_PREFIX", root+"/conda")
	t.Setenv("VIRTUAL_ENV", root+"/venv")
	t.Setenv("PYENV_ROOT", root+"/pyenv")
	t.Setenv("PATH", root+"/python/bin")
	var got []string
	for _, f := range folders() {
		if rest, ok := strings.CutPrefix(f, root+"/"); ok {
			got = append(got, rest)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestFindNVRTC(t *testing.T) {
	t.Setenv("WARBLER_NVRTC", "/nowhere/libnvrtc.so.13")
	if _, _, err := findNVRTC(13); err == nil || !strings.Contains(err.Error(), "cannot be loaded from WARBLER_NVRTC=/nowhere/libnvrtc.so.13") {
		t.Errorf("%v", err)
	}
	t.Setenv("WARBLER_NVRTC", "libm.so.6")
	if _, _, err := findNVRTC(13); err == nil || !strings.Contains(err.Error(), "nvrtcVersion is missing") {
		t.Errorf("%v", err)
	}
}
