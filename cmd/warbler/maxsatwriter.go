package main

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// maxsatWriter prints what is found about a formula as the MaxSAT Evaluations
// want it, each cost once it has been verified.
type maxsatWriter struct {
	formula     *sat.Formula
	objective   problem.Objective
	bound       problem.Score // no score is better
	total       *big.Int      // the weight of all soft clauses, for check
	unsatisfied bool          // list the falsified clauses
	several     bool          // say which file an answer is for
	begun       bool
	shown       problem.Score // of the last o line
}

func newMaxsatWriter(p *sat.Problem) *maxsatWriter {
	w := &maxsatWriter{formula: p.Formula(), objective: p.Objective(), total: new(big.Int), shown: problem.Worst}
	w.bound, _ = p.Bound()
	for c := range w.formula.Clauses() {
		if weight := w.formula.Weight(c); weight != sat.Hard {
			w.total.Add(w.total, big.NewInt(weight))
		}
	}
	return w
}

// check judges an assignment by the formula as it was read.
func (w *maxsatWriter) check(s search.Solution) error {
	v, err := sat.Check(w.formula, sat.AssignmentOf(s.Genome, w.formula.Vars), false)
	if err != nil {
		return err
	}
	if v.Violated > 0 {
		if s.Score != -int64(v.Violated) {
			return fmt.Errorf("the assignment violates %d hard clauses; its score is %d", v.Violated, s.Score)
		}
		return nil
	}
	satisfied := new(big.Int).Sub(w.total, big.NewInt(v.Cost))
	if !satisfied.IsInt64() || satisfied.Int64() != s.Score {
		return fmt.Errorf("the assignment satisfies a weight of %s, not %d", satisfied, s.Score)
	}
	return nil
}

// claim is what an outcome says about the formula.
func (w *maxsatWriter) claim(o *outcome) sat.Status {
	score := o.result.Solution().Score
	switch {
	case o.none:
		return sat.Unsatisfiable
	case score < 0:
		return sat.Unknown
	case score == w.bound, o.result.Status == search.Optimal:
		return sat.OptimumFound
	}
	return sat.Satisfiable
}

// judge is the claim for --json and the exit status.
func (w *maxsatWriter) judge(o *outcome) conclusion {
	switch w.claim(o) {
	case sat.Unsatisfiable:
		return conclusion{status: "unsatisfiable", code: exitUnsatisfiable}
	case sat.Unknown:
		return conclusion{status: "unknown"}
	case sat.OptimumFound:
		return conclusion{status: search.Optimal.String(), code: exitOptimum, optimum: true}
	}
	return conclusion{status: o.result.Status.String(), code: exitSatisfiable}
}

// begin says which file the lines are about, where there are others.
func (w *maxsatWriter) begin(out io.Writer) error {
	if w.begun || !w.several {
		return nil
	}
	w.begun = true
	_, err := fmt.Fprintf(out, "c %s\n", w.formula.Name)
	return err
}

// improved prints an o line for a verified score that is better than those
// before it.
func (w *maxsatWriter) improved(out io.Writer, score problem.Score) error {
	if score < 0 || score <= w.shown {
		return nil
	}
	if err := w.begin(out); err != nil {
		return err
	}
	w.shown = score
	_, err := fmt.Fprintf(out, "o %s\n", w.objective.Format(score))
	return err
}

// watch prints improvements as they come.
func (w *maxsatWriter) watch(out io.Writer, e search.Engine) search.Observer {
	return &improvements{maxsatWriter: w, out: out, engine: e}
}

type improvements struct {
	*maxsatWriter
	out    io.Writer
	engine search.Engine
}

// Observe implements search.Observer.
func (i *improvements) Observe(p search.Progress, _ time.Duration) error {
	if p.Best < 0 || p.Best <= i.shown {
		return nil
	}
	replicas := 1
	if r, ok := i.engine.(search.Replicated); ok {
		replicas = r.Replicas()
	}
	for r := range replicas {
		s, err := i.engine.Best(r)
		if err != nil {
			return err
		}
		if s.Score < p.Best {
			continue
		}
		if err := i.check(s); err != nil {
			return wrongAnswer(i.formula.Name, err)
		}
		return i.improved(i.out, s.Score)
	}
	return nil
}

// write prints the rest of the answer.
func (w *maxsatWriter) write(out io.Writer, o *outcome) error {
	b := bufio.NewWriter(out)
	best := o.top[0]
	if err := w.begin(b); err != nil {
		return err
	}
	if err := w.improved(b, best.Score); err != nil {
		return err
	}
	claim := w.claim(o)
	fmt.Fprintf(b, "s %s\n", claim)
	if best.Score >= 0 {
		if err := sat.AssignmentOf(best.Genome, w.formula.Vars).WriteBits(b); err != nil {
			return err
		}
		for _, s := range o.top[1:] {
			if s.Score >= 0 {
				fmt.Fprintf(b, "c also %s %s\n", w.objective.Format(s.Score), digits(sat.AssignmentOf(s.Genome, w.formula.Vars)))
			}
		}
	}
	if w.unsatisfied && claim != sat.Unsatisfiable {
		list, err := w.falsified(best)
		if err != nil {
			return err
		}
		for _, c := range list {
			fmt.Fprintf(b, "c %s\n", c)
		}
	}
	return b.Flush()
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
func (w *maxsatWriter) falsified(s search.Solution) ([]falsifiedClause, error) {
	v, err := sat.Check(w.formula, sat.AssignmentOf(s.Genome, w.formula.Vars), true)
	list := make([]falsifiedClause, 0, len(v.Unsatisfied))
	for _, c := range v.Unsatisfied {
		// A copy that is never nil: JSON has [] for an empty clause.
		clause := falsifiedClause{Clause: c + 1, Literals: append([]int32{}, w.formula.Clause(c)...)}
		if weight := w.formula.Weight(c); weight == sat.Hard {
			clause.Hard = true
		} else {
			clause.Weight = &weight
		}
		list = append(list, clause)
	}
	return list, err
}
