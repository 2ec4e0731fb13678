package custom

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/problem"
)

// Options are what a command line says instead of the header. Zero fields say
// nothing.
type Options struct {
	Genome, Objective, Score string
	Length                   string // a number, or the name of an array
	Alphabet                 int
	Lower, Upper             *float64
	Data                     []string // "name=file"
	// Open reads a file that the fragment names; nil opens it relative to the
	// fragment's folder.
	Open func(name string) ([]byte, error)
}

// dataSource says where an array comes from.
type dataSource struct {
	File, Type, Column, Format string
	Columns                    int
}

// marker begins the header.
const marker = "/* warbler"

// headerOf cuts the header out of a fragment: TOML in the first block comment
// that begins with the word warbler. As many lines stand before it as in the
// file.
func headerOf(file, text string) (string, error) {
	from := strings.Index(text, marker)
	if from < 0 {
		return "", nil
	}
	rest := text[from+len(marker):]
	end := strings.Index(rest, "*/")
	if end < 0 {
		return "", &LineError{file, 1 + strings.Count(text[:from], "\n"), "this header does not end: */ is missing"}
	}
	return strings.Repeat("\n", strings.Count(text[:from], "\n")) + rest[:end], nil
}

var dataName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// taken are words that cannot name data, because they mean something in a
// fragment, in C, in C++ or in OpenCL C.
var taken = func() map[string]bool {
	const words = `
		data score genome genome_rw gene set_gene team lane lanes
		auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed
		sizeof static struct switch typedef union unsigned void volatile while linux unix
		alignas alignof and and_eq asm bitand bitor bool catch class compl concept const_cast consteval constexpr constinit decltype delete dynamic_cast
		explicit export false friend module mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public reinterpret_cast requires
		static_assert static_cast template this thread_local throw true try typeid typename typeof using virtual wchar_t xor xor_eq
		global local constant kernel read_only write_only read_write half uchar ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t event_t sampler_t pipe
		image1d_t image2d_t image3d_t address cell u8 u16 u32 u64 i8 i16 i32 i64 f32 f64`
	list := map[string]bool{}
	for _, w := range strings.Fields(words) {
		list[w] = true
	}
	for _, base := range []string{"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half"} {
		for _, n := range []string{"2", "3", "4", "8", "16"} {
			list[base+n] = true
		}
	}
	return list
}()

// header reads the header of a fragment, and what options say instead.
type header struct {
	*document.Table
	f       *Fragment
	options Options
}

func (f *Fragment) readHeader(options Options) error {
	text, err := headerOf(f.File, f.Text)
	if err != nil {
		return err
	}
	root, err := document.Parse(f.File, text)
	if err != nil {
		return err
	}
	h := &header{Table: root, f: f, options: options}
	h.Only("name", "genome", "length", "alphabet", "lower", "upper", "objective", "score", "bound", "data")
	if f.Name = h.Text("name"); f.Name == "" {
		f.Name = strings.TrimSuffix(filepath.Base(f.File), filepath.Ext(f.File))
	}
	h.data()
	h.genome()
	h.objective()
	return h.Err()
}

// choice is the option, or the header's word, or the first of those known.
func (h *header) choice(key, option string, known ...string) string {
	word := option
	if word == "" {
		word = h.Text(key)
	}
	for _, k := range known {
		if word == k {
			return word
		}
	}
	if word != "" {
		h.fail(key, option != "", "%q: it is %s", word, strings.Join(known, ", "))
	}
	return known[0]
}

// fail tells a mistake at a key, or at the flag of the same name.
func (h *header) fail(key string, flag bool, format string, args ...any) {
	err := fmt.Errorf(format, args...)
	if flag {
		err = fmt.Errorf("--%s %w", key, err)
	}
	h.Fail(key, err)
}

func (h *header) genome() {
	r := &h.f.Representation
	if h.options.Genome == "" && !h.Has("genome") {
		h.Failf("genome", `it is needed: write genome = "binary", "discrete", "permutation" or "real" in a comment that begins with %q, or --genome`, marker)
		return
	}
	switch h.choice("genome", h.options.Genome, "binary", "discrete", "permutation", "real") {
	case "discrete":
		r.Kind = problem.Discrete
		r.Alphabet = int(h.Whole("alphabet", 0, 2, 256))
		if h.options.Alphabet != 0 {
			r.Alphabet = h.options.Alphabet
		}
		if r.Alphabet < 2 || r.Alphabet > 256 {
			h.Failf("alphabet", "a discrete genome needs it: a number of symbols from 2 to 256")
		}
	case "permutation":
		r.Kind = problem.Permutation
	case "real":
		r.Kind = problem.Real
	}
	if r.Kind != problem.Discrete && (h.Has("alphabet") || h.options.Alphabet != 0) {
		h.Failf("alphabet", "it is for discrete genomes")
	}
	h.length(r)
	if r.Kind == problem.Real {
		r.Lower = h.bound("lower", h.options.Lower, r.Length)
		r.Upper = h.bound("upper", h.options.Upper, r.Length)
		for i := range min(len(r.Lower), len(r.Upper)) {
			if !(r.Lower[i] <= r.Upper[i]) {
				h.Failf("upper", "gene %d would lie between %v and %v", i, r.Lower[i], r.Upper[i])
				break
			}
			if math.IsInf(r.Upper[i]-r.Lower[i], 0) {
				h.Failf("upper", "gene %d has too wide a range: %v to %v", i, r.Lower[i], r.Upper[i])
				break
			}
		}
	} else if h.Has("lower") || h.Has("upper") || h.options.Lower != nil || h.options.Upper != nil {
		h.Failf("lower", "bounds are for real genomes")
	}
	if h.Err() == nil {
		if err := r.Validate(); err != nil {
			h.Failf("length", "%s", strings.TrimPrefix(err.Error(), "problem: "))
		}
	}
}

// maxLength is the longest genome.
const maxLength = 1 << 24

// length is a number, or that of an array.
func (h *header) length(r *problem.Representation) {
	flag := h.options.Length != ""
	x := h.Values["length"]
	if flag {
		x = h.options.Length
		if n, err := strconv.ParseInt(h.options.Length, 10, 64); err == nil {
			x = n
		}
	}
	r.Length = 1 // until it is known, so that one mistake is not told twice
	switch x := x.(type) {
	case nil:
		h.Failf("length", "it is needed: a number of genes, or the name of an array that has one for each")
	case int64:
		if x < 1 || x > maxLength {
			h.fail("length", flag, "%d: it is a number from 1 to %d", x, maxLength)
			return
		}
		r.Length = int(x)
	case string:
		for _, a := range h.f.Arrays {
			if a.Name == x && !a.Scalar {
				r.Length = a.Rows
				return
			}
		}
		h.fail("length", flag, "%q: it is a number of genes, or the name of an array", x)
	default:
		h.Failf("length", "it is a number of genes, or the name of an array")
	}
}

// bound is a number for all genes, or a list of one for each.
func (h *header) bound(key string, option *float64, length int) []float64 {
	list := make([]float64, length)
	fill := func(x float64) []float64 {
		for i := range list {
			list[i] = x
		}
		return list
	}
	if option != nil {
		return fill(*option)
	}
	x, ok := h.Values[key]
	if !ok {
		h.Failf(key, "real genomes need it: a number, or a list with one for each gene")
		return fill(0)
	}
	t, err := inline(x)
	switch {
	case err != nil:
		h.Failf(key, "it is a number, or a list with one for each gene")
	case t.columns == 0:
		return fill(t.reals[0])
	case t.columns != 1 || len(t.reals) != length:
		h.Failf(key, "it has %d numbers for %d genes", len(t.reals), length)
	default:
		return t.reals
	}
	return fill(0)
}

func (h *header) objective() {
	f := h.f
	f.Minimize = h.choice("objective", h.options.Objective, "maximize", "minimize") == "minimize"
	f.Real = h.choice("score", h.options.Score, "integer", "real") == "real"
	if !h.Has("bound") {
		return
	}
	switch x := h.Values["bound"].(type) {
	case int64:
		f.Bounded, f.BestScore = true, x
		if f.Minimize {
			f.BestScore = -x
		}
		if f.Real {
			f.BestScore = problem.FromFloat(float64(x))
			if f.Minimize {
				f.BestScore = problem.FromFloat(-float64(x))
			}
		}
	case float64:
		if math.IsNaN(x) {
			h.Failf("bound", "it is a number that no score can beat")
		} else if !f.Real {
			h.Failf("bound", "the score is an integer, and so is its bound")
		}
		f.Bounded, f.BestScore = true, problem.FromFloat(x)
		if f.Minimize {
			f.BestScore = problem.FromFloat(-x)
		}
	default:
		h.Failf("bound", "it is a number that no score can beat")
	}
}

// data reads the arrays of the header and of --data.
func (h *header) data() {
	table := h.Table.Table("data")
	flags := map[string]string{}
	var order []string
	for _, assignment := range h.options.Data {
		name, file, ok := strings.Cut(assignment, "=")
		if !ok || name == "" || file == "" {
			h.fail("data", true, "%s: write it as name=file", assignment)
			return
		}
		if _, twice := flags[name]; !twice && !table.Has(name) {
			order = append(order, name)
		}
		flags[name] = file
	}
	total := 0
	for _, name := range append(table.Names(), order...) {
		if taken[name] {
			table.Failf(name, "it cannot be a name, for the word means something in C, C++, OpenCL C or to fragments; take another")
			return
		}
		if !dataName.MatchString(name) {
			table.Failf(name, "it cannot be a name; use lower-case letters, digits and _")
			return
		}
		a, err := h.array(table, name, flags[name])
		if err != nil {
			table.Fail(name, err)
			return
		}
		if total += len(a.Words); total > maxElements {
			table.Failf(name, "the arrays have more than %d numbers", maxElements)
			return
		}
		h.f.Arrays = append(h.f.Arrays, a)
	}
}

func (h *header) array(table *document.Table, name, file string) (Array, error) {
	var source dataSource
	x := table.Values[name]
	if _, is := x.(map[string]any); is {
		sub := table.Table(name)
		sub.Only("file", "type", "column", "format", "columns")
		source = dataSource{File: sub.Text("file"), Type: sub.Text("type"), Format: sub.Text("format"), Columns: int(sub.Whole("columns", 0, 1, maxElements))}
		if c, ok := sub.Values["column"]; ok {
			if source.Column, ok = document.Scalar(c); !ok {
				sub.Failf("column", "it is the name of a column, or its number from 1")
			}
		}
		if err := sub.Err(); err != nil {
			return Array{}, err
		}
	} else if file == "" {
		t, err := inline(x)
		if err != nil {
			return Array{}, err
		}
		a, err := t.array(name, "")
		a.Scalar = t.columns == 0
		return a, err
	}
	if file != "" {
		source.File = file
	}
	if source.File == "" {
		return Array{}, errors.New(`it needs a file: { file = "x.csv" }`)
	}
	content, err := h.open(source.File, file != "")
	if err != nil {
		return Array{}, err
	}
	t, err := readFile(content, source.File, source)
	if err == nil {
		var a Array
		if a, err = t.array(name, source.Type); err == nil {
			return a, nil
		}
	}
	return Array{}, fmt.Errorf("%s: %w", source.File, err)
}

// open reads a file: what the header names lies beside the fragment, what a flag
// names where the command runs.
func (h *header) open(name string, flag bool) ([]byte, error) {
	if h.options.Open != nil {
		return h.options.Open(name)
	}
	if !flag && !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(h.f.File), name)
	}
	file, err := input.Open(name)
	if err != nil {
		var place *os.PathError
		if errors.As(err, &place) {
			return nil, fmt.Errorf("%s: %w", name, place.Err)
		}
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}
