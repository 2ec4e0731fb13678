package document

import (
	"errors"
	"strings"
	"testing"
)

func TestMistakesHaveTheirLine(t *testing.T) {
	const text = "name = \"x\"\n[[part]]\nsize = 3\n[[part]]\nsize = \"three\"\n[part.more]\nlist = [1, # one\n 2]\n[\"odd key\"]\na.b = 1\n" +
		"[row]\nof = [ # two\n {x = 1, \"y z\" = '}'},\n {x = \"\"\"\n]\"\"\", in = {deep = [1,\n2]}, w = 3}, {last = 1},\n]\nafter = [[1], [{q = 1}]]\n"
	for _, c := range []struct {
		want string
		ask  func(root *Table)
	}{
		{"f:5: part.size: it is a whole number from 1 to 9", func(root *Table) {
			for _, p := range root.Tables("part") {
				p.Whole("size", 1, 1, 9)
			}
		}},
		{"f:1: nom: it is needed", func(root *Table) { root.Failf("nom", "it is needed") }},
		{"f:2: part: all of them", func(root *Table) { root.Failf("part", "all of them") }},
		{"f:6: part.more: no more", func(root *Table) { root.Tables("part")[1].Table("more").Failf("", "no more") }},
		{"f:7: part.more.list: it is text", func(root *Table) { root.Tables("part")[1].Table("more").Text("list") }},
		{"f:9: odd key: there is no such key; known: name, part", func(root *Table) { root.Only("name", "part") }},
		{"f:10: odd key.a: it is a number from 0 to 1", func(root *Table) { root.Table("odd key").Number("a", 0, 0, 1) }},
		{"f:1: name: it is a table", func(root *Table) { root.Table("name") }},
		{"f:3: part.size: told there", func(root *Table) { root.Tables("part")[0].With("size", 4).Failf("size", "told there") }},
		{"f:13: row.of.y z: it is a number", func(root *Table) { root.Table("row").Tables("of")[0].Number("y z", 0, 0, 1) }},
		{"f:14: row.of.x: it is a number", func(root *Table) { root.Table("row").Tables("of")[1].Number("x", 0, 0, 1) }},
		{"f:15: row.of.in.deep: it is text", func(root *Table) { root.Table("row").Tables("of")[1].Table("in").Text("deep") }},
		{"f:16: row.of.w: it is text", func(root *Table) { root.Table("row").Tables("of")[1].Text("w") }},
		{"f:16: row.of.last: it is text", func(root *Table) { root.Table("row").Tables("of")[2].Text("last") }},
		{"f:16: row.of: it has nothing", func(root *Table) { root.Table("row").Tables("of")[2].Failf("", "it has nothing") }},
		{"f:12: row.of: it is text", func(root *Table) { root.Table("row").Text("of") }},
		{"f:18: row.after: it is text", func(root *Table) { root.Table("row").Text("after") }},
	} {
		root, err := Parse("f", text)
		if err != nil {
			t.Fatal(err)
		}
		c.ask(root)
		root.Failf("", "only the first counts")
		var mistake *Error
		if err := root.Err(); !errors.As(err, &mistake) || len(err.Error()) < len(c.want) || err.Error()[:len(c.want)] != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// The library takes the end of a line for the next one, here and there.
func TestSyntaxHasItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"a = 1\n[seeds\ncount = 2\n":    "f:2: expected '.' or ']'",
		"a = 1\n[[seeds\ncount = 2\n":   "f:2: expected '.' or ']'",
		"a = 1\nb = \nc = 2\n":          "f:2: b: expected value",
		"a = 1\nb = \"abc\nc = 1\n":     "f:2: b: strings cannot contain newlines",
		"a = 1\nb = [1,\nc = 1\n":       "f:3: b: expected value",
		"a = 1\n[b]\n[b]\n":             "f:3: ",
		"a = 1\nb = 1 2\nc = 3\n":       "f:2: expected a top-level item to end",
		"a = 1\nb.\nc = 1\n":            "f:2: ",
		"a = 1\n[b]\nc = \"\"\"\nd\n\n": "f:",
	} {
		var mistake *Error
		if _, err := Parse("f", text); !errors.As(err, &mistake) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
