package custom

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// pasted has operands of ## that are its own names: an enumerator, macros, a type, a
// constant and a function, directly and by way of a list; and a few macros that a
// preprocessor asks for, or that have their own name in their text.
const pasted = `/* warbler
genome = "discrete"
alphabet = 4
length = 8
[data]
weight = [3, 1, 4, 1, 5, 9, 2, 6]
limit = 40
*/
#ifndef LENGTH // for want of what is given
#define LENGTH 3
#define ALPHABET 2
#endif
enum { A, B };
#define C 2
#define MAX(a, b) ((a) > (b) ? (a) : (b)) // names of this program's
#define LEN 1
#define limit d.limit
#define weight(i) d.weight[i]
#ifdef weigh
#error it is a function
#endif
score cost_A(data d, int i) { return weight(i); }
score cost_B(data d, int i) { return 2 * weight(i) + 1; }
const int few_C[2] = {3, 7};
typedef struct { int weight, cost_A; } item_t;
#define cost_C(d, i) few_C[(i) % 2]
#define CASE(n) case n: s += cost_##n(d, i); break;
#define LIST(X) X(A) X(B) X(C)
#define JOIN(a, b) a##b
score weigh(genome g, data d)
{
    score s = 0;
    for (int i = 0; i < LENGTH; i++)
        switch (gene(g, i)) {
            LIST(CASE)
        default:
            s -= MAX(i, LEN) + ALPHABET - 4;
        }
    return s;
}
score fitness(genome g, data d)
{
    JOIN(item, _t) it = {1, 2};
    it.weight += it.cost_A;
#if defined(C) && !defined(D) && C == 2
    it.weight++;
#endif
#undef C
#ifndef C
    it.weight++;
#endif
    return min(JOIN(we, igh)(g, d), limit) + 1000 * it.weight;
}
`

func TestPasted(t *testing.T) {
	n := compiled(t, pasted)
	for _, c := range []struct {
		genes []uint8
		want  problem.Score
	}{
		{[]uint8{3, 3, 3, 3, 3, 3, 3, 3}, 5000 - 29},
		{[]uint8{0, 1, 2, 2, 3, 3, 3, 3}, 5000 + 3 + 3 + 3 + 7 - 22},
		{[]uint8{1, 1, 1, 1, 1, 1, 1, 1}, 5040},
	} {
		if got := n.Evaluate(problem.Genome{Symbols: c.genes}); got != c.want {
			t.Errorf("%v: %d, want %d", c.genes, got, c.want)
		}
	}
	problemtest.Equal(t, n, 5)
}

// TestPastedRefuses: a name of this program's that ## may make cannot be told from it.
func TestPastedRefuses(t *testing.T) {
	const text = "/* warbler\ngenome = \"binary\"\nlength = 3\n*/\n#define LEN 4\n#define JOIN(a, b) a##b\nscore fitness(genome g, data d) { const int LEN_of = 3; return JOIN(%); }\n"
	for arguments, want := range map[string]string{"LE, N": "x.c:5: LEN is a name of this program's too", "L, E##N": "x.c:5: LEN", "LEN, _of": "x.c:5: LEN", "1, LEN + 2": "", "1, 2": ""} {
		_, err := readFragment(strings.NewReader(strings.Replace(text, "%", arguments, 1)), "x.c", Options{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", arguments, err, want)
		}
	}
}

// TestFallbacks: what a file defines for want of what a fragment is given, so that
// it can be tried alone, does not count; what it defines in any case does.
func TestFallbacks(t *testing.T) {
	const text = `/* warbler
genome = "discrete"
alphabet = 4
length = 8
[data]
weight = [3, 1]
*/
%
score fitness(genome g, data d) { return ALPHABET + 10 * LENGTH + 100 * weight_count + 1000 * max(1, 2); }
`
	for fallback, want := range map[string]problem.Score{
		"": 2284,
		"#ifndef ALPHABET\n#define ALPHABET 7\n#define LENGTH 6\n#define OTHER 1\n#endif\n#ifdef OTHER\n#error\n#endif": 2284,
		"#ifndef ALPHABET\n#  define ALPHABET 7\n#endif\n#ifndef LENGTH\n#define LENGTH 9\n#endif":                      2284,
		"#if !defined(weight_count) // alone\n#if 1\n#define weight_count 5\n#endif\n#endif":                            2284,
		"#ifdef max\n#else\n#define max(a, b) 7\n#endif":                                                                2284,
		"#ifndef OTHER\n#define max(a, b) 7\n#endif":                                                                    7284,
		"#ifdef OTHER\n#else\n#define max(a, b) 7\n#endif":                                                              7284,
		"#ifndef LENGTH\n#define LENGTH 9\n#endif\n#undef LENGTH\n#define LENGTH 5":                                     2254,
		"#ifndef LENGTH\n#define LENGTH 9\n#endif\n#define JOIN(a, b) a##b\nenum { A = JOIN(LEN, GTH) };":               2284,
	} {
		n := compiled(t, strings.Replace(text, "%", fallback, 1))
		if got := n.Evaluate(problem.Genome{Symbols: make([]uint8, 8)}); got != want {
			t.Errorf("%s: %d, want %d", fallback, got, want)
		}
	}
}
