package cnf

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func FuzzReadCubes(f *testing.F) {
	f.Add("c x\na 1 -2 0\na 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		cubes, err := ReadCubes(strings.NewReader(text), "x", 0)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteCubes(&b, cubes); err != nil {
			t.Fatal(err)
		}
		again, err := ReadCubes(&b, "x", 0)
		if err != nil || !slices.EqualFunc(cubes, again, slices.Equal) {
			t.Fatalf("%v became %v, %v", cubes, again, err)
		}
	})
}

func TestReadCubes(t *testing.T) {
	got, err := ReadCubes(strings.NewReader("c a comment\n\na 1 -2 0\na 0\n"), "x", 0)
	if err != nil || len(got) != 2 || !slices.Equal(got[0], []int32{1, -2}) || len(got[1]) != 0 {
		t.Errorf("%v, %v", got, err)
	}
	for text, want := range map[string]string{
		"":                 "x: it has no cubes; one is a line such as 'a 1 -2 0'",
		"a 1 0\n1 2 0\n":   `x:2: "1 2 0" is not a cube; one is a line such as 'a 1 -2 0'`,
		"a 1\n":            `x:1: "a 1" is not a cube; one is a line such as 'a 1 -2 0'`,
		"a one 0\n":        `x:1: "one" is not a literal`,
		"a 9999999999 0\n": `x:1: "9999999999" is not a literal`,
	} {
		if _, err := ReadCubes(strings.NewReader(text), "x", 0); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
