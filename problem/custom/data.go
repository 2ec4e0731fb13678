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

	"github.com/warbler-opt/warbler/internal/token"
)

// maxElements bounds the numbers of all arrays together.
const maxElements = 1 << 27

// array is numbers that a fragment sees under a name, row after row: int64 or
// float64, as bits.
type array struct {
	Name          string
	Real          bool
	Scalar        bool // one number, which is no array
	Rows, Columns int
	Words         []uint64
}

// table is numbers as they were read, before it is known what they are.
type table struct {
	columns int // 0 for a number alone
	reals   []float64
	whole   []int64
	exact   bool // all are whole, so that whole has them too
}

// add takes a number; NaN and infinities are none.
func (t *table) add(x float64, n int64, whole bool) error {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return errors.New("a number is finite")
	}
	t.exact = t.exact && whole
	t.reals = append(t.reals, x)
	t.whole = append(t.whole, n)
	return nil
}

// parse takes a number that is written.
func (t *table) parse(text string) error {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return t.add(float64(n), n, true)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || t.add(x, 0, false) != nil {
		return fmt.Errorf("%q is no number", token.Shown(text))
	}
	return nil
}

// array makes an array of the numbers. kind is "int", "real" or, for what they
// look like, "".
func (t *table) array(name, kind string) (array, error) {
	a := array{Name: name, Real: kind == "real" || kind == "" && !t.exact, Columns: max(t.columns, 1)}
	switch {
	case kind != "" && kind != "int" && kind != "real":
		return a, fmt.Errorf("type %q: it is int or real", kind)
	case !a.Real && !t.exact:
		return a, errors.New(`it has numbers that are not whole; write type = "real"`)
	case len(t.reals) == 0:
		return a, errors.New("it has no numbers")
	}
	a.Rows = len(t.reals) / a.Columns
	a.Words = make([]uint64, len(t.reals))
	for i := range a.Words {
		if a.Real {
			a.Words[i] = math.Float64bits(t.reals[i] + 0) // no -0: a compiler may lose its sign
		} else {
			a.Words[i] = uint64(t.whole[i])
		}
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
		fields := fieldsOf(lines.Text())
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
			if err := t.parse(f); err != nil {
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

// fieldsOf cuts a line at its commas, or its semicolons, or its blanks.
func fieldsOf(line string) []string {
	line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
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

// numbers counts the fields that are numbers.
func numbers(fields []string) int {
	count := 0
	for _, f := range fields {
		if _, err := strconv.ParseFloat(f, 64); err == nil {
			count++
		}
	}
	return count
}

// isName reports whether column is a field of the first line, and could not as well be
// the number of a column.
func isName(column string, fields []string) bool {
	n, err := strconv.Atoi(column)
	return column != "" && slices.Contains(fields, column) && (err != nil || n < 1 || n > len(fields))
}

func findColumn(column string, names []string, width int) (int, error) {
	if i := slices.Index(names, column); i >= 0 {
		return i, nil
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
		shown[i] = strconv.Quote(token.Shown(names[i]))
	}
	if len(shown) < len(names) {
		shown = append(shown, "…")
	}
	return strings.Join(shown, ", ")
}

// formats are the numbers that a binary file may be made of, little-endian.
var formats = map[string]func(*table, []byte) error{
	"u8": addAll[uint8], "u16": addAll[uint16], "u32": addAll[uint32],
	"i8": addAll[int8], "i16": addAll[int16], "i32": addAll[int32], "i64": addAll[int64],
	"f32": addAll[float32], "f64": addAll[float64],
}

// formatNames are those of formats, for messages.
const formatNames = "u8, i8, u16, i16, u32, i32, i64, f32 or f64"

// addAll takes numbers of one type.
func addAll[T uint8 | uint16 | uint32 | int8 | int16 | int32 | int64 | float32 | float64](t *table, content []byte) error {
	var one T
	size := binary.Size(one)
	if len(content)%size != 0 || len(content) > maxElements*size {
		return fmt.Errorf("its %d bytes are no whole number of numbers with %d bytes each, or too many", len(content), size)
	}
	list := make([]T, len(content)/size)
	if _, err := binary.Decode(content, binary.LittleEndian, list); err != nil {
		return err
	}
	half := 0.5
	whole := T(half) == 0
	for _, x := range list {
		if t.add(float64(x), int64(x), whole) != nil {
			return errors.New("it has numbers that are not finite")
		}
	}
	return nil
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
		return t.add(float64(x), x, true)
	case float64:
		return t.add(x, 0, false)
	}
	return errors.New(`it is a number, a list of numbers, or a file: { file = "x.csv" }`)
}

// dataSource says how the numbers of a file are found.
type dataSource struct {
	column  string // of a CSV file, or "" for all
	format  string // "csv" or one of formats, or "" where the file's name tells
	columns int    // of a binary file
}

// read reads a file by what is said about it, or by its name.
func (d dataSource) read(content []byte, name string) (*table, error) {
	if strings.HasSuffix(name, ".bin") && d.format == "" {
		return nil, fmt.Errorf("what numbers it has its name does not tell; write format = %q (%s)", "f64", formatNames)
	}
	if d.format == "" || d.format == "csv" {
		return readCSV(bytes.NewReader(content), d.column)
	}
	add, ok := formats[d.format]
	if !ok {
		return nil, fmt.Errorf("format %q: it is %s", d.format, formatNames)
	}
	t := &table{exact: true, columns: d.columns}
	if err := add(t, content); err != nil {
		return nil, err
	}
	if len(t.reals)%t.columns != 0 {
		return nil, fmt.Errorf("its %d numbers are no whole number of rows of %d", len(t.reals), t.columns)
	}
	return t, nil
}
