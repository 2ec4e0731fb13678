package driver

import (
	"fmt"
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

// TestNewCompileErrorNameless has messages of compilers that drop the part's
// name, and ignore #line or heed it.
func TestNewCompileErrorNameless(t *testing.T) {
	src := kernel.Source{
		Name:    "test",
		Defines: []kernel.Define{{Name: "N", Value: 5}},
		Parts:   []kernel.Part{{Name: "a/one.cl", Text: "first\n  second\n"}, {Name: "a/two.cl", Text: "fine\n\n    out[0] = wrong;\n"}},
	}
	whole := 0
	for i, line := range strings.Split(src.Text(), "\n") {
		if strings.Contains(line, "wrong") {
			whole = i + 1
		}
	}
	const want = "a/two.cl:3:14: error: use of undeclared identifier 'wrong'\n    a/two.cl:3 | out[0] = wrong;\n"
	message := func(format string, line int, rest string) string {
		return fmt.Sprintf(format, line) + ":14: error: use of undeclared identifier 'wrong'\n" + rest
	}
	const echo = "    out[0] = wrong;\n             ^\n"
	for name, log := range map[string]string{
		"#line ignored":              message("<kernel>:%d", whole, echo),
		"#line ignored, no echo":     message("<kernel>:%d", whole, ""),
		"#line ignored, old driver":  message(":%d", whole, echo),
		"#line heeded, name dropped": message("<kernel>:%d", 3, echo),
		"another name":               message("<program source>:%d", whole, echo),
	} {
		if e := NewCompileError("opencl:1", src, log); !strings.HasPrefix(e.Log, want) {
			t.Errorf("%s:\n%s", name, e.Log)
		}
	}
	// What is in no part stays as it is.
	for _, log := range []string{"<kernel>:1:1: error: x\n", "<kernel>:99999:1: error: x\n", "<kernel>:0:1: error\n", "<scratch space>:52:1: note: y\n", "at 12:30:15\n"} {
		if e := NewCompileError("opencl:1", src, log); e.Log != log {
			t.Errorf("%q became %q", log, e.Log)
		}
	}
}
