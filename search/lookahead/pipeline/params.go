package pipeline

import "github.com/warbler-opt/warbler/search"

// Params are the parameters of the strategy. Section 4 names three freedoms:
// which formulas are swapped (swap), which clause is decided on (order and
// clause), and how a new batch is arranged (arrange).
var Params = search.Table{
	{Name: "batch", Type: search.Int, Default: "65536", Min: 1, Max: 1 << 24, Unit: "formulas", Help: "formulas that are divided in a step"},
	{Name: "store", Type: search.Choice, Default: "paths", Choices: []string{"paths", "formulas"}, Help: "what is kept of a formula: its assignment, or its clauses too, as in the paper"},
	{Name: "order", Type: search.Choice, Default: "relevance", Choices: []string{"relevance", "file"}, Help: "the order of the clauses: often occurring variables first, or as in the file"},
	{Name: "clause", Type: search.Choice, Default: "first", Choices: []string{"first", "shortest"}, Help: "the clause to divide on: the first, or the first of the shortest"},
	{Name: "arrange", Type: search.Choice, Default: "formula", Choices: []string{"formula", "branch"}, Help: "the order of a new batch: by the formula they come of, or all first branches before the second and third"},
	{Name: "swap", Type: search.Choice, Default: "first", Choices: []string{"first", "last"}, Help: "what is swapped out of a batch that is too large: its first formulas or its last"},
	{Name: "parts", Type: search.Int, Default: "0", Min: 0, Max: 64, Help: "parts of the first batch, each searched by itself; 0 is one for each device"},
}

// settings are parsed parameters.
type settings struct {
	batch    int
	formulas bool // store=formulas
	relevant bool // order=relevance
	shortest bool // clause=shortest
	branch   bool // arrange=branch
	last     bool // swap=last
	parts    int
}

func parse(v search.Values) (settings, error) {
	s, err := Params.Settings(v)
	if err != nil {
		return settings{}, err
	}
	return settings{
		batch: s.Int("batch"), parts: s.Int("parts"),
		formulas: s.Choice("store") == "formulas", relevant: s.Choice("order") == "relevance",
		shortest: s.Choice("clause") == "shortest", branch: s.Choice("arrange") == "branch", last: s.Choice("swap") == "last",
	}, nil
}
