package problemtest

import (
	"os"
	"path/filepath"
	"testing"
)

// Data is the folder of benchmark instances: $WARBLER_DATA, or shared/data
// beside the repository. Where there is none the test is skipped, or fails with
// CI=true.
func Data(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("WARBLER_DATA")
	if dir == "" {
		root, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			parent := filepath.Dir(root)
			if parent == root {
				t.Fatal("no go.mod above this folder")
			}
			root = parent
		}
		dir = filepath.Join(filepath.Dir(root), "shared", "data")
	}
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the benchmark instances are missing: %v", err)
		}
		t.Skip("the benchmark instances are missing; set WARBLER_DATA to their folder")
	}
	return dir
}
