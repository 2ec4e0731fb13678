package sat

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/rng"
)

// text is a formula for comparisons: variables, then the clauses with their
// weights, none or h.
func text(f *Formula) string {
	s := fmt.Sprintf("%d vars", f.Vars)
	for c := range f.Clauses() {
		s += "; "
		if f.Weights != nil {
			s += strings.ReplaceAll(fmt.Sprintf("%d: ", f.Weights[c]), "-1:", "h:")
		}
		s += strings.Trim(fmt.Sprint(f.Clause(c)), "[]")
	}
	return s
}

func TestReadFormats(t *testing.T) {
	for _, test := range []struct{ title, name, text, want string }{
		{"cnf", "f", "c hello\np cnf 3 2\n1 -2 0\n3 0\n", "3 vars; 1 -2; 3"},
		{"no line end", "f", "p cnf 3 2\n1 -2 0\n3 0", "3 vars; 1 -2; 3"},
		{"CR LF", "f", "c\r\np cnf 3 2\r\n1 -2 0\r\n3 0\r\n", "3 vars; 1 -2; 3"},
		{"blanks", "f", "\n  p  cnf\t3   2 \n\n  1   -2 0 \n\t3\t0 \n\n", "3 vars; 1 -2; 3"},
		{"spanning lines", "f", "p cnf 3 2\n1\n-2\n0 3 0\n", "3 vars; 1 -2; 3"},
		{"comments between and within", "f", "p cnf 3 2\nc one\n1 -2 0\nc 5 6\n3\n  c\xff\x00\n0\nc\n", "3 vars; 1 -2; 3"},
		{"SATLIB's end", "f", "p cnf 3 2\n1 -2 0\n3 0\n%\n0\n\n", "3 vars; 1 -2; 3"},
		{"leading zeros", "f", "p cnf 03 2\n000000000001 -02 0\n3 000\n", "3 vars; 1 -2; 3"},
		{"more clauses than promised", "f", "p cnf 3 1\n1 -2 0\n3 0\n", "3 vars; 1 -2; 3"},
		{"empty clauses", "f", "p cnf 0 2\n0\n0\n", "0 vars; ; "},
		{"no clauses", "f.cnf", "p cnf 5 0\n", "5 vars"},
		{"largest variable", "f", "p cnf 2147483646 1\n-2147483646 2147483646 0", "2147483646 vars; -2147483646 2147483646"},
		{"old wcnf", "f", "p wcnf 3 3 10\n9 1 0\n10 2 0\n11 -3 0\n", "3 vars; 9: 1; h: 2; h: -3"},
		{"old wcnf without top", "f", "p wcnf 3 2\n9 1 0\n0 2 0\n", "3 vars; 9: 1; 0: 2"},
		{"huge top", "f", "p wcnf 1 2 18446744073709551615\n18446744073709551615 1 0\n9223372036854775807 1 0\n", "1 vars; h: 1; 9223372036854775807: 1"},
		{"new wcnf", "f", "c x\nh 1 2 0\n1 -5 0\n4294967296 0\nh 0\n", "5 vars; h: 1 2; 1: -5; 4294967296: ; h: "},
		{"new wcnf, spanning lines", "f.wcnf", "h\n1\n0 7\n2 0", "2 vars; h: 1; 7: 2"},
		{"nothing", "f.wcnf", "", "0 vars"},
		{"only a comment", "f.wcnf.gz", "c nothing", "0 vars"},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.text), iotest.OneByteReader(strings.NewReader(test.text)),
			iotest.DataErrReader(strings.NewReader(test.text))} {
			f, err := Read(r, test.name)
			if err != nil {
				t.Errorf("%s: %v", test.title, err)
			} else if err := f.validate(); err != nil {
				t.Errorf("%s: %v", test.title, err)
			} else if got := text(f); got != test.want {
				t.Errorf("%s: read %q, want %q", test.title, got, test.want)
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, test := range []struct{ title, name, text, want string }{
		{"empty", "f", "", "f:1: the file is empty"},
		{"empty cnf", "f.cnf", "", "f.cnf:1: the file is empty"},
		{"blank", "f", " \n\nc\n", "f:4: the file is empty"},
		{"no p line", "f.cnf.xz", "c\n1 2 0\n", "f.cnf.xz:2: a clause before the line \"p cnf"},
		{"truncated clauses", "f", "p cnf 3 4\n1 0\n2 0\n", "f:4: the file ends after 2 of 4 clauses; it is truncated"},
		{"truncated at %", "f", "p cnf 3 4\n1 0\n%\n2 0\n3 0\n1 0\n", "f:3: the file ends after 1 of 4 clauses"},
		{"truncated clause", "f", "p cnf 3 2\n1 0\n2 3", "f:3: the file ends inside clause 2"},
		{"truncated weight", "f.wcnf", "3", "f.wcnf:1: the file ends inside clause 1"},
		{"truncated h", "f", "1 2 0\nh", "f:2: the file ends inside clause 2"},
		{"truncated header", "f", "p cnf 3", "f:1: the p line ends where the number of clauses should be"},
		{"header on two lines", "f", "p cnf\n3 4\n", "f:1: the p line ends where the number of variables should be"},
		{"bare p", "f", "p\n", "f:1: the p line says \"\""},
		{"another format", "f", "p edge 3 4\n", "f:1: the p line says \"edge\""},
		{"glued p", "f", "pcnf 3 4\n", "f:1: \"pcnf\" should be"},
		{"long header", "f", "p cnf 3 4 5\n", "f:1: \"5\" after the last number of the p line"},
		{"long wcnf header", "f", "p wcnf 3 4 5 6\n", "f:1: \"6\" after the last number of the p line"},
		{"negative variables", "f", "p cnf -3 4\n", "f:1: the number of variables is negative (-3)"},
		{"words in the header", "f", "p cnf three 4\n", "f:1: the number of variables should be a whole number, not \"three\""},
		{"too many variables", "f", "p cnf 2147483647 4\n", "f:1: the number of variables is 2147483647; it can be at most 2147483646"},
		{"huge promise", "f", "p cnf 3 1000000000000\n1 2 0\n", "f:3: the file ends after 1 of 1000000000000 clauses"},
		{"promise beyond 64 bits", "f", "p cnf 3 99999999999999999999\n", "f:1: the number of clauses is 99999999999999999999"},
		{"top 0", "f", "p wcnf 3 4 0\n", "f:1: hard clauses weigh 0"},
		{"second p line", "f", "p cnf 3 1\n1 0\np cnf 3 1\n1 0\n", "f:3: a p line after"},
		{"numbers of another problem", "f", "20\n\n0 1 2\n1 0 3\n", "f:1: this is no formula"},
		{"the same, without a 0", "f.txt.gz", "3 50\n", "f.txt.gz:1: this is no formula"},
		{"p line after clauses", "f", "1 1 0\np wcnf 3 1\n", "f:2: a p line after"},
		{"literal beyond", "f", "p cnf 3 2\n1 0\n-4 0\n", "f:3: literal -4 is beyond the 3 variables of the p line"},
		{"literal beyond in wcnf", "f", "p wcnf 3 1 5\n5 4 0\n", "f:2: literal 4 is beyond"},
		{"literal overflow", "f", "p cnf 3 1\n99999999999999999999 0\n", "f:2: literal 99999999999999999999 is too large"},
		{"literal of 32 bits", "f", "1 4294967297 0\n", "f:1: literal 4294967297 is too large"},
		{"minus 0", "f", "p cnf 3 1\n1 -0\n", "f:2: \"-0\" is not a literal"},
		{"lone minus", "f", "p cnf 3 1\n1 - 2 0\n", "f:2: \"-\" is not a literal"},
		{"plus", "f", "p cnf 3 1\n+1 0\n", "f:2: \"+1\" is not a literal"},
		{"word in a clause", "f", "p cnf 3 1\n1 x 0\n", "f:2: \"x\" is not a literal"},
		{"h in a cnf", "f", "p cnf 3 1\nh 1 0\n", "f:2: \"h\" is not a literal"},
		{"h in an old wcnf", "f", "p wcnf 3 1 5\nh 1 0\n", "f:2: a clause should begin with its weight, a whole number, not with \"h\""},
		{"glued h", "f", "h1 2 0\n", "f:1: a clause should begin with its weight, a whole number or h, not with \"h1\""},
		{"negative weight", "f", "h 1 0\n-5 1 0\n", "f:2: the weight -5 is negative"},
		{"negative long weight", "f", "-5000000000 1 0\n", "f:1: the weight -5000000000 is negative"},
		{"decimal weight", "f", "1.5 1 0\n", "f:1: a clause should begin with its weight"},
		{"weight overflow", "f", "18446744073709551616 1 0\n", "f:1: the weight 18446744073709551616 does not fit 64 bits"},
		{"sum overflow", "f", "9223372036854775807 1 0\n1 1 0\n", "f:2: the weights of the soft clauses add up to more than 2^63-1"},
		{"% in a wcnf", "f", "1 1 0\n%\n", "f:2: a clause should begin"},
		{"NUL", "f", "p cnf 3 1\n1 \x00 0\n", "f:2: byte 0x00 is not text"},
		{"NUL in a word", "f", "p cnf 3 1\n1\x00 0\n", "f:2: byte 0x00 is not text"},
		{"ELF", "f", "\x7fELF\x02\x01", "f:1: byte 0x7f is not text"},
		{"UTF-16", "f", "\xff\xfep\x00 \x00", "f:1: byte 0x00 is not text"},
		{"prose", "f", "Dear formula,\nhow are you?\n", "f:1: \"Dear\" is neither"},
		{"long word", "f", strings.Repeat("x", 5000), "f:1: a word of more than 4096 letters"},
		{"wide word", "f", strings.Repeat("x", 3000), "f:1: \"xxxxx"},
		{"long number", "f", "p cnf 3 1\n" + strings.Repeat("0", 500) + "\n", "f:2: \"000"},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.text), iotest.OneByteReader(strings.NewReader(test.text))} {
			f, err := Read(r, test.name)
			if err == nil {
				t.Errorf("%s: read %s", test.title, text(f))
			} else if !strings.HasPrefix(err.Error(), test.name+":") || !strings.Contains(err.Error(), test.want) || strings.ContainsAny(err.Error(), "\n\x00") {
				t.Errorf("%s: the error is\n\t%v\nand should have\n\t%s", test.title, err, test.want)
			}
		}
	}
	broken := io.MultiReader(strings.NewReader("p cnf 3 2\n1 0\n2"), iotest.ErrReader(io.ErrUnexpectedEOF))
	if _, err := Read(broken, "f"); err == nil || !strings.HasPrefix(err.Error(), "f:3: cannot be read on: unexpected EOF") {
		t.Errorf("a reader that fails: %v", err)
	}
}

func TestReport(t *testing.T) {
	long := "1 2 3 4 5 6 7 8 9 10"
	for _, test := range []struct {
		text string
		want string
	}{
		{"p cnf 10 1\n" + long + " 0\n", ""},
		{"p cnf 10 1\n" + long + " 0\n1 0\n", "1 clause more than the header promises"},
		{"p cnf 12 3\n" + long + " -7 0\n" + long + " 7 0\n1 -2 2 1 0\n", "2 clauses are tautologies: always satisfied; 2 clauses repeat a literal; 2 variables are in no clause"},
		{"h 0\n3 0\n0 0\n0 1 0\n1 2000000000 1 0\n", "1 hard clause is empty: the formula cannot be satisfied; 2 soft clauses are empty: their weight is always lost; 2 soft clauses weigh 0; 1999999998 variables are in no clause"},
	} {
		f, err := Read(strings.NewReader(test.text), "f")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(f.oddities(true), "; "); got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
		some, err := f.Examine(false)
		if hint := strings.Join(some, "; "); (err != nil) != (f.Vars > maxSearched) || err == nil && (hint != "") != (f.Extra > 0) {
			t.Errorf("%q: %q, %v", test.text, hint, err)
		}
	}
}

// TestReadMemory reads a million clauses of three literals. All that is ever
// allocated bounds the peak, whenever the collector runs.
func TestReadMemory(t *testing.T) {
	const clauses = 1_000_000
	for title, r := range map[string]Random{"cnf": {}, "wcnf": {MaxWeight: 1000}} {
		input := bigText(t, clauses, r)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		f, err := Read(bytes.NewReader(input), "big")
		took := time.Since(began)
		runtime.ReadMemStats(&after)
		if err != nil || f.Clauses() != clauses {
			t.Fatal(f.Clauses(), err)
		}
		each := float64(after.TotalAlloc-before.TotalAlloc) / clauses
		t.Logf("%s: %.0f bytes per clause, %.0f MB/s", title, each, float64(len(input))/1e6/took.Seconds())
		if each > 100 {
			t.Errorf("%s: %.0f bytes per clause, want at most 100", title, each)
		}
	}
}

// TestReadPromise sees that a header alone reserves nothing.
func TestReadPromise(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := Read(strings.NewReader("p cnf 2147483646 2\n1 0\n2147483646 0\n"), "f")
	if err != nil {
		t.Fatal(err)
	}
	f.oddities(true)
	if _, err := New(f); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
		t.Errorf("%d bytes for two clauses", got)
	}
}

// TestReadData reads every formula of the benchmark collection.
func TestReadData(t *testing.T) {
	dir := problemtest.Data(t)
	for _, set := range []struct {
		folder, table string
		count         int
	}{{"satlib", "status.csv", 690}, {"maxsat", "optima.csv", 124}} {
		rows := map[string]map[string]string{}
		for _, row := range table(t, dir, set.folder+"/"+set.table) {
			rows[row["instance"]] = row
		}
		count := 0
		err := filepath.WalkDir(filepath.Join(dir, set.folder), func(path string, _ os.DirEntry, err error) error {
			if ext := filepath.Ext(path); err != nil || ext != ".cnf" && ext != ".wcnf" {
				return err
			}
			count++
			name, err := filepath.Rel(filepath.Join(dir, set.folder), path)
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			f := readFile(t, dir, set.folder+"/"+name)
			row := rows[name]
			if row == nil {
				t.Errorf("%s is not in the table", name)
			} else if want := row["n_vars"]; want != "" && (want != strconv.Itoa(f.Vars) || row["n_clauses"] != strconv.Itoa(f.Clauses())) {
				t.Errorf("%s: %d variables and %d clauses, want %s and %s", name, f.Vars, f.Clauses(), want, row["n_clauses"])
			}
			if odd := f.oddities(true); set.folder == "satlib" && len(odd) > 0 {
				t.Errorf("%s: %q", name, odd)
			}
			return f.validate()
		})
		if err != nil || count != set.count {
			t.Errorf("%s: %d formulas, want %d; %v", set.folder, count, set.count, err)
		}
	}
}

// drawFormula makes formulas of all shapes. Sizes are drawn from lists, because
// rapid's own integers are mostly tiny; the literals come from a seed.
func drawFormula(t *rapid.T, maxVars, maxClauses int) *Formula {
	size := func(most int, what string) int {
		list := []int{1, 0, 2, 3, 5, 15, 16, 17, 40, 64, 65, 70, 200}
		return rapid.SampledFrom(append(slices.DeleteFunc(list, func(n int) bool { return n >= most }), most)).Draw(t, what)
	}
	f := &Formula{Name: "drawn", Vars: size(maxVars, "vars"), Start: []uint32{0}}
	width := rapid.SampledFrom([]int{1, 2, 3, 3, 12, -1, -1, -1}).Draw(t, "width") // -1: it varies
	most := rapid.SampledFrom([]int64{1, 1, 2, 1000, math.MaxInt64 / int64(maxClauses)}).Draw(t, "most")
	kinds := rapid.SampledFrom([][]int64{{1}, {Hard}, {1, Hard}, {0, 1, 1, Hard}}).Draw(t, "kinds")
	at := rng.Address{Seed: rapid.Uint64().Draw(t, "seed")}
	word := uint32(0)
	draw := func(n int) int {
		word++
		return int(at.Word(word) % uint32(n))
	}
	for range size(maxClauses, "clauses") {
		k := width
		if width < 0 {
			k = draw(12)
		}
		if f.Vars == 0 {
			k = 0
		}
		clause := make([]int32, k)
		for i := range clause {
			clause[i] = int32(1+draw(f.Vars)) * int32(1-2*draw(2))
		}
		w := kinds[draw(len(kinds))]
		if w == 1 {
			w = 1 + most/1000*int64(draw(1000)) + int64(draw(int(most%1000)+1))
			w = min(w, most)
		}
		f.Add(w, clause...)
	}
	return f
}

// TestWriteRead writes formulas in every format and reads them back.
func TestWriteRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t, 20, 30)
		f.Comments = rapid.SampledFrom([][]string{nil, {"one"}, {"two\nlines", "p cnf 1 1"}}).Draw(t, "comments")
		if f.AllHard {
			f = f.Strict()
		}
		for _, format := range []string{"", wcnf, oldWCNF} {
			f.Format = format
			var b bytes.Buffer
			err := f.Write(&b)
			if format == "" && f.Weights != nil {
				if err == nil {
					t.Fatal("a cnf cannot have weights")
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := Read(&b, "drawn.wcnf")
			if err != nil {
				t.Fatal(err)
			}
			if got.Format != format || got.Extra != 0 {
				t.Fatalf("read as %v, %d extra clauses", got.Format, got.Extra)
			}
			want := *f
			if format == "" {
				got.AllHard = f.AllHard
			} else if want.AllHard && f.Clauses() > 0 { // the format has no other way to say so
				want.Weights, want.AllHard = make([]int64, f.Clauses()), false
				for c := range want.Weights {
					want.Weights[c] = Hard
				}
			}
			if format == wcnf {
				want.Vars = got.Vars
			}
			if text := text(got); got.Vars != want.Vars || !reflect.DeepEqual(got.Lits, want.Lits) && len(want.Lits) > 0 || got.hash() != want.hash() {
				t.Fatalf("%v: read back %s", format, text)
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"c hello\np cnf 3 2\n1 -2 0\n3 0\n%\n0\n", "p wcnf 3 3 10\n9 1 0\n10 2 0\n11 -3 0\n", "p wcnf 3 1\n0 0\n",
		"h 1 2 0\n1 -5 0\n4294967296 0\nh 0\n", "p cnf 0 1000000000000", "9223372036854775807 1 0\n1 1 0\n", "c\nh\n1 -1\nc\n1 0", "p cnf 2147483646 1\r\n-2147483646 0",
	} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, weighted bool) {
		name := map[bool]string{false: "f.cnf", true: "f.wcnf"}[weighted]
		f, err := Read(bytes.NewReader(text), name)
		if err != nil {
			if !strings.HasPrefix(err.Error(), name+":") || strings.ContainsAny(err.Error(), "\n\x00") {
				t.Fatalf("not one line with file and line: %q", err)
			}
			return
		}
		if err := f.validate(); err != nil {
			t.Fatal(err)
		}
		f.oddities(true)
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		back, err := Read(&b, name)
		if err != nil {
			t.Fatal(err)
		}
		if back.hash() != f.hash() {
			t.Fatal("written and read back it is another formula")
		}
		if slow, err := Read(iotest.OneByteReader(bytes.NewReader(text)), name); err != nil || slow.hash() != f.hash() {
			t.Fatalf("byte by byte it is another formula: %v", err)
		}
	})
}
