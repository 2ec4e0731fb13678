package cli

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Aim is one of several objectives for --json.
type Aim struct {
	Name     string `json:"name"`
	Minimize bool   `json:"minimize"`
}

// frontAnswer is a solution of a front for --json.
type frontAnswer struct {
	Values   []any `json:"values"`
	Solution any   `json:"solution"`
}

// showRow is a solution of a front for --json.
func showRow(t *Task, g problem.Genome) any {
	if list := t.Problem.Representation().Variables; list != nil {
		return answer.Named{Variables: list, Genes: g.Reals}
	}
	words := t.Front.Words(g)
	if (t.Kind.Names != nil || t.Kind.Fronts) && t.Problem.Representation().Kind == problem.Binary {
		return strings.Join(words, "") // bits
	}
	list := make([]json.Number, len(words))
	for i, w := range words {
		list[i] = json.Number(w)
	}
	return list
}

func frontAnswers(t *Task, front []search.Member) []frontAnswer {
	list := make([]frontAnswer, 0, len(front))
	for _, m := range front {
		f := frontAnswer{Solution: showRow(t, m.Genome)}
		for k, c := range t.criteria() {
			f.Values = append(f.Values, Number(c.Objective, m.Scores[k]))
		}
		list = append(list, f)
	}
	return list
}

// table is a front as text: what the command prints, and what verify reads.
type table struct {
	names []string
	rows  []tableRow
}

type tableRow struct {
	values []string // by objective
	words  []string // of the solution
}

func tableOf(of *Task, front []search.Member) table {
	var t table
	list := of.criteria()
	for _, c := range list {
		t.names = append(t.names, c.Name)
	}
	for _, m := range front {
		row := tableRow{words: of.Front.Words(m.Genome)}
		for k, c := range list {
			row.values = append(row.values, c.Format(m.Scores[k]))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// writeFront prints a front as CSV.
func writeFront(w io.Writer, of *Task, front []search.Member) error {
	t := tableOf(of, front)
	out := csv.NewWriter(w)
	_ = out.Write(append(t.names, "solution"))
	for _, row := range t.rows {
		_ = out.Write(append(row.values, strings.Join(row.words, " ")))
	}
	out.Flush() // it keeps the first error
	return out.Error()
}

// readTable reads a front in either form that the command prints.
func (a *App) readTable(of *Task, path string) (table, error) {
	r, name, err := a.Open(path)
	if err != nil {
		return table{}, err
	}
	defer r.Close()
	own, err := a.answerOf(of.Kind, of.Paste, r, name)
	if err != nil {
		return table{}, err
	}
	text, err := io.ReadAll(own)
	if err != nil {
		return table{}, fmt.Errorf("%s: %w", name, err)
	}
	if len(text) > 0 && text[0] == '{' {
		return jsonTable(text, name)
	}
	in := csv.NewReader(strings.NewReader(string(text)))
	head, err := in.Read()
	if err != nil || len(head) < 3 || head[len(head)-1] != "solution" {
		return table{}, fmt.Errorf("%s: it is no front: the first line should be the names of the objectives and the word solution", name)
	}
	t := table{names: head[:len(head)-1]}
	for {
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return t, fmt.Errorf("%s: %w", name, err)
		}
		last := len(fields) - 1
		t.rows = append(t.rows, tableRow{values: fields[:last], words: strings.Fields(fields[last])})
	}
}

func jsonTable(text []byte, name string) (table, error) {
	var object struct {
		Objectives []Aim `json:"objectives"`
		Front      []struct {
			Values   []json.Number   `json:"values"`
			Solution json.RawMessage `json:"solution"`
		} `json:"front"`
	}
	if err := json.Unmarshal(text, &object); err != nil || object.Objectives == nil {
		return table{}, fmt.Errorf("%s: it begins like a JSON answer but has no front", name)
	}
	var t table
	for _, o := range object.Objectives {
		t.names = append(t.names, o.Name)
	}
	for _, m := range object.Front {
		words := strings.FieldsFunc(string(m.Solution), func(r rune) bool { return strings.ContainsRune(`[]", `, r) })
		if strings.HasPrefix(string(m.Solution), "{") { // variables by name
			var err error
			if words, err = answer.NamedWords(m.Solution); err != nil {
				return table{}, fmt.Errorf("%s: %w", name, err)
			}
		}
		row := tableRow{words: words}
		for _, v := range m.Values {
			row.values = append(row.values, v.String())
		}
		t.rows = append(t.rows, row)
	}
	return t, nil
}

// verify recomputes the objectives of every row and compares all rows: none may
// be as good as another in everything. It reads nothing but the table.
func (t *table) verify(of *Task) error {
	list := of.criteria()
	if len(t.names) != len(list) {
		return fmt.Errorf("the front has %d objectives, not %d", len(t.names), len(list))
	}
	ranked := make([][]problem.Score, len(t.rows)) // larger is better
	order := make([]int, len(t.rows))
	for i, row := range t.rows {
		if err := of.Front.Check(row.words, row.values); err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
		for m, c := range list {
			x, failed := strconv.ParseFloat(row.values[m], 64)
			n, none := strconv.ParseInt(row.values[m], 10, 64)
			if failed != nil || none != nil && !c.Float {
				return fmt.Errorf("row %d: %.40q is no value of %s", i+1, row.values[m], c.Name)
			}
			if c.Minimize {
				x, n = -x, -n
			}
			if c.Float { // integers are compared as such
				n = int64(problem.FromFloat(x))
			}
			ranked[i] = append(ranked[i], problem.Score(n))
		}
		order[i] = i
	}
	whole := boxesOf(ranked, order, 0)
	for j := range ranked {
		if i := whole.asGood(ranked, j); i >= 0 {
			return fmt.Errorf("row %d is nowhere better than row %d", j+1, i+1)
		}
	}
	return nil
}

// boxes are rows, halved by one objective after the other, and the best of each objective
// among them: most are passed over without a look at their rows.
type boxes struct {
	best   []problem.Score
	rows   []int // of the last halves
	halves [2]*boxes
}

// boxesOf makes boxes of rows, which are halved by objective m.
func boxesOf(ranked [][]problem.Score, rows []int, m int) *boxes {
	if len(rows) == 0 {
		return &boxes{}
	}
	b := &boxes{best: slices.Clone(ranked[rows[0]])}
	for _, i := range rows {
		for k, x := range ranked[i] {
			b.best[k] = max(b.best[k], x)
		}
	}
	if len(rows) <= 16 {
		b.rows = rows
		return b
	}
	slices.SortFunc(rows, func(i, j int) int { return cmp.Compare(ranked[j][m], ranked[i][m]) })
	next, half := (m+1)%len(b.best), len(rows)/2
	b.halves = [2]*boxes{boxesOf(ranked, rows[:half], next), boxesOf(ranked, rows[half:], next)}
	return b
}

// asGood is a row that is as good as row j in everything, of equal rows an earlier one, or
// -1.
func (b *boxes) asGood(ranked [][]problem.Score, j int) int {
	if !nowhereWorse(b.best, ranked[j]) {
		return -1
	}
	for _, i := range b.rows {
		if i != j && nowhereWorse(ranked[i], ranked[j]) && (i < j || !nowhereWorse(ranked[j], ranked[i])) {
			return i
		}
	}
	for _, h := range b.halves {
		if h != nil {
			if i := h.asGood(ranked, j); i >= 0 {
				return i
			}
		}
	}
	return -1
}

// nowhereWorse compares the scores of two rows.
func nowhereWorse(a, b []problem.Score) bool {
	for m, x := range a {
		if x < b[m] {
			return false
		}
	}
	return true
}

// verifyFront judges a table of a front, or what --json printed.
func (a *App) verifyFront(of *Task, path string) error {
	t, err := a.readTable(of, path)
	if err != nil {
		return AsUserError(err)
	}
	if len(t.rows) == 0 {
		return UserErrorf("%s: the front is empty: there is no solution to check", path)
	}
	if err := t.verify(of); err != nil {
		return a.Verdict("", problem.Wrong(err))
	}
	return a.Verdict(fmt.Sprintf("a front of %d", len(t.rows)), nil)
}
