package custom

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestCSV(t *testing.T) {
	for _, c := range []struct {
		text, column string
		columns      int
		want         []float64
		exact        bool
		mistake      string
	}{
		{"1,2\n3,4\n", "", 2, []float64{1, 2, 3, 4}, true, ""},
		{"# note\n\n a ; b\n1;2\n", "b", 1, []float64{2}, true, ""},
		{"1 2.5\n3\t4e1\n", "2", 1, []float64{2.5, 40}, false, ""},
		{"\ufeff\"x\"\n1\r\n2", "", 1, []float64{1, 2}, true, ""},
		{"1,2\n3\n", "", 0, nil, false, "line 2 has 1 numbers, the first 2"},
		{"1,2\n3,x\n", "", 0, nil, false, `line 2: "x" is no number`},
		{"1,2\n3,inf\n", "", 0, nil, false, `line 2: "inf" is no number`},
		{"a,b\n1,2\n", "c", 0, nil, false, `it has no column "c"; its columns are "a", "b"`},
		{"\x1b[2J,b\n1,2\n", "c", 0, nil, false, `it has no column "c"; its columns are "\x1b[2J", "b"`},
		// A first row is not lost because a cell of it is no number.
		{"12,apple\n7,pear\n", "1", 0, nil, false, "line 1 has numbers and cells that are none"},
		{"2,apple\n7,pear\n", "2", 0, nil, false, "line 1 has numbers and cells that are none"},
		{"12,\n7,8\n", "", 0, nil, false, "line 1 has numbers and cells that are none"},
		{"town,2019,2020\nA,5,6\n", "2020", 1, []float64{6}, true, ""},
		{"town,2019\nA,5\n", "town", 0, nil, false, `line 2: "A" is no number`},
		{"1,2\n", "3", 0, nil, false, `it has no column "3"`},
	} {
		got, err := readCSV(strings.NewReader(c.text), c.column)
		if c.mistake != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.mistake) {
				t.Errorf("%q: %v, want %s", c.text, err, c.mistake)
			}
			continue
		}
		if err != nil || got.columns != c.columns || !slices.Equal(got.reals, c.want) || got.exact != c.exact {
			t.Errorf("%q: %+v, %v", c.text, got, err)
		}
	}
}

func TestBinaryData(t *testing.T) {
	for _, c := range []struct {
		format, bytes string
		want          []float64
	}{
		{"u8", "\xff", []float64{255}},
		{"i8", "\xff", []float64{-1}},
		{"u16", "\x01\xff", []float64{0xff01}},
		{"i16", "\x01\xff", []float64{-255}},
		{"u32", "\x00\x00\x00\x80", []float64{1 << 31}},
		{"i32", "\x00\x00\x00\x80", []float64{-1 << 31}},
		{"i64", "\xfe\xff\xff\xff\xff\xff\xff\xff", []float64{-2}},
		{"f32", "\x00\x00\x80\x3f", []float64{1}},
		{"f64", "\x00\x00\x00\x00\x00\x00\xf0\x3f", []float64{1}},
	} {
		got, err := dataSource{format: c.format, columns: 1}.read([]byte(c.bytes), "x")
		if err != nil || !slices.Equal(got.reals, c.want) {
			t.Errorf("%s: %+v, %v", c.format, got, err)
		}
	}
	for _, c := range [][2]string{{"i16", "abc"}, {"u7", "a"}, {"f64", "\x00\x00\x00\x00\x00\x00\xf0\x7f"}} {
		if got, err := (dataSource{format: c[0], columns: 1}).read([]byte(c[1]), "x"); err == nil {
			t.Errorf("%q: %+v", c, got)
		}
	}
	if _, err := (dataSource{format: "u8", columns: 2}).read([]byte("abc"), "x"); err == nil {
		t.Error("three numbers are no rows of two")
	}
}

// FuzzData: what is read is finite, and as many as rows and columns say.
func FuzzData(f *testing.F) {
	f.Add([]byte("a,b\n1,2\n3,4.5\n"), "b", "")
	f.Add([]byte("1 2;3\n"), "", "i16")
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7}, "1", "f64")
	f.Fuzz(func(t *testing.T, content []byte, column, format string) {
		got, err := dataSource{column: column, format: format, columns: 1}.read(content, "x")
		if err != nil {
			return
		}
		a, err := got.array("x", "")
		if err != nil {
			return
		}
		if len(a.Words) != a.Rows*a.Columns {
			t.Fatalf("%d numbers in %d rows of %d", len(a.Words), a.Rows, a.Columns)
		}
		for _, w := range a.Words {
			if x := math.Float64frombits(w); a.Real && (math.IsNaN(x) || math.IsInf(x, 0)) {
				t.Fatalf("%v was read", x)
			}
		}
	})
}
