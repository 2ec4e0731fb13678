package custom

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/internal/lazyregexp"
	"github.com/warbler-opt/warbler/problem"
)

// Options are what is said instead of the header.
type Options struct {
	Header map[string]any // values that replace the header's, by its keys: "length": 50
	Data   []string       // "name=file": arrays, and where they come from
	// Open reads a file that the fragment names; nil opens it relative to the
	// fragment's folder.
	Open func(name string) ([]byte, error)
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
		return "", lineError(file, lineOf(text, from), "this header does not end: */ is missing")
	}
	return strings.Repeat("\n", strings.Count(text[:from], "\n")) + rest[:end], nil
}

// taken are words that cannot name data, because they mean something in a fragment, in
// C, in C++ or in OpenCL C, where also numbers follow the names of types.
var taken = strings.Fields(`
	data score genome genome_rw gene set_gene team lane lanes
	auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed
	sizeof static struct switch typedef union unsigned void volatile while linux unix
	alignas alignof and and_eq asm bitand bitor bool catch class compl concept const_cast consteval constexpr constinit decltype delete dynamic_cast
	explicit export false friend module mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public reinterpret_cast requires
	static_assert static_cast template this thread_local throw true try typeid typename typeof using virtual wchar_t xor xor_eq
	global local constant kernel read_only write_only read_write half uchar ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t event_t sampler_t pipe
	image1d_t image2d_t image3d_t address cell u8 u16 u32 u64 i8 i16 i32 i64 f32 f64`)

var (
	dataName = lazyregexp.New(`^[a-z][a-z0-9_]*$`)
	vector   = lazyregexp.New(`^(?:u?(?:char|short|int|long)|float|double|half)(?:2|3|4|8|16)$`)
)

// header reads the header of a fragment, with what options say instead.
type header struct {
	*document.Table
	f       *fragment
	options Options
}

func (f *fragment) readHeader(options Options) error {
	text, err := headerOf(f.File, f.Text)
	if err != nil {
		return err
	}
	root, err := document.Parse(f.File, text)
	if err != nil {
		return err
	}
	for key, x := range options.Header {
		if n, ok := x.(int); ok {
			x = int64(n)
		}
		root = root.With(key, x)
	}
	h := &header{Table: root, f: f, options: options}
	h.Only("name", "genome", "length", "alphabet", "lower", "upper", "objective", "objectives", "reference", "score", "bound", "patience", "variables", "data")
	if f.Title = h.Text("name"); f.Title == "" {
		f.Title = strings.TrimSuffix(filepath.Base(f.File), filepath.Ext(f.File))
	}
	h.data()
	h.genome()
	h.objective()
	h.patience()
	return h.Err()
}

// choice is the place of a key's word among those known, or 0.
func (h *header) choice(key string, known ...string) int {
	word := h.Text(key)
	at := slices.Index(known, word)
	if at < 0 && word != "" {
		h.fail(key, "%q: it is %s", word, strings.Join(known, ", "))
	}
	return max(at, 0)
}

// fail tells a mistake at a key, or at the flag of the same name.
func (h *header) fail(key, format string, args ...any) {
	if _, flag := h.options.Header[key]; flag {
		format = "--" + key + " " + format
	}
	h.Failf(key, format, args...)
}

func (h *header) genome() {
	if h.Has("variables") {
		h.variables()
		return
	}
	r := &h.f.Genomes
	if !h.Has("genome") {
		h.Failf("genome", `it is needed: write genome = "binary", "discrete", "permutation" or "real", or [variables], in a comment that begins with %q, or --genome`, marker)
		return
	}
	r.Kind = problem.GenomeKind(h.choice("genome", "binary", "discrete", "permutation", "real"))
	if r.Kind == problem.Discrete {
		if r.Alphabet = int(h.Whole("alphabet", 0, 2, 256)); r.Alphabet == 0 {
			h.Failf("alphabet", "a discrete genome needs it: a number of symbols from 2 to 256")
		}
	} else if h.Has("alphabet") {
		h.Failf("alphabet", "it is for discrete genomes")
	}
	r.Length = h.length()
	if r.Kind == problem.Real {
		r.Lower, r.Upper = h.bounds("lower", r.Length), h.bounds("upper", r.Length)
		for i, low := range r.Lower {
			if high := r.Upper[i]; !(low <= high) {
				h.Failf("upper", "gene %d would lie between %v and %v", i, low, high)
				break
			} else if math.IsInf(high-low, 0) {
				h.Failf("upper", "gene %d has too wide a range: %v to %v", i, low, high)
				break
			}
		}
	} else if h.Has("lower") || h.Has("upper") {
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

// length is a number, or that of an array. It is 1 where it is not known, so that one
// mistake is not told twice.
func (h *header) length() int {
	x := h.Values["length"]
	if text, ok := x.(string); ok { // a flag's number is text
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			x = n
		}
	}
	switch x := x.(type) {
	case nil:
		h.Failf("length", "it is needed: a number of genes, or the name of an array that has one for each")
	case int64:
		if x >= 1 && x <= maxLength {
			return int(x)
		}
		h.fail("length", "%d: it is a number from 1 to %d", x, maxLength)
	case string:
		for _, a := range h.f.Arrays {
			if a.Name == x && !a.Scalar {
				return a.Rows
			}
		}
		h.fail("length", "%q: it is a number of genes, or the name of an array", x)
	default:
		h.Failf("length", "it is a number of genes, or the name of an array")
	}
	return 1
}

// bounds are a number for all genes, or a list of one for each, which may be the name
// of an array.
func (h *header) bounds(key string, length int) []float64 {
	const what = "a number, a list with one for each gene, or the name of an array that has one for each"
	t, err := inline(h.Values[key])
	if name, ok := h.Values[key].(string); ok {
		t, err = h.numbers(name)
	}
	switch {
	case !h.Has(key):
		h.Failf(key, "real genomes need it: %s", what)
	case err != nil:
		h.Failf(key, "it is %s", what)
	case t.columns == 0:
		return slices.Repeat(t.reals, length)
	case t.columns != 1 || len(t.reals) != length:
		h.Failf(key, "it has %d numbers for %d genes", len(t.reals), length)
	default:
		return t.reals
	}
	return make([]float64, length)
}

// numbers are those of an array of data, or of a number there.
func (h *header) numbers(name string) (*table, error) {
	at := slices.IndexFunc(h.f.Arrays, func(a array) bool { return a.Name == name })
	if at < 0 {
		return nil, fmt.Errorf("there is no array %q", name)
	}
	a := h.f.Arrays[at]
	t := &table{columns: a.Columns}
	if a.Scalar {
		t.columns = 0
	}
	for _, w := range a.Words {
		x := float64(int64(w))
		if a.Real {
			x = math.Float64frombits(w)
		}
		t.reals = append(t.reals, x)
	}
	return t, nil
}

// data reads the arrays of the header and of --data.
func (h *header) data() {
	table := h.Table.Table("data")
	flags := map[string]string{}
	names := table.Names()
	for _, assignment := range h.options.Data {
		name, file, ok := strings.Cut(assignment, "=")
		if !ok || name == "" || file == "" {
			h.Failf("data", "--data %s: write it as name=file", assignment)
			return
		}
		if flags[name] = file; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	total := 0
	for _, name := range names {
		a, err := h.array(table, name, flags[name])
		if total += len(a.Words); err == nil && total > maxElements {
			err = fmt.Errorf("the arrays have more than %d numbers", maxElements)
		}
		if err != nil {
			table.Fail(name, err)
			return
		}
		h.f.Arrays = append(h.f.Arrays, a)
	}
}

// nameError says why a word cannot name data or a variable.
func nameError(name string) error {
	if slices.Contains(taken, name) || vector().MatchString(name) {
		return errors.New("it cannot be a name, for the word means something in C, C++, OpenCL C or to fragments; take another")
	}
	if !dataName().MatchString(name) {
		return errors.New("it cannot be a name; use lower-case letters, digits and _")
	}
	return nil
}

// array reads an array; flag is the file that --data names, or empty.
func (h *header) array(table *document.Table, name, flag string) (a array, err error) {
	if err := nameError(name); err != nil {
		return a, err
	}
	x := table.Values[name]
	_, described := x.(map[string]any)
	if !described && flag == "" {
		t, err := inline(x)
		if err != nil {
			return a, err
		}
		a, err = t.array(name, "")
		a.Scalar = t.columns == 0
		return a, err
	}
	if !described {
		table = table.With(name, map[string]any{})
	}
	keys := table.Table(name)
	keys.Only("file", "type", "column", "format", "columns")
	file, kind := keys.Text("file"), keys.Text("type")
	source := dataSource{format: keys.Text("format"), columns: int(keys.Whole("columns", 1, 1, maxElements))}
	if c, ok := keys.Values["column"]; ok {
		if source.column, ok = document.Scalar(c); !ok {
			keys.Failf("column", "it is the name of a column, or its number from 1")
		}
	}
	if err := h.Err(); err != nil {
		return a, err
	}
	if flag != "" {
		file = flag
	}
	if file == "" {
		return a, errors.New(`it needs a file: { file = "x.csv" }`)
	}
	content, err := h.open(file, flag != "")
	if err != nil {
		return a, err
	}
	t, err := source.read(content, file)
	if err == nil {
		a, err = t.array(name, kind)
	}
	if err != nil {
		return a, fmt.Errorf("%s: %w", file, err)
	}
	return a, nil
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
