package custom

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// compiled is a fragment in this process, which the tests' fragments are fit for.
// Without a C compiler the test is skipped, or fails with CI=true.
func compiled(t *testing.T, text string) problem.Problem {
	t.Helper()
	f, err := readFragment(strings.NewReader(text), "test.c", Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = f.compile(t.Context())
	if _, missing := errors.AsType[*noCompilerError](err); missing && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	n, err := f.load()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestCompilers: one that does not work is named, and so is what it lacks.
func TestCompilers(t *testing.T) {
	compiled(t, shrink) // or there is none
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("WARBLER_CACHE", filepath.Join(dir, "cache"))
	for name, text := range map[string]string{"idle": "exit 0", "relay": "exec ${CC0:-cc} \"$@\""} {
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("CC0", os.Getenv("CC"))
	for _, c := range []struct{ cc, tmp, want string }{
		{"./relay", dir, ""},
		{"./relay", filepath.Join(dir, "none"), "test.c: the C compiler needs a folder to write to ($TMPDIR)"},
		{"./idle", dir, "test.c: the C compiler " + filepath.Join(dir, "idle") + " made no library"},
		{"./none", dir, "there is no C compiler here (tried ./none)"},
	} {
		t.Setenv("CC", c.cc)
		t.Setenv("TMPDIR", c.tmp)
		f, err := readFragment(strings.NewReader(shrink+"// "+c.want), "test.c", Options{}) // each compiles anew
		if err != nil {
			t.Fatal(err)
		}
		if err = f.compile(t.Context()); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %s", c.cc, err, c.want)
		}
	}
}

// TestCompilersSay: what is wrong is told with the user's line.
func TestCompilersSay(t *testing.T) {
	const header = "/* warbler\ngenome = \"binary\"\nlength = 9\n*/\n"
	compiled(t, "\ufeff"+header+body)
	if c, err := findCompiler(t.Context()); err != nil || !strings.Contains(c.version, "Free Software Foundation") {
		t.Skip("the words are gcc's")
	}
	for text, want := range map[string]string{
		"score fitness(genome g, data d)\n{\n    return rand();\n}":                           "test.c:7: error: implicit declaration of function 'rand'",
		"extern int other(void);\nscore fitness(genome g, data d)\n{\n    return other();\n}": "test.c:8: undefined reference to `other'",
		"score fitness(genome g, data d)\n{\n    set_gene(g, 0, 1);\n    return 1;\n}":        "test.c:7: error: assignment of read-only location",
	} {
		f, err := readFragment(strings.NewReader(header+text), "test.c", Options{})
		if err != nil {
			t.Fatal(err)
		}
		var wrong *CompileError
		if err := f.compile(t.Context()); !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "include") {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestRefusals: of what compilers and linkers of several ages say, the user sees
// the error, with its line where there is one.
func TestRefusals(t *testing.T) {
	f := &fragment{File: "test.c", Text: "extern int other(void);\nint f()\n{\n    return other();\n}"}
	const (
		warning = "test.c:1:19: warning: 'other' used but never defined\n"
		shown   = "test.c:1: warning: 'other' used but never defined\n    extern int other(void);\n"
		wrong   = "test.c:4: undefined reference to `other'\n    return other();\n"
	)
	for log, want := range map[string]string{
		// GNU ld 2.40, then 2.42 and later; the second mistake in a function has ld's name before it.
		warning + "/usr/bin/ld: /tmp/x.o: in function `f':\ntest.c:4: undefined reference to `other'\ncollect2: error: ld returned 1 exit status\n":              shown + wrong,
		warning + "/usr/bin/ld: /tmp/x.o: in function `f':\ntest.c:4:(.text+0x40): undefined reference to `other'\ncollect2: error: ld returned 1 exit status\n": shown + wrong,
		"/usr/bin/ld: test.c:4:(.text.startup+0x4): undefined reference to `other'\n/usr/bin/ld: test.c:4: undefined reference to `other'\n":                     wrong + wrong,
		"/real/folder/test.c:4:(.text+0x40): undefined reference to `other'\n":                                                                                   wrong,
		"/tmp/test.c:4: error: undefined reference to 'other'\n":                                                                                                 "test.c:4: error: undefined reference to 'other'\n    return other();\n", // gold
		warning + "test.c:4:12: note: used here\nx.cl:7:1: warning: idle\nld.lld: error: undefined symbol: other\n>>> referenced by test.c:4\n":                  shown + "test.c:4: note: used here\n    return other();\nld.lld: error: undefined symbol: other\n>>> referenced by test.c:4\n",
		warning + "cc: fatal error: killed\n": shown + "cc: fatal error: killed\n",
		"cc: fatal error: killed\n":           "cc: fatal error: killed\n",
		// Fractions that a score loses, as clang and gcc say it; others are the user's business.
		"test.c:4:12: warning: implicit conversion turns floating-point number into integer: 'double' to 'custom_score' (aka 'long long') [-Wfloat-conversion]\n":  "test.c:4: error: " + fraction + "\n    return other();\n",
		"test.c:4:12: warning: implicit conversion from 'double' to 'custom_score' (aka 'long long') changes value from 0.5 to 0 [-Wliteral-conversion]\n":         "test.c:4: error: " + fraction + "\n    return other();\n",
		"test.c:4:12: warning: conversion from 'double' to 'custom_score' {aka 'long long int'} may change value [-Wfloat-conversion]\ntest.c:1:1: error: wrong\n": "test.c:4: error: " + fraction + "\n    return other();\ntest.c:1: error: wrong\n    extern int other(void);\n",
		"test.c:4:12: warning: conversion from 'double' to 'int' may change value [-Wfloat-conversion]\ntest.c:1:1: error: wrong\n":                                "test.c:1: error: wrong\n    extern int other(void);\n",
		"native.h:3:1: error: no such member\ntest.c:4:5: note: in expansion of macro 'GENE'\n":                                                                    "test.c:4: error: no such member, in 'GENE'\n    return other();\n",
	} {
		if got := f.refusal(log); got != want {
			t.Errorf("of\n%s\nthe user sees\n%s\nnot\n%s", log, got, want)
		}
	}
}

const (
	// shrink takes items out until the rest fits, with helpers that a search has
	// functions and variables of the same names as.
	shrink = `/* warbler
genome = "binary"
length = 70
[data]
capacity = 150
*/
#define step (i % 7 + 1)
const int bonus[3] = {0, 1, 2};
static score judge(genome g, data d)
{
    score sum = 0;
    for (int i = 0; i < LENGTH; i++)
        sum += gene(g, i) * (step + bonus[i % 3]);
    return sum;
}
score fitness(genome g, data d) { return min(judge(g, d), d.capacity); }
void repair(genome_rw g, data d)
{
    for (int i = 0; i < LENGTH && judge(g, d) > d.capacity; i++)
        set_gene(g, i, 0);
}
`
	// group shares the genes of a long genome out.
	group = `/* warbler
genome = "binary"
length = 1500
objective = "minimize"
*/
score fitness_group(genome g, data d, team t)
{
    score ones = 0, least;
    u32 first = LENGTH;
    for (int i = lane(t); i < LENGTH; i += lanes(t)) {
        ones += gene(g, i);
        if (gene(g, i))
            first = min(first, (u32)i);
    }
    team_barrier(t);
    least = team_min(t, first);
    return 3 * team_sum(t, ones) - least;
}
`
	// serial is group for one.
	serial = `score fitness(genome g, data d)
{
    score ones = 0, first = LENGTH;
    for (int i = LENGTH - 1; i >= 0; i--)
        if (gene(g, i)) {
            ones++;
            first = i;
        }
    return 3 * ones - first;
}
`
	// legs has more numbers than stand in a source.
	legs = `/* warbler
genome = "permutation"
length = 40
objective = "minimize"
score = "real"
*/
double leg(data d, int a, int b) { return pow(fabs(sin(d.big[a] + d.whole[b])), 1.5) + log(1.0 + d.big[b % big_columns]); }
score fitness(genome g, data d)
{
    score sum = 0;
    for (int i = 0; i + 1 < LENGTH; i++)
        sum += leg(d, gene(g, i), gene(g, i + 1)) + floor(exp(d.big[i]) * 8.0) + ceil(cos(d.big[i]));
    return sum;
}
`
)

func TestFragmentsAreTheSameOnDevices(t *testing.T) {
	fragments := map[string]string{"shrink": shrink, "group": group + serial}
	for _, kind := range []string{"binary", "discrete", "permutation", "real", "mixed"} {
		fragments[kind], _ = Template(kind)
	}
	big, whole := &strings.Builder{}, &strings.Builder{}
	for i := range 1100 {
		big.WriteString(strings.Repeat(" ", i%2) + "0." + strings.Repeat("1", 1+i%9) + ",")
		whole.WriteString("-3,")
	}
	fragments["legs"] = strings.Replace(legs, "score = \"real\"\n", "score = \"real\"\n[data]\nbig = ["+big.String()+"]\nwhole = ["+whole.String()+"]\nfew = [1]\n", 1)
	for name, text := range fragments {
		t.Run(name, func(t *testing.T) { problemtest.Equal(t, compiled(t, text), 5) })
	}
}

// TestNumbersBesideTheSource: what is too much for a C source comes through a
// pointer.
func TestNumbersBesideTheSource(t *testing.T) {
	const many = nativeBaked + 10
	n := compiled(t, "/* warbler\ngenome = \"binary\"\nlength = 3\n[data]\nsmall = [7]\nmany = ["+strings.Repeat("2,", many)+"]\n*/\n"+
		"score fitness(genome g, data d) { score s = d.small[0]; for (int i = 0; i < many_count; i++) s += d.many[i]; return s; }")
	if got := n.Evaluate(problem.Genome{Bits: []uint64{0}}); got != 7+2*many {
		t.Errorf("%d", got)
	}
}

// TestGroupAlone: a fragment with the version for groups alone runs on the CPU too.
func TestGroupAlone(t *testing.T) {
	one, both := compiled(t, group), compiled(t, group+serial)
	g := problemtest.RandomGenomes(one.Representation(), 20, 3)
	a, b := make([]problem.Score, 20), make([]problem.Score, 20)
	one.(problem.BatchEvaluator).EvaluateBatch(g, a)
	both.(problem.BatchEvaluator).EvaluateBatch(g, b)
	for i := range a {
		if a[i] != b[i] || a[i] != one.Evaluate(g.At(i)) {
			t.Errorf("genome %d: %d in a group, %d alone", i, a[i], b[i])
		}
	}
}

// TestMoves: what moves gain is what they change, and they follow the genome.
func TestMoves(t *testing.T) {
	at := rng.Address{Seed: 3, Purpose: rng.Walk}
	word := uint32(0)
	draw := func(n int) int {
		word++
		return int(at.Bounded(at.Word(word), word, uint32(n)))
	}
	first := func(n problem.Problem) problem.Genome {
		return problemtest.RandomGenomes(n.Representation(), 9, 7).At(8)
	}
	read := func(file string) problem.Problem {
		text, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		return compiled(t, string(text))
	}
	check := func(what string, n problem.Problem, g problem.Genome, score problem.Score) {
		t.Helper()
		if want := n.Evaluate(g); score != want {
			t.Fatalf("%s: a score of %d, want %d", what, score, want)
		}
	}
	bits := read("cut.c")
	m := bits.(problem.Mover).Moves(first(bits))
	symbols := read("paint.c")
	c, err := symbols.(problem.Changer).Changes(first(symbols))
	if err != nil {
		t.Fatal(err)
	}
	places := read("place.c")
	x, err := places.(problem.Exchanger).Exchanges()
	if err != nil {
		t.Fatal(err)
	}
	x.Reset(first(places))
	for range 50 {
		j := draw(66)
		want := m.Score() + m.Gain(j)
		m.Flip(j)
		check("a flip", bits, m.Genome(), want)
		check("a flip", bits, m.Genome(), m.Score())

		i, s := draw(30), uint8(draw(4))
		want = c.Score() + c.ChangeGain(i, s)
		c.Change(i, s)
		check("a change", symbols, c.Genome(), want)
		check("a change", symbols, c.Genome(), c.Score())

		i = draw(10)
		j = i + 1 + draw(11-i)
		gains := make([]problem.Score, 11-i)
		x.ExchangeGains(i, gains)
		want = x.Score() + gains[j-i-1]
		x.Exchange(i, j)
		check("an exchange", places, x.Genome(), want)
		check("an exchange", places, x.Genome(), x.Score())
		if j < 11 {
			k := j + 1 + draw(11-j)
			gains = make([]problem.Score, 11-j)
			x.RotationGains(i, j, gains)
			want = x.Score() + gains[k-j-1]
			if one := x.RotationGain(i, j, k); one != gains[k-j-1] {
				t.Fatalf("a rotation gains %d, in a row %d", one, gains[k-j-1])
			}
			x.Exchange(i, j)
			x.Exchange(j, k)
			check("a rotation", places, x.Genome(), want)
			x.RotationGains(j, i, gains)
			want = x.Score() + gains[k-j-1]
			if one := x.RotationGain(i, k, j); one != gains[k-j-1] {
				t.Fatalf("a rotation back gains %d, in a row %d", one, gains[k-j-1])
			}
			x.Exchange(i, k)
			x.Exchange(k, j)
			check("a rotation back", places, x.Genome(), want)
			check("a rotation back", places, x.Genome(), x.Score())
		}
	}
	m.Reset(first(bits))
	check("a reset", bits, m.Genome(), m.Score())
}
