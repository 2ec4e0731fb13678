package flowshop

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// Answer is an order of jobs and what it claims to be worth.
type Answer struct {
	Objective string // that the value is of; empty: it does not say
	Value     int64
	Order     []int // jobs, from 0
}

// NewAnswer computes an answer's value with Check.
func NewAnswer(inst *Instance, o Objective, order []int) (Answer, error) {
	values, err := Check(inst, order)
	if err != nil {
		return Answer{}, fmt.Errorf("flowshop: %s: %w", inst.Name, err)
	}
	return Answer{o.String(), values[o], order}, nil
}

// Write writes a line with the objective and its value, and a line with the jobs, from 1.
func (a Answer) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s %d\n", a.Objective, a.Value)
	for k, job := range a.Order {
		if k > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(job + 1))
	}
	b.WriteByte('\n')
	return b.Flush()
}

// ReadAnswer reads what Write writes, where the objective's name may be missing; name is
// the file's, for messages. It does not judge the value: see Verify. Jobs that do not
// exist, or stand twice, are a *problem.WrongError.
func ReadAnswer(r io.Reader, name string, inst *Instance) (Answer, error) {
	f := &reader{s: token.NewScanner(r, name)}
	a, err := f.answer(inst)
	if scan := f.s.Err(); scan != nil {
		return Answer{}, scan
	}
	return a, err
}

func (f *reader) answer(inst *Instance) (a Answer, err error) {
	if t, ok := f.s.Peek(0); ok && (t.Text[0] < '0' || t.Text[0] > '9') {
		f.s.Scan()
		o, err := ParseObjective(t.Text)
		if err != nil {
			return a, f.s.Errorf("an answer begins with makespan or flowtime and its value, not with %q", token.Shown(t.Text))
		}
		a.Objective = o.String()
	}
	if a.Value, err = f.number(func() string { return "the value" }); err != nil {
		return a, err
	}
	n := inst.Jobs
	seen := make([]bool, n+1)
	for k := range n {
		job, err := f.number(func() string { return fmt.Sprintf("job number %d of %d", k+1, n) })
		switch {
		case err != nil:
			return a, err
		case job < 1 || job > int64(n):
			return a, &problem.WrongError{Err: f.s.Errorf("job %d does not exist; there are 1 to %d", job, n)}
		case seen[job]:
			return a, &problem.WrongError{Err: f.s.Errorf("job %d stands twice", job)}
		}
		seen[job] = true
		a.Order = append(a.Order, int(job)-1)
	}
	if f.s.Scan() {
		return a, f.s.Errorf("%q after the last of %d jobs", token.Shown(f.s.Text()), n)
	}
	return a, nil
}

// Verify reports what is wrong with an answer: no order of the jobs, or another value than
// it claims. It returns the objective that the value is right for.
func (a Answer) Verify(inst *Instance) (Objective, error) {
	values, err := Check(inst, a.Order)
	if err != nil {
		return 0, err
	}
	o, err := ParseObjective(a.Objective)
	switch {
	case err != nil || values[o] == a.Value:
		return o, err
	case a.Objective == "" && values[FlowTime] == a.Value:
		return FlowTime, nil
	case a.Objective == "":
		return 0, fmt.Errorf("the order has makespan %d and flowtime %d, not %d", values[Makespan], values[FlowTime], a.Value)
	}
	return 0, fmt.Errorf("the order has %s %d, not %d", o, values[o], a.Value)
}
