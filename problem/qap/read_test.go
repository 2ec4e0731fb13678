package qap

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/problemtest"
)

func TestRead(t *testing.T) {
	want := &Instance{Name: "f", Size: 2, A: []int64{0, 1, 2, 3}, B: []int64{4, 5, 6, 7}}
	for _, text := range []string{
		"2\n\n0 1\n2 3\n\n4 5\n6 7\n", "2 0 1 2 3 4 5 6 7", "\r\n 2\r\n0\t1 2\r\n3 4.0\r\n5 6 007",
	} {
		if got, err := Read(strings.NewReader(text), "f"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"empty", "", "f:1: the file is empty"},
		{"blank", " \n\n", "the file is empty"},
		{"truncated", "2\n0 1\n2 3\n4\n", "f:5: the file ends where row 1, column 2 of matrix B should be; it is truncated"},
		{"only a size", "1000\n", "f:2: the file ends where row 1, column 1 of matrix A should be"},
		{"negative", "2\n0 1\n-2 3\n4 5 6 7\n", "f:3: row 2, column 1 of matrix A is \"-2\"; it should be a whole number from 0"},
		{"number too large", "1\n1\n99999999999999999999\n", "f:3: row 1, column 1 of matrix B is \"99999999999999999999\"; it should be a whole number from 0 to 9223372036854775807"},
		{"sum too large", "1\n9223372036854775807\n2\n", "f:1: a sum of products could be more than 2^63-1"},
		{"size too large", "1001\n", "f:1: the size is \"1001\"; it should be a whole number from 1 to 1000"},
		{"size far too large", "99999999999999999999\n", "f:1: the size is \"99999999999999999999\""},
		{"no size", "0\n", "f:1: the size is \"0\""},
		{"decimals", "1\n0.5\n1\n", "f:2: row 1, column 1 of matrix A is \"0.5\"; it should be a whole number"},
		{"words", "two\n", "f:1: the size is \"two\"; it should be a whole number"},
		{"more", "1\n1\n1\n1\n", "f:4: \"1\" after the last number of matrix B"},
		{"NUL", "1\n1\x00\n", "f:2: byte 0x00 is not text"},
		{"ELF", "\x7fELF\x02", "f:1: byte 0x7f is not text"},
		{"long word", strings.Repeat("9", 5000), "f:1: a word of more than 4096 letters"},
	} {
		q, err := Read(strings.NewReader(c.text), "f")
		if err == nil {
			t.Errorf("%s: read %+v", c.title, q)
		} else if !strings.HasPrefix(err.Error(), "f:") || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is\n\t%v\nand should have\n\t%s", c.title, err, c.want)
		}
	}
}

// TestData reads all of QAPLIB and judges its solutions by the table of best
// known values.
func TestData(t *testing.T) {
	dir, rows := problemtest.Table(t, "qaplib", "bks.csv")
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return text
	}
	straight, turned, wrong := 0, 0, 0
	for _, row := range rows[1:] {
		q, err := Read(bytes.NewReader(read(row[0]+".dat")), row[0])
		if err != nil {
			t.Error(err)
			continue
		}
		best, err := strconv.ParseInt(row[2], 10, 64)
		if err != nil || strconv.Itoa(q.Size) != row[1] {
			t.Errorf("%s: size %d, %v", row[0], q.Size, err)
		}
		if bound := leastValue(q); bound > best {
			t.Errorf("%s: the bound %d is above %d", row[0], bound, best)
		}
		text := read(row[0] + ".sln")
		if text == nil {
			continue
		}
		a, err := q.readAnswer(bytes.NewReader(text), row[0]+".sln")
		if err != nil {
			t.Error(err)
			continue
		}
		inverted, err := q.verify(a)
		switch {
		case err != nil:
			wrong++
			if row[0] != "kra32" { // it claims 88900 for a permutation worth 88700
				t.Errorf("%s: %v", row[0], err)
			}
			continue
		case inverted:
			turned++
			a.order = inverse(a.order)
		default:
			straight++
		}
		if a.value < best {
			t.Errorf("%s: %d is better than the best known value %d", row[0], a.value, best)
		}
		p := mustNew(t, q)
		if score := p.Evaluate(answer.Ordered(a.order)); score != -a.value {
			t.Errorf("%s scores %d, the file says %d", row[0], score, a.value)
		}
	}
	// As counted when the files were collected.
	if len(rows) != 125 || straight != 115 || turned != 6 || wrong != 1 {
		t.Errorf("%d instances, %d solutions as they stand, %d inverted, %d wrong", len(rows)-1, straight, turned, wrong)
	}
}

func FuzzRead(f *testing.F) {
	problemtest.FuzzRead(f, Read, (*Instance).validate, (*Instance).Write,
		"2\n\n0 1\n2 3\n\n4 5\n6 7\n", "1 9223372036854775807 1", "1\n-1 1\n", "1000\n0", "3\n1.0 2 3", "1\n1\n1\n1")
}
