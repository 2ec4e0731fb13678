//go:build linux

package cuda

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
)

// folders lists the places where an NVRTC may lie that the dynamic linker does
// not know, in the order of trust. Only folders that exist are named.
func folders() []string {
	var out []string
	for _, p := range patterns() {
		found, _ := filepath.Glob(p)
		sort.Sort(sort.Reverse(sort.StringSlice(found))) // cuda-13.0 before cuda-12.8
		for _, f := range found {
			if s, err := os.Stat(f); err == nil && s.IsDir() && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// patterns are those of folders: a toolkit that the environment names, those
// installed in the usual places, conda's, and those that come with Python
// packages.
func patterns() []string {
	var out []string
	toolkit := func(root string) { out = append(out, root+"/lib64", root+"/lib", root+"/targets/*/lib") }
	for _, name := range []string{"CUDA_HOME", "CUDA_PATH"} {
		if root := os.Getenv(name); root != "" {
			toolkit(root)
		}
	}
	toolkit("/usr/local/cuda")
	toolkit("/usr/local/cuda-*")
	toolkit("/opt/cuda")
	if root := os.Getenv("CONDA_PREFIX"); root != "" {
		out = append(out, root+"/lib", root+"/targets/*/lib")
	}
	for _, root := range pythons() {
		for _, packages := range []string{"/lib/python3*/site-packages", "/lib/python3*/dist-packages", "/lib/python3/dist-packages"} {
			// The wheels of CUDA 13 and of CUDA 12 and 11.
			out = append(out, root+packages+"/nvidia/cu1[0-9]/lib", root+packages+"/nvidia/cuda_nvrtc/lib")
		}
	}
	return out
}

// pythons lists the prefixes of the Python installations to look into.
func pythons() []string {
	var out []string
	if root := os.Getenv("VIRTUAL_ENV"); root != "" {
		out = append(out, root)
	}
	if path, err := exec.LookPath("python3"); err == nil {
		// In a virtual environment the program is a link to another prefix: both
		// count, the environment first.
		out = append(out, filepath.Dir(filepath.Dir(path)))
		if path, err = filepath.EvalSymlinks(path); err == nil {
			out = append(out, filepath.Dir(filepath.Dir(path)))
		}
	}
	// Its shims say nothing of where the installations are.
	if root := os.Getenv("PYENV_ROOT"); root != "" {
		out = append(out, root+"/versions/*")
	}
	if home, err := os.UserHomeDir(); err == nil {
		out = append(out, home+"/.pyenv/versions/*", home+"/.local")
	}
	return append(out, "/usr/local", "/usr", "/opt/*/.venv", "/opt/*/venv", "/opt/venv", "/opt/*")
}
