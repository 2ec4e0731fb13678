package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRelease makes the archive of a release twice, and tries it.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("it links the command four times")
	}
	for _, tool := range []string{"git", "bash", "tar", "gzip", "go"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	if out, err := exec.Command("git", "rev-parse", "HEAD").CombinedOutput(); err != nil {
		t.Skipf("this is no checkout: %s", out)
	}
	shell := func(line string, env ...string) string {
		c := exec.Command("bash", "-c", line)
		c.Env = append(os.Environ(), env...)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		return string(out)
	}
	var sums []string
	dir := t.TempDir()
	for _, name := range []string{"first", "second"} {
		out := filepath.Join(dir, name)
		shell("../../scripts/release v1.2.3", "TARGETS=linux/amd64", "OUT="+out)
		text, err := os.ReadFile(filepath.Join(out, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, string(text))
	}
	if sums[0] != sums[1] {
		t.Errorf("two archives of one commit differ:\n%s%s", sums[0], sums[1])
	}
	got := shell("cd " + dir + "/first && sha256sum -c SHA256SUMS && tar -xzf *.tar.gz && cd warbler-v1.2.3-linux-amd64 && ls -R")
	for _, want := range []string{"linux-amd64.tar.gz: OK", "LICENSE", "README.md", "warbler-knapsack.1", "warbler-algorithms.7", "_warbler", "warbler.ps1", "knapsack-50.txt"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
	if host := strings.TrimSpace(shell("go env GOHOSTARCH")); host == "amd64" {
		got := shell("cd " + dir + "/first/warbler-v1.2.3-linux-amd64 && ./warbler version && ./warbler solve examples/knapsack-50.txt")
		if !strings.HasPrefix(got, "warbler v1.2.3 ") || !strings.Contains(got, "14832 13692") {
			t.Error(got)
		}
	}
}
