package custom

import (
	"bytes"
	"encoding/gob"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/problem"
)

const body = "score fitness(genome g, data d) { return 1; }\n"

// read reads a fragment whose header is given, behind one line of comment.
func read(t *testing.T, header string, options Options) (*fragment, error) {
	t.Helper()
	return readFragment(strings.NewReader("// first\n/* warbler\n"+header+"\n*/\n"+body), "x.c", options)
}

func TestHeader(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	table := file("table.csv", "a,b\n1,2.5\n3,4\n")
	raw := file("raw.bin", "\x01\x00\xff\xff\x03\x00\x04\x00")
	f, err := read(t, `name = "mine"
genome = "real"
length = "pairs"
lower = [-1, -2.5]
upper = 4
objective = "minimize"
score = "real"
bound = 0
[data]
pairs = [[1, 2], [3, 4]]
limit = 2.5
count = 7
column = { file = "`+table+`", column = "b" }
first = { file = "`+table+`", column = 1 }
whole = { file = "`+table+`", type = "real" }
shorts = { file = "`+raw+`", format = "i16", columns = 2 }
`, Options{Data: []string{"given=" + table}})
	if err != nil {
		t.Fatal(err)
	}
	r := f.Genomes
	if f.Title != "mine" || r.Kind != problem.Real || r.Length != 2 || !slices.Equal(r.Lower, []float64{-1, -2.5}) || !slices.Equal(r.Upper, []float64{4, 4}) ||
		!f.Minimize || !f.Real || !f.Bounded || f.BestScore != problem.FromFloat(0) {
		t.Errorf("%+v", f)
	}
	b := math.Float64bits
	want := []array{
		{"pairs", false, false, 2, 2, []uint64{1, 2, 3, 4}},
		{"limit", true, true, 1, 1, []uint64{b(2.5)}},
		{"count", false, true, 1, 1, []uint64{7}},
		{"column", true, false, 2, 1, []uint64{b(2.5), b(4)}},
		{"first", false, false, 2, 1, []uint64{1, 3}},
		{"whole", true, false, 2, 2, []uint64{b(1), b(2.5), b(3), b(4)}},
		{"shorts", false, false, 2, 2, []uint64{1, math.MaxUint64, 3, 4}},
		{"given", true, false, 2, 2, []uint64{b(1), b(2.5), b(3), b(4)}},
	}
	for i, a := range f.Arrays {
		w := want[i]
		if a.Name != w.Name || a.Real != w.Real || a.Scalar != w.Scalar || a.Rows != w.Rows || a.Columns != w.Columns || !slices.Equal(a.Words, w.Words) {
			t.Errorf("array %d is %+v, want %+v", i, a, w)
		}
	}
	var sent bytes.Buffer
	if err := gob.NewEncoder(&sent).Encode(f); err != nil {
		t.Fatal(err)
	}
	again := &fragment{}
	if err := gob.NewDecoder(&sent).Decode(again); err != nil {
		t.Fatal(err)
	}
	if p, err := again.Open(); err != nil || p != again || again.Hash() != f.Hash() || !again.has("fitness") {
		t.Errorf("%v: %+v", err, again)
	}
	again.Arrays[0].Words[3]++
	if again.Hash() == f.Hash() {
		t.Error("other data has the same hash")
	}
}

func TestOptionsGoBeforeTheHeader(t *testing.T) {
	f, err := readFragment(strings.NewReader(body), "dir/plain.c",
		Options{Header: map[string]any{"genome": "real", "length": "3", "lower": 0.0, "upper": 1, "objective": "minimize", "score": "real"}})
	if err != nil || f.Title != "plain" || f.Genomes.Length != 3 || !f.Minimize || !f.Real {
		t.Errorf("%+v, %v", f, err)
	}
	if f, err = read(t, "genome = \"binary\"\nlength = 4", Options{Header: map[string]any{"genome": "discrete", "alphabet": 5, "length": "6"}}); err != nil || f.Genomes.Alphabet != 5 || f.Genomes.Length != 6 {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestBoundsByName: arrays of data say what each gene may be.
func TestBoundsByName(t *testing.T) {
	f, err := read(t, "genome = \"real\"\nlength = \"low\"\nlower = \"low\"\nupper = \"all\"\npatience = 90\n[data]\nlow = [1, 2.5]\nall = 7", Options{})
	if err != nil || !slices.Equal(f.Genomes.Lower, []float64{1, 2.5}) || !slices.Equal(f.Genomes.Upper, []float64{7, 7}) || f.Wait != 90*time.Second {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestHeaderMistakes(t *testing.T) {
	for _, c := range []struct{ header, want string }{
		{"", "x.c:1: genome: it is needed"},
		{"genome = \"binary\"", "x.c:1: length: it is needed"},
		{"genome = \"trinary\"\nlength = 3", `x.c:3: genome: "trinary": it is binary, discrete`},
		{"genome = \"binary\"\nlength = 0", "x.c:4: length: 0: it is a number from 1"},
		{"genome = \"binary\"\nlength = \"weight\"", `x.c:4: length: "weight": it is a number of genes`},
		{"genome = \"binary\"\nlength = 1.5", "x.c:4: length: it is a number of genes"},
		{"genome = \"binary\"\nlength = 3\nlower = 1", "x.c:5: lower: bounds are for real"},
		{"genome = \"discrete\"\nlength = 3", "x.c:1: alphabet: a discrete genome needs it"},
		{"genome = \"discrete\"\nlength = 3\nalphabet = 1", "x.c:5: alphabet: it is a whole number from 2"},
		{"genome = \"permutation\"\nlength = 70000", "x.c:4: length: a permutation has at most"},
		{"genome = \"real\"\nlength = 2\nlower = 0", "x.c:1: upper: real genomes need it"},
		{"genome = \"real\"\nlength = 2\nlower = [0, 1, 2]\nupper = 4", "x.c:5: lower: it has 3 numbers for 2 genes"},
		{"genome = \"real\"\nlength = 2\nlower = 5\nupper = 4", "x.c:6: upper: gene 0 would lie between 5 and 4"},
		{"genome = \"real\"\nlength = 2\nlower = -1e308\nupper = [1, 1e308]", "x.c:6: upper: gene 1 has too wide a range: -1e+308 to 1e+308"},
		{"genome = \"real\"\nlength = 2\nlower = 0\nupper = 1\nscore = \"real\"\nbound = nan", "x.c:8: bound: it is a number that no score can beat"},
		{"genome = \"real\"\nlength = 2\nlower = \"few\"\nupper = 4\n[data]\nfew = [1]", "x.c:5: lower: it has 1 numbers for 2 genes"},
		{"genome = \"real\"\nlength = 2\nlower = \"none\"\nupper = 4", "x.c:5: lower: it is a number, a list with one for each gene, or the name of an array"},
		{"genome = \"binary\"\nlength = 2\npatience = \"long\"", "x.c:5: patience: \"long\": it is how long one evaluation may take"},
		{"genom = \"real\"", "x.c:3: genom: there is no such key"},
		{"genome = \"binary\"\nlength = 3\nobjective = \"best\"", `x.c:5: objective: "best": it is maximize`},
		{"genome = \"binary\"\nlength = 3\nobjective = [\"minimize\", \"maximize\"]", "x.c:5: objective: a list is for several objectives, which objectives ="},
		{"genome = \"binary\"\nlength = 3\nbound = 1.5", "x.c:5: bound: the score is an integer"},
		{"genome = \"binary\"\nlength = 3\n[data]\nint = 3", "x.c:6: data.int: it cannot be a name, for the word means something"},
		{"genome = \"binary\"\nlength = 3\n[data]\nscore = 3", "x.c:6: data.score: it cannot be a name, for the word means something"},
		{"genome = \"binary\"\nlength = 3\n[data]\nBig = 3", "x.c:6: data.Big: it cannot be a name; use lower-case letters"},
		{"genome = \"binary\"\nlength = 3\n[data]\nw = []", "x.c:6: data.w: it has no numbers"},
		{"genome = \"binary\"\nlength = 3\n[data]\nw = [[1,2],[3]]", "x.c:6: data.w: row 2 has 1 numbers"},
		{"genome = \"binary\"\nlength = 3\n[data]\nw = \"text\"", "x.c:6: data.w: it is a number, a list"},
		{"genome = \"binary\"\nlength = 3\n[data]\nw = { type = \"int\" }", "x.c:6: data.w: it needs a file"},
		{"genome = \"binary\"\nlength = 3\n[data]\nw = { file = \"missing.csv\" }", "x.c:6: data.w: missing.csv:"},
		{"genome = \"binary\n", "x.c:3: "},
	} {
		_, err := read(t, c.header, Options{})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.header, err, c.want)
		}
	}
	for text, want := range map[string]string{
		"/* warbler\ngenome = \"binary\"":                         "x.c:1: this header does not end",
		"/* warbler\ngenome=\"binary\"\nlength=2\n*/\nint a() {}": "x.c:1: there is no function fitness",
		"/* warbler\ngenome=\"real\"\nlength=2\nlower=0\nupper=1\n*/\n" + body + "score delta(genome g, data d, int i) { return 0; }": "x.c:8: delta is for local searches",
		"\x00": "x.c: it is no C source",
	} {
		_, err := readFragment(strings.NewReader(text), "x.c", Options{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := read(t, "genome = \"binary\"\nlength = 3", Options{Data: []string{"w"}}); err == nil || !strings.Contains(err.Error(), "--data w: write it as name=file") {
		t.Error(err)
	}
}

// FuzzHeader: whatever a header says, there is a fragment that can be laid out
// or a mistake with its line.
func FuzzHeader(f *testing.F) {
	for _, kind := range Templates {
		text, _ := Template(kind)
		f.Add(text)
	}
	f.Add("/* warbler\x15*/")
	f.Add("/* warbler\ngenome=\"real\"\nlength=\"a\"\nlower=[1,2]\nupper=3\n[data]\na=[[1.5],[2]]\n*/" + body)
	f.Fuzz(func(t *testing.T, text string) {
		f, err := readFragment(strings.NewReader(text), "x.c", Options{Open: func(string) ([]byte, error) { return nil, errors.New("no files here") }})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x.c:") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if err := f.Genomes.Validate(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if f.nativeSource() == "" || len(f.Kernel().Parts) == 0 {
			t.Error("there is no source")
		}
	})
}
