package kernel

import (
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	shared := Part{"shared.cl", "DEVICE u32 f(u32 x)\n{\n    return x;\n}\n"}
	one := "// first\nKERNEL void one(GLOBAL u32 *out)\n{\n#ifdef X\n    out[0] = 1;\n#endif\n    if (out[0]) {\n    }\n}\n"
	two := "KERNEL_FOR(64, 2) void two(REPLICA_PARAMS,\n    u32 n)\n{\n    out[n] = 2;\n}\n"
	s := Source{Name: "x", Defines: Defines{{"N", 3}}, Parts: []Part{shared, {"a.cl", one + "\n" + two}, {"b.cl", "#ifdef X\nKERNEL void three()\n{\n}\n#else\nKERNEL void three()\n{\n    // other\n}\n#endif\n"}}}
	pieces := s.Split()
	if len(pieces) != 3 {
		t.Fatalf("%+v", pieces)
	}
	for i, own := range []string{"out[0] = 1;", "out[n] = 2;", "void three()"} {
		p := pieces[i]
		if p.Kernel != []string{"one", "two", "three"}[i] || p.Source.Name != "x" {
			t.Errorf("%+v", p)
		}
		text := p.Source.Text()
		if strings.Count(text, "\nKERNEL") != 1+i/2 || !strings.Contains(text, own) || !strings.Contains(text, "return x;") || strings.Count(text, "\n") != strings.Count(s.Text(), "\n") {
			t.Errorf("%s:\n%s", p.Kernel, text)
		}
	}
	for name, text := range map[string]string{
		"one kernel":        one,
		"open condition":    "KERNEL void a()\n{\n#if X\n}\n#endif\n" + two,
		"another condition": "#if X\nKERNEL void a()\n#else\nKERNEL void a(u32 n)\n#endif\n{\n}\n" + two,
		"no end":            two + "KERNEL void a() { }\n",
		"no name":           two + "KERNEL static void a()\n{\n}\n",
	} {
		if pieces := (Source{Parts: []Part{{"a.cl", text}}}).Split(); len(pieces) != 1 || pieces[0].Kernel != "" || pieces[0].Source.Parts[0].Text != text {
			t.Errorf("%s: %+v", name, pieces)
		}
	}
}
