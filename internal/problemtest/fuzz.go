package problemtest

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"
)

// FuzzRead reads whatever comes. What is refused must have a message of one line with
// the file and the line; what is read must pass the check and be read again from what
// write makes of it, where there is one.
func FuzzRead[T any](f *testing.F, read func(io.Reader, string) (T, error), check func(T) error, write func(T, io.Writer) error, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		found, err := read(bytes.NewReader(text), "f")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") || strings.ContainsAny(err.Error(), "\n\x00") {
				t.Fatalf("not one line with file and line: %q", err)
			}
			return
		}
		if err := check(found); err != nil {
			t.Fatalf("%+v was read: %v", found, err)
		}
		if write == nil {
			return
		}
		var out bytes.Buffer
		if err := write(found, &out); err != nil {
			t.Fatal(err)
		}
		if back, err := read(&out, "f"); err != nil || !reflect.DeepEqual(found, back) {
			t.Fatalf("%+v becomes %+v, %v", found, back, err)
		}
	})
}
