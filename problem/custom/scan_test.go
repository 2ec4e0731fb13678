package custom

import (
	"slices"
	"strings"
	"testing"
)

func TestScan(t *testing.T) {
	const text = `/* a comment with { and " */
#define TWICE(x) \
    ((x) + (x))   /* goes
   on */
#define SIX 6
// static int no(void) {
typedef struct { int a, b; } pair; typedef int (*odd)(int);
enum { RED, GREEN };
struct point { double x; };
static const long table[3] = {1, 2, 3}, other = 4;
const char quote = '{';
static inline long helper(long x);
long helper(long x) { if (x) { return TWICE(x); } return '}'; }
struct point shift(struct point p)
{
    const char *s = "}\"";
    return p;
}

score fitness(genome g, data d)
{
    return helper(1);
}
`
	o, err := (&fragment{File: "x.c"}).scan(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := o.names(); !slices.Equal(got, []string{"table", "quote", "helper", "shift", "fitness"}) {
		t.Errorf("names %q", got)
	}
	if !slices.Equal(o.defines, []string{"TWICE", "SIX"}) {
		t.Errorf("macros %q", o.defines)
	}
	for line, want := range map[int]string{13: "helper", 16: "shift", 21: "fitness", 7: "", 100: ""} {
		if got := o.functionAt(line); got != want {
			t.Errorf("line %d is in %q, want %q", line, got, want)
		}
	}
	got := o.qualified(text)
	for _, want := range []string{"CONSTANT        const long table[3]", "CONSTANT const char quote", "DEVICE               long helper(long x);", "DEVICE long helper(long x) {", "DEVICE struct point shift", "\ntypedef struct", "\nenum"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if strings.Count(got, "\n") != strings.Count(text, "\n") {
		t.Error("lines have moved")
	}
}

func TestUnrolled(t *testing.T) {
	for text, want := range map[string]string{
		"for (int i = 0; i < LENGTH; i++) x += i;":                                                "UNROLL for (int i = 0; i < LENGTH; i++) x += i;",
		"for (int i = 0; i < LENGTH; i++) for (u32 j = 0; j < LENGTH; j++) { x; }":                "for (int i = 0; i < LENGTH; i++) for (u32 j = 0; j < LENGTH; j++) { x; }",
		"{ for (int i = 0; i < LENGTH; i++) { for (u32 j = 0; j < LENGTH; j++) if (j) { x; } } }": "{ for (int i = 0; i < LENGTH; i++) { UNROLL for (u32 j = 0; j < LENGTH; j++) if (j) { x; } } }",
		"for (int i = 0; i < LENGTH; i++) x += cos(gene(g, i));":                                  "for (int i = 0; i < LENGTH; i++) x += cos(gene(g, i));",
		"for (int i = 0; j < LENGTH; i++) x;":                                                     "for (int i = 0; j < LENGTH; i++) x;",
		"for (int i = 0; i < LENGTH; i++) { while (1) ; } for(int k=0;k<LENGTH;k++){gene(g,k);}":  "for (int i = 0; i < LENGTH; i++) { while (1) ; } UNROLL for(int k=0;k<LENGTH;k++){gene(g,k);}",
		"// for (int i = 0; i < LENGTH; i++) x;":                                                  "// for (int i = 0; i < LENGTH; i++) x;",
	} {
		if got := (&fragment{}).unrolled(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestScanRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"\n#include <math.h>\n":          "x.c:2: a fragment includes nothing",
		"  # include \"x\"\n":            "x.c:1: a fragment includes nothing",
		"#line 7\n":                      "x.c:1: #line",
		"int a;\n":                       "x.c:1: a is a variable",
		"\nstatic int counts[4] = {0};":  "x.c:2: counts is a variable",
		"/* never\nends":                 "x.c:1: this comment does not end",
		"\nscore f(genome g) { if (1) {": "x.c:2: what begins here does not end: }",
		"long f(long x)":                 "x.c:1: what begins here does not end: ;",
		"}\n":                            "x.c:1: this } closes nothing",
	} {
		if _, err := (&fragment{File: "x.c"}).scan(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzScan: nothing crashes it, and lines stay where they are.
func FuzzScan(f *testing.F) {
	for _, kind := range Templates {
		text, err := Template(kind)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add("#define A \\\n /* \n*/ \"\\\"\nconst int a[] = {'\\'', 2};int f(){}")
	f.Fuzz(func(t *testing.T, text string) {
		o, err := (&fragment{File: "x.c"}).scan(text)
		if err != nil {
			return
		}
		if got := o.qualified(text); strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q becomes %q", text, got)
		}
		fragment := fragment{File: "x.c", Text: text, outline: o}
		if got, _ := fragment.renamed(); strings.Count(got, "\n") != strings.Count(text, "\n") || strings.ReplaceAll(got, prefix, "") != strings.ReplaceAll(text, prefix, "") {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}

func TestOwn(t *testing.T) {
	const text = `#define A 1
#define B(x) ((x) + A)
typedef struct { int x, y; } point, points[3];
struct box { int w[3]; };
typedef enum color { RED = 2, BLUE, } tint;
typedef unsigned word;
typedef int data; // a name that is given
const int many[2] = {1, 2};
score f(point p) { struct { int A; } inner; return B(p.x); }
`
	o, err := (&fragment{File: "x.c"}).scan(text)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"many", "f", "A", "B", "point", "points", "box", "color", "RED", "BLUE", "tint", "word"}
	f := fragment{File: "x.c", outline: o}
	if got := f.own(); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("%v, want %v", got, want)
	}
	f = fragment{File: "x.c", outline: &outline{defines: []string{"A"}}}
	f.Text = "#define A 1 // A\nint f(data d) { return A + d.A + d -> A + 0xA + 'A' + x.B; }\n"
	if got, _ := f.renamed(); got != "#define user_A 1 // A\nint f(data d) { return user_A + d.user_A + d -> user_A + 0xA + 'A' + x.B; }\n" {
		t.Errorf("%s", got)
	}
}

// TestNumbersAreNoNames: what is part of a number is not renamed, what follows it is.
func TestNumbersAreNoNames(t *testing.T) {
	f := fragment{File: "x.c", outline: &outline{defines: []string{"e", "f", "x", "E", "p", "l"}}}
	for text, want := range map[string]string{
		"1.e-9 + e":        "1.e-9 + user_e",
		"1.f*f(.5f,2.e3f)": "1.f*user_f(.5f,2.e3f)",
		"0x1.8p-3-p":       "0x1.8p-3-user_p",
		"1.E+2+E":          "1.E+2+user_E",
		"3-e":              "3-user_e",
		"a.e, 1 .e":        "a.user_e, 1 .user_e",
		"0xe":              "0xe",
		"x1+7l":            "x1+7l",
	} {
		text, want = "const double a = "+text+";\n", "const double a = "+want+";\n"
		f.Text = text
		if got, _ := f.renamed(); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
