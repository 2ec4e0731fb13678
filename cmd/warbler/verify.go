package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem/criteria"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/problem/recognize"
)

func (a *app) verifyCommand() *cobra.Command {
	var number int
	var proof bool
	c := &cobra.Command{
		Use:   "verify FILE ANSWER",
		Short: "Check an answer",
		Long: "Checks an answer against its instance, sharing no code with the search: that it is\n" +
			"feasible and worth what it says. An answer is what 'warbler knapsack', sat, maxsat, qap, tsp and\n" +
			"coloring print, also with --json; a .sln file of QAPLIB; a .tour file of TSPLIB, whose length\n" +
			"is in its COMMENT; lines 's col' and 'l' of DIMACS; or what another solver prints about a\n" +
			".cnf or .wcnf: a .cnf must be satisfied whole unless the answer has a cost (an o line)\n" +
			"or says OPTIMUM FOUND. A refutation in DRAT, a file called .drat or any with --proof, must derive\n" +
			"the empty clause. Of a front, as 'warbler pareto' prints it, every row must be worth what it says and\n" +
			"none as good as another in everything; instead of a file, functions have names (zdt1). Of a fitness\n" +
			"function in C (.c), which is all that says what an answer is worth, a process of its own scores the answer.\n" +
			"Exit status 0: right; 3: wrong; 2: unreadable, or without an assignment.",
		Example: "  warbler knapsack examples/knapsack-50.txt --out answer.txt\n" +
			"  warbler verify examples/knapsack-50.txt answer.txt\n" +
			"  warbler maxsat --time 2s examples/maxsat-100.wcnf | warbler verify examples/maxsat-100.wcnf -",
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			return a.verify(c.Context(), args[0], args[1], number, proof)
		},
	}
	c.Flags().IntVar(&number, "instance", 0, "the `N`-th instance of the file, from 1")
	c.Flags().BoolVar(&proof, "proof", false, "the answer is a refutation in DRAT, whatever its name")
	return c
}

func (a *app) verify(ctx context.Context, file, path string, number int, proof bool) error {
	if number < 0 {
		return userErrorf("--instance %d: instances count from 1", number)
	}
	if file == "-" && path == "-" {
		return userErrorf("the instance and the answer cannot both be standard input")
	}
	if recognize.Custom(file) {
		return a.verifyFragment(ctx, file, path)
	}
	if slices.Contains(criteria.Names(), strings.ToLower(file)) {
		s, err := a.subjectOf(file, 0)
		if err != nil {
			return err
		}
		return a.verifyFront(s, path)
	}
	list, err := load(a, file, number, readAny)
	if err != nil {
		return mendable(err)
	}
	if len(list) > 1 {
		return userErrorf("%s: it has %d instances; pick one with --instance", file, len(list))
	}
	proof = proof || recognize.Extension(path) == ".drat"
	if s := list[0].instance.front; s != nil {
		return a.verifyFront(s, path)
	}
	switch found := list[0].instance.Found; {
	case proof && found.Formula != nil:
		return a.verifyProof(found.Formula, path)
	case proof:
		return userErrorf("%s: proofs are of formulas", file)
	case found.Formula != nil:
		return a.verifyFormula(found.Formula, path)
	case found.Assignment != nil:
		return a.verifyAssignment(found.Assignment, path)
	case found.Cities != nil:
		return a.verifyTour(found.Cities, path)
	case found.Graph != nil:
		return a.verifyColoring(found.Graph, path)
	default:
		return a.verifyKnapsack(found.Knapsack, path)
	}
}

// readable is what a file can hold, with one objective or several.
type readable struct {
	recognize.Found
	front *subject
}

func readAny(r io.Reader, name string) ([]readable, error) {
	text := bufio.NewReader(r)
	switch firstWord(text) {
	case "profits", "itinerary":
		s, err := readSubject(text, name)
		return []readable{{front: s}}, err
	}
	found, err := recognize.Read(text, name)
	var list []readable
	for _, f := range found {
		list = append(list, readable{Found: f})
	}
	return list, err
}

func (a *app) verifyKnapsack(inst *knapsack.Instance, path string) error {
	answer, err := a.readAnswer(path, inst)
	wrong := err
	if err == nil {
		wrong = answer.Verify(inst)
	} else if !isA[*knapsack.ItemError](err) {
		return mendable(err)
	}
	if wrong != nil {
		fmt.Fprintf(a.out, "wrong: %v\n", wrong)
		return &codedError{code: exitWrong}
	}
	text := &strings.Builder{}
	if err := answer.Write(text, inst); err != nil {
		return err
	}
	claim, _, _ := strings.Cut(text.String(), "\n")
	_, err = fmt.Fprintf(a.out, "right: %s\n", claim)
	return err
}

// readAnswer reads an answer in either form that the command prints.
func (a *app) readAnswer(path string, inst *knapsack.Instance) (knapsack.Answer, error) {
	r, name, err := a.open(path)
	if err != nil {
		return knapsack.Answer{}, err
	}
	defer r.Close()
	text := bufio.NewReader(r)
	if head, _ := text.Peek(1); bytes.Equal(head, []byte("{")) {
		return readJSONAnswer(text, name, inst)
	}
	return knapsack.ReadAnswer(text, name, inst)
}

// readJSONAnswer makes an answer of its score and solution; the weights are
// not in the object, so they claim nothing.
func readJSONAnswer(r io.Reader, name string, inst *knapsack.Instance) (knapsack.Answer, error) {
	var object struct {
		Score    json.Number `json:"score"`
		Solution []int       `json:"solution"`
	}
	if err := json.NewDecoder(r).Decode(&object); err != nil {
		return knapsack.Answer{}, userErrorf("%s: it begins like a JSON answer but is none: %w", name, err)
	}
	var answer knapsack.Answer
	for _, item := range object.Solution {
		if item < 1 || item > inst.Items() {
			return answer, &knapsack.ItemError{Err: fmt.Errorf("%s: item %d does not exist; the instance has items 1 to %d", name, item, inst.Items())}
		}
		answer.Items = append(answer.Items, item-1)
	}
	// The same reading of numbers as for text, so that the units are the same.
	score := object.Score.String() + strings.Repeat(" 0", inst.Constraints()) + "\n"
	claim, err := knapsack.ReadAnswer(strings.NewReader(score), name, inst)
	if err != nil {
		return answer, err
	}
	answer.Value = claim.Value
	_, answer.Weights, _ = knapsack.Check(inst, answer.Items)
	return answer, nil
}
