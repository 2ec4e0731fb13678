package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/search"
)

func (a *app) qapCommand() *cobra.Command {
	f := &searchFlags{}
	c := &cobra.Command{
		Use:   "qap FILE…",
		Short: "Solve quadratic assignment problems",
		Long: "Searches for a permutation p that makes the sum of a[i][j]·b[p(i)][p(j)] small. Reads\n" +
			"QAPLIB's .dat files: the size n, up to 1000, then the matrices A and B.\n\n" +
			"Prints what QAPLIB's .sln files have: 'n value' and, on the next line, the permutation,\n" +
			"counted from 1. Without a limit a search goes on until it can prove its answer optimal,\n" +
			"which is rare, or is interrupted.",
		Example: "  warbler qap examples/qap-20.dat --time 5s\n" +
			"  warbler qap --algorithm genetic -p population=1000 --generations 2000 --json examples/qap-20.dat\n" +
			"  warbler qap --time 2s examples/qap-20.dat | warbler verify examples/qap-20.dat -",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error { return a.solveAssignments(c, f, files) },
	}
	f.bind(c, algorithmNames(problem.Permutation))
	c.Flags().Lookup("generations").Usage = "stop after this many generations; 0 is no limit"
	c.Flags().Lookup("target").Usage = "stop at this value, or a lower one; a `number`"
	return c
}

func (a *app) solveAssignments(c *cobra.Command, f *searchFlags, files []string) error {
	single := f.single()
	if len(files) > 1 && len(single) > 0 {
		return userErrorf("%s is for one instance; give one file", strings.Join(single, ", "))
	}
	next := instances(a, files, 0, single, readAssignment)
	return a.answers(c, f, func() (*task, error) {
		p, err := next()
		if p == nil || err != nil {
			return nil, err
		}
		return a.qapTask(p)
	})
}

// readAssignment is a reader of files, which have one instance each.
func readAssignment(r io.Reader, name string) ([]*qap.Instance, error) {
	q, err := qap.Read(r, name)
	return []*qap.Instance{q}, err
}

func (a *app) qapTask(p *picked[*qap.Instance]) (*task, error) {
	inst := p.instance
	assignment, err := qap.New(inst)
	if err != nil {
		return nil, mendable(err)
	}
	return &task{
		kind: "qap", instance: inst.Name, problem: assignment, paste: p.paste, seconds: p.seconds,
		endless: true,
		check:   func(s search.Solution) error { return checkAssignment(inst, s) },
		print: func(w io.Writer, s search.Solution) error {
			answer, err := qap.NewAnswer(inst, qap.Order(s.Genome))
			if err != nil {
				return err
			}
			return answer.Write(w)
		},
		judge: func(o *outcome) conclusion {
			if bound, _ := assignment.Bound(); o.result.Solution().Score == bound {
				return conclusion{status: search.Optimal.String(), optimum: true}
			}
			return conclusion{status: o.result.Status.String()}
		},
		show: func(s search.Solution) any {
			locations := qap.Order(s.Genome)
			for i := range locations {
				locations[i]++
			}
			return locations
		},
		start: func(path string) (problem.Genome, error) { return a.readPermutation(path, inst) },
	}, nil
}

// checkAssignment judges a solution against the instance as it was read.
func checkAssignment(inst *qap.Instance, s search.Solution) error {
	value, err := qap.Check(inst, qap.Order(s.Genome))
	if err == nil && value != -s.Score {
		err = fmt.Errorf("the permutation is worth %d, not %d", value, -s.Score)
	}
	return err
}

// verifyAssignment judges a .sln file, or what --json printed.
func (a *app) verifyAssignment(inst *qap.Instance, path string) error {
	answer, err := a.readSolution(path, inst)
	wrong, inverse := err, false
	if err == nil {
		inverse, wrong = answer.Verify(inst)
	} else if !isA[*qap.OrderError](err) {
		return mendable(err)
	}
	if wrong != nil {
		fmt.Fprintf(a.out, "wrong: %v\n", wrong)
		return &codedError{code: exitWrong}
	}
	text := ""
	if inverse {
		text = " (for the inverse permutation: the file has the facility of each location)"
	}
	_, err = fmt.Fprintf(a.out, "right: %d%s\n", answer.Value, text)
	return err
}

// readSolution reads an answer in either form that the command prints.
func (a *app) readSolution(path string, inst *qap.Instance) (qap.Answer, error) {
	r, name, err := a.open(path)
	if err != nil {
		return qap.Answer{}, err
	}
	defer r.Close()
	text := bufio.NewReader(r)
	if head, _ := text.Peek(1); !bytes.Equal(head, []byte("{")) {
		return qap.ReadAnswer(text, name, inst)
	}
	var object struct {
		Cost     json.Number   `json:"cost"`
		Solution []json.Number `json:"solution"`
	}
	if err := json.NewDecoder(text).Decode(&object); err != nil {
		return qap.Answer{}, userErrorf("%s: it begins like a JSON answer but is none: %w", name, err)
	}
	// By the .sln file that says the same.
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s\n", len(object.Solution), object.Cost)
	for _, x := range object.Solution {
		fmt.Fprintf(&b, "%s ", x)
	}
	return qap.ReadAnswer(strings.NewReader(b.String()), name, inst)
}

// readPermutation reads an answer to start from; its value need not be right,
// but tells which way round it is to be read.
func (a *app) readPermutation(path string, inst *qap.Instance) (problem.Genome, error) {
	answer, err := a.readSolution(path, inst)
	if err != nil {
		return problem.Genome{}, err
	}
	if inverse, err := answer.Verify(inst); err == nil && inverse {
		answer.Order = qap.Inverse(answer.Order)
	}
	return qap.Genome(answer.Order), nil
}
