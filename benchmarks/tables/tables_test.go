package tables

import (
	"reflect"
	"testing"
)

const page = `# A page

| other | s |
|---|---|
| a | 1 |

| size | all, s | share |
|---|---|---|
| small | 1,024.5 | 98.9 % |
| large | none | |

| size | again |
`

func TestOf(t *testing.T) {
	want := [][]string{{"size", "all, s", "share"}, {"small", "1,024.5", "98.9 %"}, {"large", "none"}}
	if got := Of(page, "| size |"); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	if got := Of(page, "| weight |"); got != nil {
		t.Errorf("%q", got)
	}
}

func TestNumbers(t *testing.T) {
	got, err := Numbers([]string{"1,024.5", "98.9 %"})
	if err != nil || !reflect.DeepEqual(got, []float64{1024.5, 98.9}) {
		t.Error(got, err)
	}
	if _, err := Numbers([]string{"none"}); err == nil {
		t.Error("a word is a number")
	}
}
