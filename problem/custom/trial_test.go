package custom

import (
	"errors"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem"
)

// tried is what a trial of fitness has to say; its first line is the file's sixth.
func tried(t *testing.T, header, body string) (*apart, error) {
	t.Helper()
	text := "/* warbler\ngenome = \"binary\"\nlength = 40\n" + header + "\n*/\n" + body
	p, err := newApart(t.Context(), strings.NewReader(text), "my.c", Options{})
	if err == nil {
		t.Cleanup(func() { p.Close() })
	}
	return p, err
}

// TestTrials: mistakes that a search may compute on after are found before it, with
// the line and the index.
func TestTrials(t *testing.T) {
	p, err := tried(t, "", "score fitness(genome g, data d) { return gene(g, 0) + gene(g, 39); }\n")
	if err != nil {
		t.Fatal(err)
	}
	if !p.trial.Checked {
		t.Skip("the compiler has no checks")
	}
	if len(p.trial.Scores) != trials {
		t.Errorf("%d genomes were tried", len(p.trial.Scores))
	}
	many := "[data]\nw = [1, 2, 3]\nm = [" + strings.Repeat("5, ", nativeBaked) + "7]" // the second is not in the source
	const head = "score fitness(genome g, data d)\n{\n    score n = gene(g, 0);\n    "
	for name, c := range map[string]struct{ header, body, want string }{
		"data":     {many, head + "n += d.w[n + 3];\n    return n;\n}", "my.c:11: index 4 is outside of an array of 3"},
		"before":   {many, head + "n += d.w[-1 - n];\n    return n;\n}", "index -2 is outside of an array of 3"},
		"buffer":   {many, head + "n += d.m[m_count];\n    return n;\n}", "index 16385 is outside of an array of 16385"},
		"macro":    {many, "#define W(i) d.w[i]\n" + head + "n += max(W(3), 2);\n    return n;\n}", "index 3 is outside of an array of 3"},
		"pointer":  {many, "score at(const i64 *w, int i)\n{\n    return w[i];\n}\nscore fitness(genome g, data d) { return at(d.w, 3 - gene(g, 0)); }", "my.c:10: at reads or writes "},
		"constant": {many, "score at(const i64 *w, int i)\n{\n    return w[i];\n}\nscore fitness(genome g, data d) { return at(d.w, 3) + gene(g, 0); }", "when it was tried on a random genome"},
		"local":    {many, head + "int used[4]; used[3 + n] = 1; n = used[3];\n    return n;\n}", "index 4 is outside of an array of 4"},
		"gene":     {many, head + "n += gene(g, 40);\n    return n;\n}", "fitness asks for gene 40, which is not one of 0 to 39"},
		"division": {many, head + "n += 7 / n;\n    return n;\n}", "my.c:11: division by zero in fitness"},
		"shift":    {many, head + "n += 1 << (32 + n);\n    return n;\n}", "shift exponent 33 is too large"},
		"delta":    {many, "score fitness(genome g, data d) { return gene(g, 0); }\nscore delta(genome g, data d, int i)\n{\n    return d.w[i + 3];\n}", "is outside of an array of 3"},
		"repair":   {many, "score fitness(genome g, data d) { return gene(g, 0); }\nvoid repair(genome_rw g, data d)\n{\n    set_gene(g, LENGTH, 0);\n}", "my.c:11: repair asks for gene 40"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := tried(t, c.header, c.body)
			var wrong *CompileError
			if !errors.As(err, &wrong) || !wrong.Tried || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// TestTrialsPass: what is right stays right in a trial: members of the same
// name as data, pointers to data, and numbers that overflow.
func TestTrialsPass(t *testing.T) {
	for _, body := range []string{
		"struct item { int w; };\nscore fitness(genome g, data d) { struct item w = {3}; data *p = &d; return w.w + (d).w[0] + p->w[2] + d . w [1] + gene(g, 1); }",
		"score fitness(genome g, data d) { const i64 *w = d.w; int a = 2147483647; a += gene(g, 0); return w[2] + a + (-1 << 3); }",
	} {
		if _, err := tried(t, "[data]\nw = [1, 2, 3]", body); err != nil {
			t.Error(err)
		}
	}
}

// TestTrialsSay: what the sanitizers of gcc and clang say, in the user's words.
func TestTrialsSay(t *testing.T) {
	f := &fragment{File: "my.c", Text: "one\n  two\nthree", outline: &outline{items: []item{{name: "fitness", line: 1, last: 2, body: true}}}}
	const tried, two = ", when it was tried on a random genome", "\n    two"
	for log, want := range map[string]string{
		"my.c:2:9: runtime error: index 8 out of bounds for type 'const i64 [8]'\n":                                          "my.c:2: index 8 is outside of an array of 8",
		"my.c:2:9: runtime error: index -1 out of bounds for type 'const i64[8]' (aka 'const long long[8]')\nSUMMARY: Und\n": "my.c:2: index -1 is outside of an array of 8",
		"/tmp/my.c:2:9: runtime error: division by zero\n":                                                                   "my.c:2: division by zero in fitness",
		"my.c:2: runtime error: gene 40\n":                                                                                   "my.c:2: fitness asks for gene 40, which is not one of 0 to -1",
		"==1==ERROR: AddressSanitizer: global-buffer-overflow on address 0x1\n    #0 0x1 in user_fitness my.c:2\n0x1 is located 0 bytes after global variable 'custom_data_w' defined in 'x' (0x1) of size 64\n": "my.c:2: fitness reads or writes behind the end of w",
		"==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x1\n    #0 0x1 in main trial.h:2\n    #1 0x1 in user_fitness my.c:2:7\n":                                                                "my.c:2: fitness reads or writes memory that is not its own",
		"==1==ERROR: AddressSanitizer failed to allocate\n": "",
		"native.h:2:9: runtime error: division by zero\n":   "",
	} {
		got := f.trialSays(log)
		if want != "" && (!strings.HasPrefix(got, want) || !strings.HasSuffix(got, tried+two)) || want == "" && got != "" {
			t.Errorf("of %q the user sees %q, want %q", log, got, want)
		}
	}
}

// TestFractions: a fraction that a score would lose is an error, and other numbers
// are the user's business.
func TestFractions(t *testing.T) {
	const wrong = "error: this number may have a fraction, and the score is an integer"
	for _, c := range []struct{ header, body, want string }{
		{"", "score fitness(genome g, data d)\n{\n    double s = gene(g, 0);\n    return s;\n}", "my.c:9: " + wrong},
		{"", "score fitness(genome g, data d)\n{\n    score s = 0;\n    s += gene(g, 0) * 1.5;\n    return s;\n}", "my.c:9: " + wrong},
		{"", "score fitness(genome g, data d)\n{\n    return min(gene(g, 0), 0.5);\n}", "my.c:8: " + wrong},
		{"", "score fitness(genome g, data d)\n{\n    return 0.5;\n}", "my.c:8: " + wrong},
		{"", "score part(genome g) { float x = gene(g, 0); return x; }\nscore fitness(genome g, data d) { return part(g); }", "my.c:6: " + wrong},
		{"", "score fitness(genome g, data d) { int k = 3.7 * gene(g, 0); return k + (score)(0.5 * k); }", ""},
		{"score = \"real\"", "score fitness(genome g, data d) { return 0.5 * gene(g, 0); }", ""},
	} {
		_, err := tried(t, c.header, c.body)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// TestDoubts: scores that tell nothing are told of.
func TestDoubts(t *testing.T) {
	for _, c := range []struct{ header, value, want string }{
		{"", "4", "my.c: warning: 64 random genomes all score 4, so a search has nothing to go by"},
		{"score = \"real\"", "sqrt(-1.0 - gene(g, 0))", "my.c: warning: the scores of 64 random genomes are all NaN"},
		{"", "gene(g, 0)", ""},
	} {
		p, err := tried(t, c.header, "score fitness(genome g, data d) { return "+c.value+"; }")
		if err != nil {
			t.Fatal(err)
		}
		if got := p.trial.doubt(p.fragment); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := (trial{Scores: []problem.Score{1}}).doubt(&fragment{}); got != "" {
		t.Errorf("one genome: %q", got)
	}
}
