package device

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/kernel"
)

// TestNewCompileError has the messages of three compilers.
func TestNewCompileError(t *testing.T) {
	src := kernel.Source{
		Name:    "test",
		Defines: []kernel.Define{{Name: "N", Value: 5}},
		Parts:   []kernel.Part{{Name: "a/one.cl", Text: "first\n  second\n"}, {Name: "a/two.cl", Text: "third"}},
	}
	for name, log := range map[string]string{
		"PoCL":   "error: a/one.cl:2:14: unknown thing\n",
		"NVRTC":  "a/one.cl(2): error: identifier \"second\" is undefined\n\n1 error detected\n\x00",
		"NVIDIA": "a/one.cl:2:1: error: use of undeclared identifier\nsecond\n^\n",
	} {
		e := NewCompileError("cuda:0", src, log)
		if !strings.Contains(e.Log, "\n    a/one.cl:2 | second\n") {
			t.Errorf("%s:\n%s", name, e.Log)
		}
	}
	e := NewCompileError("cuda:0", src, "a/two.cl(1): error\na/two.cl(99): error\nelsewhere.cl:1:1: error\n")
	if strings.Count(e.Log, " | ") != 1 || !strings.Contains(e.Log, "a/two.cl:1 | third") {
		t.Errorf("\n%s", e.Log)
	}
	if !strings.HasPrefix(e.Error(), "device cuda:0: kernel source test does not compile:\na/two.cl(1): error") {
		t.Errorf("%v", e)
	}
}
