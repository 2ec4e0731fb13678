package params

import (
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/search"
)

var table = search.Table{
	{Name: "population", Type: search.Int, Default: "100", Min: 2, Max: 1 << 31, Help: "members", Symbol: "N"},
	{Name: "pc", Type: search.Float, Default: "0.9", Min: 0, Max: 1, Help: "probability of crossover", PerReplica: true},
	{Name: "selection", Type: search.Choice, Default: "roulette", Choices: []string{"uniform", "roulette", "rank"}, Help: "choice of parents"},
	{Name: "elitism", Type: search.Bool, Default: "true", Help: "keep the best"},
	{Name: "tournament", Type: search.Int, Default: "2", Min: 1, Max: 64, Unit: "members", Help: "size of a tournament"},
}

func TestValues(t *testing.T) {
	v := search.Values{}
	for _, a := range []string{"pc=0.5", " pm = 0.01", "name=a=b"} {
		if err := Set(v, a); err != nil {
			t.Error(err)
		}
	}
	if got := v.String(); got != "-p name=a=b -p pc=0.5 -p pm=0.01" {
		t.Error(got)
	}
	for _, a := range []string{"pc", "=1", ""} {
		if err := Set(v, a); err == nil {
			t.Errorf("%q was taken", a)
		}
	}
	m := map[string]any{"population": 1000, "pc": 0.5, "selection": "rank", "elitism": false}
	from, err := FromMap(m)
	if err != nil || !reflect.DeepEqual(Typed(table, from), m) {
		t.Errorf("%v, %v", Typed(table, from), err)
	}
	if _, err := FromMap(map[string]any{"pc": []any{1}}); err == nil {
		t.Error("a list was taken")
	}
}

func TestHelpHasEveryParameter(t *testing.T) {
	help := Help(table)
	for _, p := range table {
		if !strings.Contains(help, p.Name) || !strings.Contains(help, p.Help) || !strings.Contains(help, p.Domain()) {
			t.Errorf("%s is missing:\n%s", p.Name, help)
		}
	}
}
