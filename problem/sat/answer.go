package sat

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// Status is what a solver says about a formula, as competitions word it.
type Status string

// The claims.
const (
	Unknown       Status = "UNKNOWN"
	Satisfiable   Status = "SATISFIABLE"   // there is an assignment; nothing is said about a better one
	Unsatisfiable Status = "UNSATISFIABLE" // no assignment satisfies the hard clauses
	optimumFound  Status = "OPTIMUM FOUND"
)

// reply is what a solver says about a formula.
type reply struct {
	status Status         // or nothing
	cost   int64          // of the last o line, or -1
	values cnf.Assignment // one value per variable, or nil
}

// verify reports what is wrong with an answer that has an assignment, which violates
// hard clauses or does not cost what the answer says; else it is what that costs. That
// nothing costs less it cannot judge.
func (a reply) verify(f *Formula) (cost int64, err error) {
	if a.status == Unsatisfiable {
		return 0, fmt.Errorf("the answer says %s and has an assignment", a.status)
	}
	_, violated, cost, err := Check(f, a.values)
	switch {
	case err != nil:
		return 0, err
	case violated == 1:
		return 0, fmt.Errorf("1 clause that must hold is violated")
	case violated > 1:
		return 0, fmt.Errorf("%d clauses that must hold are violated", violated)
	case a.cost >= 0 && a.cost != cost:
		return 0, fmt.Errorf("the assignment costs %d, not %d", cost, a.cost)
	}
	return cost, nil
}

// readAnswer reads an answer as text, or the lines that say the same as JSON.
func (f *Formula) readAnswer(r io.Reader, name string) (reply, error) {
	var object struct {
		Cost     *json.Number `json:"cost"`
		Status   string       `json:"status"`
		Solution *string      `json:"solution"`
	}
	text := bufio.NewReader(r)
	switch is, err := answer.ReadJSON(text, name, &object); {
	case err != nil:
		return reply{}, err
	case !is:
		return readAnswer(text, name, f.Vars)
	}
	var b strings.Builder
	switch object.Status {
	case "optimal":
		fmt.Fprintf(&b, "s %s\n", optimumFound)
	case "unsatisfiable":
		fmt.Fprintf(&b, "s %s\n", Unsatisfiable)
	}
	if object.Cost != nil {
		fmt.Fprintf(&b, "o %s\n", *object.Cost)
	}
	if object.Solution != nil {
		fmt.Fprintf(&b, "v %s\n", *object.Solution)
	}
	if b.Len() == 0 {
		return reply{cost: -1}, nil
	}
	return readAnswer(strings.NewReader(b.String()), name, f.Vars)
}

// readAnswer reads what a solver says about a formula of so many variables; name is
// used in messages. Its lines are
//
//	c …             a comment
//	o COST          the cost of the assignment; the last one counts
//	s STATUS        OPTIMUM FOUND, SATISFIABLE, UNSATISFIABLE or UNKNOWN
//	v 0110…         a digit per variable
//	v 1 -2 3 0      the true literals, perhaps over several lines, perhaps
//	                without the 0; variables that are not named stay open
//
// and what stands behind a v may also stand alone. A string of digits replaces
// what was said before it. An assignment that does not fit the formula is
// problem.ErrWrong.
func readAnswer(r io.Reader, name string, vars int) (reply, error) {
	p := answerParser{name: name, vars: vars, line: 1, reply: reply{cost: -1}}
	text, failed := io.ReadAll(r)
	something := false
	for line := range bytes.Lines(text) {
		if words := bytes.Fields(line); len(words) > 0 && words[0][0] != 'c' {
			if err := p.read(line, words); err != nil {
				return reply{}, err
			}
			something = true
		}
		p.line += bytes.Count(line, []byte("\n"))
	}
	switch {
	case failed != nil:
		return reply{}, p.errorf("cannot be read on: %w", failed)
	case !something:
		return reply{}, p.errorf("the file is empty; an answer has lines that begin with o, s or v")
	}
	return p.reply, nil
}

type answerParser struct {
	reply
	name   string
	line   int
	vars   int
	closed bool // by the 0 after the literals
}

func (p *answerParser) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", p.name, p.line, fmt.Errorf(format, args...))
}

// read reads a line that is no comment.
func (p *answerParser) read(line []byte, words [][]byte) error {
	if i := bytes.IndexFunc(line, func(c rune) bool { return c < ' ' && c != '\t' && c != '\r' && c != '\n' || c == 0x7f }); i >= 0 {
		return p.errorf("byte 0x%02x is not text; the file is binary or damaged", line[i])
	}
	switch first := string(words[0]); {
	case first == "o":
		return p.readCost(words[1:])
	case first == "s":
		return p.readStatus(bytes.Join(words[1:], []byte(" ")))
	case first == "v":
		words = words[1:]
	case !number(words[0]):
		return p.errorf("%q begins no line of an answer; those begin with c, o, s or v", token.Shown(words[0]))
	}
	if p.values == nil {
		p.values = make(cnf.Assignment, p.vars) // a formula without variables has no more than that
	}
	for _, w := range words {
		if !number(w) {
			return p.errorf("%q is not a literal", token.Shown(w))
		}
		if err := p.value(w); err != nil {
			return err
		}
	}
	return nil
}

// number reports whether a word begins like one.
func number(word []byte) bool { return word[0] >= '0' && word[0] <= '9' || word[0] == '-' }

func (p *answerParser) readCost(words [][]byte) error {
	if len(words) == 0 {
		return p.errorf("an o line without a cost")
	}
	v, negative, err := parse(words[0])
	switch {
	case err != nil || negative || v > math.MaxInt64:
		return p.errorf("the cost is %q; it must be a whole number from 0 to 2^63-1", token.Shown(words[0]))
	case len(words) > 1:
		return p.errorf("%q should not stand here", token.Shown(words[1]))
	}
	p.cost = int64(v)
	return nil
}

func (p *answerParser) readStatus(text []byte) error {
	s := Status(text)
	switch {
	case !slices.Contains([]Status{Unknown, Satisfiable, Unsatisfiable, optimumFound}, s):
		return p.errorf("the status is %q; there are OPTIMUM FOUND, SATISFIABLE, UNSATISFIABLE and UNKNOWN", token.Shown(text))
	case p.status != "" && p.status != s:
		return p.errorf("the status is %s here and %s before", s, p.status)
	}
	p.status = s
	return nil
}

// value reads a literal, the 0 after the last one, or a string of digits.
func (p *answerParser) value(w []byte) error {
	if p.digits(w) {
		return p.string(w)
	}
	v, negative, err := parse(w)
	switch {
	case err == errSyntax:
		return p.errorf("%q is neither a literal nor a string of the digits 0 and 1", token.Shown(w))
	case p.closed:
		return p.errorf("literal %s after the 0 that ends the assignment", token.Shown(w))
	case err != nil || v > uint64(p.vars):
		return problem.Wrong(p.errorf("literal %s; the formula has variables 1 to %d", token.Shown(w), p.vars))
	case v == 0:
		p.closed = true
		return nil
	}
	sign := int8(1)
	if negative {
		sign = -1
	}
	if p.values[v-1] == -sign {
		return problem.Wrong(p.errorf("variable %d is both true and false", v))
	}
	p.values[v-1] = sign
	return nil
}

// digits reports whether a word is a string of values, not a literal. As a literal,
// a string of zeros and ones as long as there are variables would be larger than
// them all, but where there is only one: then 0 is a value unless one was given
// before. A string of another length is one when it begins with 0 or is longer than
// any literal; "101" for 4 variables is a bad literal, which is an error as well.
func (p *answerParser) digits(w []byte) bool {
	n := len(w) - len(bytes.TrimLeft(w, "01"))
	switch {
	case n > maxWord/2:
		return true
	case n < len(w):
		return false
	case n == 1:
		return p.vars == 1 && w[0] == '0' && p.values[0] == 0 && !p.closed
	}
	return n == p.vars || w[0] == '0'
}

// string reads a digit per variable.
func (p *answerParser) string(w []byte) error {
	p.closed = true
	for i, c := range w {
		switch {
		case c != '0' && c != '1':
			return p.errorf("%q in a string of the digits 0 and 1", string(rune(c)))
		case i < p.vars:
			p.values[i] = int8(c-'0')*2 - 1
		}
	}
	if len(w) != p.vars {
		return problem.Wrong(p.errorf("%d values for the formula's %d variables", len(w), p.vars))
	}
	return nil
}
