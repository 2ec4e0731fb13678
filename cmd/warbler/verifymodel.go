package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/warbler-opt/warbler/internal/drat"
	"github.com/warbler-opt/warbler/problem/sat"
)

// verifyFormula judges an answer about a formula. That of a .cnf is one of
// MAX-SAT where it has a cost or calls itself optimal; else it says that
// everything is satisfied.
func (a *app) verifyFormula(f *sat.Formula, path string) error {
	answer, name, err := a.readModel(path, f)
	strict := f.Format == sat.CNF && answer.Cost < 0 && answer.Status != sat.OptimumFound
	if strict {
		f = f.Strict()
	}
	wrong := err
	switch {
	case err == nil:
		wrong = answer.Verify(f)
	case !isA[*sat.ModelError](err):
		return mendable(err)
	}
	if errors.Is(wrong, sat.ErrNoModel) {
		return userErrorf("%s: %w", name, wrong)
	}
	if wrong != nil {
		fmt.Fprintf(a.out, "wrong: %v\n", wrong)
		return &codedError{code: exitWrong}
	}
	text := "satisfies all clauses"
	if !strict {
		v, err := sat.Check(f, answer.Values, false)
		if err != nil {
			return err
		}
		text = fmt.Sprintf("cost %d", v.Cost)
		if answer.Status == sat.OptimumFound && v.Cost > 0 {
			text += " (whether a lower one is possible has not been checked)"
		}
	}
	_, err = fmt.Fprintf(a.out, "right: %s\n", text)
	return err
}

// verifyProof judges a refutation.
func (a *app) verifyProof(f *sat.Formula, path string) error {
	r, name, err := a.open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	report, err := drat.Check(f, r, name)
	switch {
	case isA[*drat.WrongError](err):
		fmt.Fprintf(a.out, "wrong: %v\n", err)
		return &codedError{code: exitWrong}
	case err != nil:
		return mendable(err)
	}
	_, err = fmt.Fprintf(a.out, "right: unsatisfiable, by a proof of %d clauses\n", report.Lemmas)
	return err
}

// readModel reads an answer in either form that the command prints. The second
// result is the name for messages.
func (a *app) readModel(path string, f *sat.Formula) (sat.Answer, string, error) {
	r, name, err := a.open(path)
	if err != nil {
		return sat.Answer{}, name, err
	}
	defer r.Close()
	text := bufio.NewReader(r)
	var answer sat.Answer
	if head, _ := text.Peek(1); bytes.Equal(head, []byte("{")) {
		answer, err = readJSONModel(text, name, f)
	} else {
		answer, err = sat.ReadAnswer(text, name, f)
	}
	return answer, name, err
}

// readJSONModel makes an answer of what --json prints, by the lines that say the
// same.
func readJSONModel(r io.Reader, name string, f *sat.Formula) (sat.Answer, error) {
	var object struct {
		Cost     *json.Number `json:"cost"`
		Status   string       `json:"status"`
		Solution *string      `json:"solution"`
	}
	if err := json.NewDecoder(r).Decode(&object); err != nil {
		return sat.Answer{}, userErrorf("%s: it begins like a JSON answer but is none: %w", name, err)
	}
	var b strings.Builder
	switch object.Status {
	case "optimal":
		fmt.Fprintf(&b, "s %s\n", sat.OptimumFound)
	case "unsatisfiable":
		fmt.Fprintf(&b, "s %s\n", sat.Unsatisfiable)
	}
	if object.Cost != nil {
		fmt.Fprintf(&b, "o %s\n", *object.Cost)
	}
	if object.Solution != nil {
		fmt.Fprintf(&b, "v %s\n", *object.Solution)
	}
	if b.Len() == 0 {
		return sat.Answer{Cost: -1}, nil
	}
	return sat.ReadAnswer(strings.NewReader(b.String()), name, f)
}
