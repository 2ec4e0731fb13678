package kernel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/kernel"
)

func TestSourceText(t *testing.T) {
	s := kernel.Source{
		Name:    "test",
		Defines: []kernel.Define{{Name: "LENGTH", Value: 50}, {Name: "BARE"}},
		Parts:   []kernel.Part{{Name: "one.cl", Text: "first"}, {Name: "two.cl", Text: "second PURPOSE_INIT PURPOSE_INSTANCE\n"}},
	}
	text := s.Text()
	at := -1
	for _, want := range []string{
		"#define LENGTH 50\n", "#define BARE\n", "#define PURPOSE_INIT 0u\n", "#define PURPOSE_INSTANCE 10u\n",
		"#line 1 \"kernel/prelude.cl\"\n", "typedef uint u32;", "#line 1 \"one.cl\"\nfirst\n", "#line 1 \"two.cl\"\nsecond PURPOSE_INIT PURPOSE_INSTANCE\n",
	} {
		i := strings.Index(text, want)
		if i <= at {
			t.Errorf("%q is missing or out of order", want)
		}
		at = i
	}
	if strings.Contains(text, "PURPOSE_PAIR") {
		t.Error("a purpose that no part uses is defined")
	}
}

// Every purpose has its number.
func TestPurposes(t *testing.T) {
	for i, name := range rng.Purposes() {
		s := kernel.Source{Parts: []kernel.Part{{Name: "one.cl", Text: "PURPOSE_" + name}}}
		if want := fmt.Sprintf("#define PURPOSE_%s %du\n", name, i); !strings.Contains(s.Text(), want) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestSourceTextChanges(t *testing.T) {
	base := kernel.Source{Name: "a", Parts: []kernel.Part{kernel.Philox}}
	renamed := base
	renamed.Name = "b" // for messages only
	if renamed.Text() != base.Text() {
		t.Error("the name changes the text")
	}
	defined := base
	defined.Defines = []kernel.Define{{Name: "X", Value: 1}}
	more := base
	more.Parts = []kernel.Part{kernel.Philox, kernel.Group}
	if defined.Text() == base.Text() || more.Text() == base.Text() {
		t.Error("a define or a part does not change the text")
	}
}

// Defines are written in the order in which they were added, truth values as numbers.
func TestDefines(t *testing.T) {
	var s kernel.Source
	s.Defines.Number("MODE_", "ONE", "TWO")
	s.Defines.Add("DEEP", true)
	s.Defines.Add("WIDE", false)
	s.Defines.Add("LEN", "7u")
	want := "#define MODE_ONE 0\n#define MODE_TWO 1\n#define DEEP 1\n#define WIDE 0\n#define LEN 7u\n"
	if got := s.Text(); !strings.HasPrefix(got, want) {
		t.Errorf("%.200s, want %s", got, want)
	}
}
