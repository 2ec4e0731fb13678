package flowshop

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// claim is an order of jobs and what it claims to be worth.
type claim struct {
	objective string // that the value is of; empty: it does not say
	value     int64
	order     []int // jobs, from 0
}

// form is how schedules are written: a line with the objective and its value, and a line
// with the jobs, from 1.
func (q *Instance) form(o objective) answer.Form {
	return answer.Form{
		List: problem.Genome.List, Genome: answer.Ordered, Differs: "the order has " + o.String() + " %d, not %d",
		Value: func(order []int) (int64, error) {
			values, err := q.check(order)
			return values[o], err
		},
		Text: func(w *bufio.Writer, order []int, value int64) {
			fmt.Fprintf(w, "%s %d\n", o, value)
			token.WriteLine(w, answer.FromOne(order))
		},
		Parse: func(r io.Reader, name string) ([]int, error) {
			a, err := q.readAnswer(r, name)
			return a.order, err
		},
	}
}

// readAnswer reads an answer as text, where the objective's name may be missing, or what
// --json printed; name is the file's, for messages. It does not judge the value: see
// verify. Jobs that do not exist, or stand twice, are problem.ErrWrong.
func (q *Instance) readAnswer(r io.Reader, name string) (claim, error) {
	return answer.Read(r, name, func(a answer.JSON) string {
		objective := ""
		_ = json.Unmarshal(a.Options[objectiveFlag.Name], &objective) // else it does not say
		return fmt.Sprintln(objective, a.Cost, a.Words(" "))
	}, q.scanAnswer)
}

func (q *Instance) scanAnswer(s *token.Scanner) (a claim) {
	if t, ok := s.Peek(0); ok && (t.Text[0] < '0' || t.Text[0] > '9') {
		s.Scan()
		if a.objective = t.Text; !slices.Contains(objectiveNames[:], a.objective) {
			s.Fail("an answer begins with makespan or flowtime and its value, not with %q", token.Shown(t.Text))
		}
	}
	a.value = s.Whole("the value", 0, math.MaxInt64)
	n := int64(q.Jobs)
	seen := make([]bool, n+1)
	for k := range q.Jobs {
		job := s.Whole(fmt.Sprintf("job number %d of %d", k+1, n), 0, math.MaxInt64)
		if job < 1 || job > n {
			answer.Wrong(s, s.Line(), "job %d does not exist; there are 1 to %d", job, n)
			return a
		}
		if seen[job] {
			answer.Wrong(s, s.Line(), "job %d stands twice", job)
		}
		seen[job] = true
		a.order = append(a.order, int(job)-1)
	}
	if s.Scan() {
		s.Fail("%q after the last of %d jobs", token.Shown(s.Text()), n)
	}
	return a
}

// verify reports what is wrong with an answer: no order of the jobs, or another value than
// it claims. It returns the objective that the value is right for.
func (q *Instance) verify(a claim) (objective, error) {
	values, err := q.check(a.order)
	if err != nil {
		return 0, err
	}
	for o, value := range values {
		if name := objective(o).String(); value == a.value && (a.objective == name || a.objective == "") {
			return objective(o), nil
		}
	}
	claimed := slices.Index(objectiveNames[:], a.objective)
	if claimed < 0 {
		return 0, fmt.Errorf("the order has makespan %d and flowtime %d, not %d", values[makespan], values[flowTime], a.value)
	}
	return 0, fmt.Errorf("the order has %s %d, not %d", a.objective, values[claimed], a.value)
}
