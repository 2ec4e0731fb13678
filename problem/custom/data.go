package custom

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxElements bounds the numbers of all arrays together.
const maxElements = 1 << 27

// Array is numbers that a fragment sees under a name, row after row: int64 or
// float64, as bits.
type Array struct {
	Name          string
	Real          bool
	Scalar        bool // one number, which is no array
	Rows, Columns int
	Words         []uint64
}

// table is numbers as they were read, before it is known what they are.
type table struct {
	columns int
	reals   []float64
	whole   []int64
	exact   bool // all are whole, so that whole has them too
}

func (t *table) add(x float64, n int64, whole bool) {
	t.exact = t.exact && whole
	t.reals = append(t.reals, x)
	t.whole = append(t.whole, n)
}

// number reads one; NaN and infinities are none.
func (t *table) number(text string) error {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		t.add(float64(n), n, true)
		return nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Errorf("%q is no number", clip(text))
	}
	t.add(x, 0, false)
	return nil
}

func clip(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}

// array makes an array of the numbers. kind is "int", "real" or, for what they
// look like, "".
func (t *table) array(name, kind string) (Array, error) {
	a := Array{Name: name, Columns: max(t.columns, 1)}
	a.Rows = len(t.reals) / a.Columns
	switch kind {
	case "":
		a.Real = !t.exact
	case "int":
		if !t.exact {
			return a, errors.New(`it has numbers that are not whole; write type = "real"`)
		}
	case "real":
		a.Real = true
	default:
		return a, fmt.Errorf("type %q: it is int or real", kind)
	}
	a.Words = make([]uint64, len(t.reals))
	for i := range a.Words {
		if a.Real {
			a.Words[i] = math.Float64bits(t.reals[i] + 0) // no -0: a compiler may lose its sign
		} else {
			a.Words[i] = uint64(t.whole[i])
		}
	}
	if len(a.Words) == 0 {
		return a, errors.New("it has no numbers")
	}
	return a, nil
}

// readCSV reads numbers separated by commas, semicolons or blanks, a row a line.
// A first line without numbers names the columns, and one with some does if column is
// among its words: in doubt a row of data would be lost. Lines that begin with # are
// comments. column picks one, by its name or its number from 1; "" takes all.
func readCSV(r io.Reader, column string) (*table, error) {
	t := &table{exact: true}
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), 1<<26)
	pick, line, width := -1, 0, 0
	var names []string
	for lines.Scan() {
		line++
		fields := cells(lines.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if width == 0 {
			width = len(fields)
			if count := numbers(fields); count == 0 || count < width && isName(column, fields) {
				names = fields
			} else if count < width {
				return nil, fmt.Errorf("line %d has numbers and cells that are none, so it neither names the columns nor is data; write a first line of names", line)
			}
			if column != "" {
				var err error
				if pick, err = findColumn(column, names, width); err != nil {
					return nil, err
				}
			}
			if t.columns = width; pick >= 0 {
				t.columns = 1
			}
			if names != nil {
				continue
			}
		}
		if len(fields) != width {
			return nil, fmt.Errorf("line %d has %d numbers, the first %d", line, len(fields), width)
		}
		for k, f := range fields {
			if pick >= 0 && k != pick {
				continue
			}
			if err := t.number(f); err != nil {
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
		}
		if len(t.reals) > maxElements {
			return nil, fmt.Errorf("it has more than %d numbers", maxElements)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", line+1, err)
	}
	return t, nil
}

// cells cuts a line at its commas, or its semicolons, or its blanks.
func cells(line string) []string {
	line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
	if line == "" {
		return nil
	}
	for _, separator := range []string{",", ";"} {
		if strings.Contains(line, separator) {
			list := strings.Split(line, separator)
			for i := range list {
				list[i] = strings.Trim(strings.TrimSpace(list[i]), `"`)
			}
			return list
		}
	}
	return strings.Fields(line)
}

// numbers counts the cells that are numbers.
func numbers(fields []string) int {
	count := 0
	for _, f := range fields {
		if _, err := strconv.ParseFloat(f, 64); err == nil {
			count++
		}
	}
	return count
}

// isName reports whether column is a cell of the first line, and could not as well be
// the number of a column.
func isName(column string, fields []string) bool {
	n, err := strconv.Atoi(column)
	return column != "" && slices.Contains(fields, column) && (err != nil || n < 1 || n > len(fields))
}

func findColumn(column string, names []string, width int) (int, error) {
	for i, n := range names {
		if n == column {
			return i, nil
		}
	}
	n, err := strconv.Atoi(column)
	switch {
	case err == nil && n >= 1 && n <= width:
		return n - 1, nil
	case names != nil:
		return 0, fmt.Errorf("it has no column %q; its columns are %s", column, list(names))
	}
	return 0, fmt.Errorf("it has no column %q; its %d columns have no names and count from 1", column, width)
}

// list is names for a message, short and without what a terminal would obey.
func list(names []string) string {
	shown := make([]string, min(len(names), 20))
	for i := range shown {
		shown[i] = strconv.Quote(clip(names[i]))
	}
	if len(shown) < len(names) {
		shown = append(shown, "…")
	}
	return strings.Join(shown, ", ")
}

// formats are the numbers that a binary file may be made of, little-endian.
var formats = map[string]struct {
	size int
	read func(b []byte) (x float64, n int64, whole bool)
}{
	"u8": {1, func(b []byte) (float64, int64, bool) { return float64(b[0]), int64(b[0]), true }},
	"i8": {1, func(b []byte) (float64, int64, bool) { return float64(int8(b[0])), int64(int8(b[0])), true }},
	"u16": {2, func(b []byte) (float64, int64, bool) {
		n := binary.LittleEndian.Uint16(b)
		return float64(n), int64(n), true
	}},
	"i16": {2, func(b []byte) (float64, int64, bool) {
		n := int16(binary.LittleEndian.Uint16(b))
		return float64(n), int64(n), true
	}},
	"u32": {4, func(b []byte) (float64, int64, bool) {
		n := binary.LittleEndian.Uint32(b)
		return float64(n), int64(n), true
	}},
	"i32": {4, func(b []byte) (float64, int64, bool) {
		n := int32(binary.LittleEndian.Uint32(b))
		return float64(n), int64(n), true
	}},
	"i64": {8, func(b []byte) (float64, int64, bool) {
		n := int64(binary.LittleEndian.Uint64(b))
		return float64(n), n, true
	}},
	"f32": {4, func(b []byte) (float64, int64, bool) {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))), 0, false
	}},
	"f64": {8, func(b []byte) (float64, int64, bool) {
		return math.Float64frombits(binary.LittleEndian.Uint64(b)), 0, false
	}},
}

// formatNames are those of formats, for messages.
const formatNames = "u8, i8, u16, i16, u32, i32, i64, f32 or f64"

// readBinary reads a file of numbers of one format.
func readBinary(r io.Reader, format string, columns int) (*table, error) {
	f, ok := formats[format]
	if !ok {
		return nil, fmt.Errorf("format %q: it is %s", format, formatNames)
	}
	content, err := io.ReadAll(io.LimitReader(r, maxElements*int64(f.size)+1))
	if err != nil {
		return nil, err
	}
	if len(content)%f.size != 0 || len(content) > maxElements*f.size {
		return nil, fmt.Errorf("its %d bytes are no whole number of %s, or too many", len(content), format)
	}
	t := &table{exact: true, columns: max(columns, 1)}
	for content := content; len(content) > 0; content = content[f.size:] {
		x, n, whole := f.read(content)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, errors.New("it has numbers that are not finite")
		}
		t.add(x, n, whole)
	}
	if len(t.reals)%t.columns != 0 {
		return nil, fmt.Errorf("its %d numbers are no whole number of rows of %d", len(t.reals), t.columns)
	}
	return t, nil
}

// inline is a list of the header, or a list of lists of one length.
func inline(x any) (*table, error) {
	t := &table{exact: true}
	list, ok := x.([]any)
	if !ok {
		return t, t.scalar(x)
	}
	if len(list) == 0 {
		return nil, errors.New("it has no numbers")
	}
	for i, e := range list {
		row, nested := e.([]any)
		if !nested {
			row = []any{e}
		}
		if i == 0 {
			t.columns = len(row)
		}
		if len(row) != t.columns || len(row) == 0 {
			return nil, fmt.Errorf("row %d has %d numbers, the first %d", i+1, len(row), t.columns)
		}
		for _, v := range row {
			if err := t.scalar(v); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func (t *table) scalar(x any) error {
	switch x := x.(type) {
	case int64:
		t.add(float64(x), x, true)
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return errors.New("a number is finite")
		}
		t.add(x, 0, false)
	default:
		return errors.New(`it is a number, a list of numbers, or a file: { file = "x.csv" }`)
	}
	return nil
}

// readFile reads a file by what is said about it, or by its name.
func readFile(content []byte, name string, source dataSource) (*table, error) {
	r := bytes.NewReader(content)
	if source.Format != "" && source.Format != "csv" {
		return readBinary(r, source.Format, source.Columns)
	}
	if strings.HasSuffix(name, ".bin") && source.Format == "" {
		return nil, fmt.Errorf("what numbers it has its name does not tell; write format = %q (%s)", "f64", formatNames)
	}
	return readCSV(r, source.Column)
}
