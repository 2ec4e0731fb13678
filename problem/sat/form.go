package sat

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"strconv"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem"
)

// form is how assignments are written. It prints what is found about a formula as the MaxSAT Evaluations
// want it, each cost once it has been verified.
type form struct {
	problem     *maxsat
	formula     *Formula
	objective   problem.Objective
	bound       problem.Score // no score is better
	total       *big.Int      // the weight of all soft clauses, for check
	unsatisfied bool          // list the falsified clauses
	several     bool          // say which file an answer is for
	begun       bool
	shown       problem.Score // of the last o line
}

func newForm(p *maxsat) *form {
	w := &form{problem: p, formula: p.formula, objective: p.Objective(), total: new(big.Int), shown: problem.Worst}
	w.bound, _ = p.Bound()
	for c := range w.formula.Clauses() {
		if weight := w.formula.weight(c); weight != Hard {
			w.total.Add(w.total, big.NewInt(weight))
		}
	}
	return w
}

// hopeless reports whether a hard clause is empty.
func (w *form) hopeless() bool { return w.bound < 0 }

// Check implements problem.Form.
func (w *form) Check(g problem.Genome, s problem.Score) error {
	_, violated, cost, err := Check(w.formula, cnf.AssignmentOf(g, w.formula.Vars))
	satisfied := new(big.Int).Sub(w.total, big.NewInt(cost))
	switch {
	case err != nil:
		return err
	case violated > 0 && s != -int64(violated):
		return fmt.Errorf("the assignment violates %d hard clauses; its score is %d", violated, s)
	case violated == 0 && (!satisfied.IsInt64() || satisfied.Int64() != s):
		return fmt.Errorf("the assignment satisfies a weight of %s, not %d", satisfied, s)
	}
	return nil
}

// Write implements problem.Form.
func (w *form) Write(out io.Writer, g problem.Genome, _ problem.Score) error {
	_, err := fmt.Fprintf(out, "v %s\n", w.digits(g))
	return err
}

// Show implements problem.Form.
func (w *form) Show(g problem.Genome, s problem.Score) any {
	if s < 0 {
		return nil
	}
	return w.digits(g)
}

func (w *form) digits(g problem.Genome) string { return cnf.AssignmentOf(g, w.formula.Vars).Digits() }

// Read implements problem.Form. The assignment may violate hard clauses.
func (w *form) Read(r io.Reader, name string) (problem.Genome, error) {
	answer, err := w.formula.readAnswer(r, name)
	if err == nil && answer.values == nil {
		err = fmt.Errorf("%s: there is no assignment in it to start from", name)
	}
	return answer.values.Genome(), err
}

// claim is what an outcome says about the formula.
func (w *form) claim(o problem.Outcome) Status {
	switch {
	case o.None:
		return Unsatisfiable
	case o.Best[0].Score < 0:
		return Unknown
	case o.Optimal:
		return optimumFound
	}
	return Satisfiable
}

// Conclude implements problem.Reporter.
func (w *form) Conclude(o problem.Outcome) (status string, exit int) {
	switch w.claim(o) {
	case Unsatisfiable:
		return "unsatisfiable", 20
	case Unknown:
		return "unknown", 0
	case optimumFound:
		return "", 30
	}
	return "", 10
}

// head says which file the first lines are about, where there are others.
func (w *form) head() string {
	if w.begun || !w.several {
		return ""
	}
	w.begun = true
	return "c " + w.formula.Name + "\n"
}

// Improved prints an o line for a verified score that is better than those
// before it.
func (w *form) Improved(out io.Writer, score problem.Score) error {
	if score < 0 || score <= w.shown {
		return nil
	}
	w.shown = score
	_, err := fmt.Fprintf(out, "%so %s\n", w.head(), w.objective.Format(score))
	return err
}

// Report prints the rest of the answer.
func (w *form) Report(out io.Writer, o problem.Outcome) error {
	b := bufio.NewWriter(out)
	best := o.Best[0]
	b.WriteString(w.head())
	if err := w.Improved(b, best.Score); err != nil {
		return err
	}
	claim := w.claim(o)
	fmt.Fprintf(b, "s %s\n", claim)
	if best.Score >= 0 {
		fmt.Fprintf(b, "v %s\n", w.digits(best.Genome))
		for _, s := range o.Best[1:] {
			if s.Score >= 0 {
				fmt.Fprintf(b, "c also %s %s\n", w.objective.Format(s.Score), w.digits(s.Genome))
			}
		}
	}
	if w.unsatisfied && claim != Unsatisfiable {
		list, err := w.falsified(best.Genome)
		if err != nil {
			return err
		}
		for _, c := range list {
			fmt.Fprintf(b, "c %s\n", c)
		}
	}
	return b.Flush()
}

// Remainder implements problem.Reporter: the clauses that are not satisfied, where they
// are asked for.
func (w *form) Remainder(g problem.Genome) (any, error) {
	if !w.unsatisfied {
		return nil, nil
	}
	return w.falsified(g)
}

// falsifiedClause is a clause without a true literal.
type falsifiedClause struct {
	Clause   int     `json:"clause"` // from 1
	Hard     bool    `json:"hard"`
	Weight   *int64  `json:"weight,omitempty"` // of a soft one
	Literals []int32 `json:"literals"`
}

// String is the clause as a comment: "unsatisfied 17 weight 3: 1 -2 5".
func (c falsifiedClause) String() string {
	text := append([]byte("unsatisfied "), strconv.Itoa(c.Clause)...)
	if c.Hard {
		text = append(text, " hard:"...)
	} else {
		text = append(strconv.AppendInt(append(text, " weight "...), *c.Weight, 10), ':')
	}
	for _, x := range c.Literals {
		text = strconv.AppendInt(append(text, ' '), int64(x), 10)
	}
	return string(text)
}

// falsified are the clauses that an assignment does not satisfy, in their order.
func (w *form) falsified(g problem.Genome) ([]falsifiedClause, error) {
	unsatisfied, _, _, err := Check(w.formula, cnf.AssignmentOf(g, w.formula.Vars))
	list := make([]falsifiedClause, 0, len(unsatisfied))
	for _, c := range unsatisfied {
		// A copy that is never nil: JSON has [] for an empty clause.
		clause := falsifiedClause{Clause: c + 1, Literals: append([]int32{}, w.formula.Clause(c)...)}
		if weight := w.formula.weight(c); weight == Hard {
			clause.Hard = true
		} else {
			clause.Weight = &weight
		}
		list = append(list, clause)
	}
	return list, err
}
