package warbler

import (
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// light is all that a program gets when it imports the library: this module,
// and what reaches drivers without cgo.
var light = []string{modulePath, "github.com/ebitengine/purego", "golang.org/x/sys"}

func TestImportsAreLight(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err) // a machine with a GPU and test binaries alone
	}
	// go list reads the sources behind the back of go test's cache; looking at
	// the folders here makes a change in them a reason to test again.
	_ = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == ".git" || path == "build" {
			return fs.SkipDir // a folder that another test has just removed, too
		}
		return nil
	})
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}",
		".", "./search/...", "./device/...", "./kernel/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for _, path := range strings.Fields(string(out)) {
		allowed := false
		for _, l := range light {
			allowed = allowed || path == l || strings.HasPrefix(path, l+"/")
		}
		if !allowed || strings.HasPrefix(path, modulePath+"/internal/experiment") || strings.HasPrefix(path, modulePath+"/cmd") {
			t.Errorf("the library imports %s", path)
		}
	}
}
