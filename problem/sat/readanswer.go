package sat

import (
	"io"
	"math"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// ReadAnswer reads what a solver says about a formula; name is used in
// messages. Its lines are
//
//	c …             a comment
//	o COST          the cost of the assignment; the last one counts
//	s STATUS        OPTIMUM FOUND, SATISFIABLE, UNSATISFIABLE or UNKNOWN
//	v 0110…         a digit per variable
//	v 1 -2 3 0      the true literals, perhaps over several lines, perhaps
//	                without the 0; variables that are not named stay open
//
// and what stands behind a v may also stand alone. A string of digits replaces
// what was said before it. ReadAnswer does not judge: see Verify. An assignment
// that does not fit the formula is a *problem.WrongError.
func ReadAnswer(r io.Reader, name string, f *Formula) (Answer, error) {
	p := answerParser{scanner: newScanner(r, name), vars: f.Vars, Answer: Answer{Cost: -1}}
	err := p.read()
	if failed := p.failed(); failed != nil {
		return Answer{}, failed
	}
	if err != nil {
		return Answer{}, err
	}
	return p.Answer, nil
}

type answerParser struct {
	*scanner
	Answer
	vars   int
	closed bool // by the 0 after the literals
}

func (p *answerParser) read() error {
	something := false
	for {
		var err error
		switch c := p.skip(); {
		case c == 0 && !something:
			return p.errorf("the file is empty; an answer has lines that begin with o, s or v")
		case c == 0:
			return nil
		case c >= '0' && c <= '9' || c == '-':
			p.open()
			err = p.value()
		case !p.first:
			return p.errorf("%q is not a literal", token.Shown(p.word()))
		default:
			switch w := p.word(); string(w) {
			case "o":
				err = p.cost()
			case "s":
				err = p.status()
			case "v":
				p.open() // a formula without variables has no more than that
			default:
				return p.errorf("%q begins no line of an answer; those begin with c, o, s or v", token.Shown(w))
			}
		}
		if err != nil {
			return err
		}
		something = true
	}
}

// cost reads the rest of an o line.
func (p *answerParser) cost() error {
	if !p.more() {
		return p.errorf("an o line without a cost")
	}
	w := p.word()
	v, negative, err := parse(w)
	if err != nil || negative || v > math.MaxInt64 {
		return p.errorf("the cost is %q; it must be a whole number from 0 to 2^63-1", token.Shown(w))
	}
	p.Cost = int64(v)
	return p.endLine()
}

// status reads the rest of an s line.
func (p *answerParser) status() error {
	var text []byte
	for p.more() && len(text) < maxWord {
		if len(text) > 0 {
			text = append(text, ' ')
		}
		text = append(text, p.word()...)
	}
	for s := Unknown; s <= OptimumFound; s++ {
		if string(text) == s.String() {
			if p.Status != Unstated && p.Status != s {
				return p.errorf("the status is %s here and %s before", s, p.Status)
			}
			p.Status = s
			return nil
		}
	}
	return p.errorf("the status is %q; there are OPTIMUM FOUND, SATISFIABLE, UNSATISFIABLE and UNKNOWN", token.Shown(text))
}

func (p *answerParser) endLine() error {
	if p.more() {
		return p.errorf("%q should not stand here", token.Shown(p.word()))
	}
	return nil
}

func (p *answerParser) open() {
	if p.Values == nil {
		p.Values = make(Assignment, p.vars)
	}
}

// value reads a literal, the 0 after the last one, or a string of digits.
func (p *answerParser) value() error {
	if p.digits() {
		return p.string()
	}
	w := p.word()
	v, negative, err := parse(w)
	switch {
	case err == errSyntax:
		return p.errorf("%q is neither a literal nor a string of the digits 0 and 1", token.Shown(w))
	case p.closed:
		return p.errorf("literal %s after the 0 that ends the assignment", token.Shown(w))
	case err != nil || v > uint64(p.vars):
		return &problem.WrongError{Err: p.errorf("literal %s; the formula has variables 1 to %d", token.Shown(w), p.vars)}
	case v == 0:
		p.closed = true
		return nil
	}
	sign := int8(1)
	if negative {
		sign = -1
	}
	if p.Values[v-1] == -sign {
		return &problem.WrongError{Err: p.errorf("variable %d is both true and false", v)}
	}
	p.Values[v-1] = sign
	return nil
}

// digits reports whether the next word is a string of values, not a literal.
// As a literal, a string of zeros and ones as long as there are variables would
// be larger than them all, but where there is only one: then 0 is a value unless
// one was given before. A string of another length is one when it begins
// with 0 or is longer than any literal; "101" for 4 variables is a bad literal,
// which is an error as well.
func (p *answerParser) digits() bool {
	for p.end-p.pos <= maxWord && p.fill() {
	}
	n := 0
	for c := p.buf[p.pos]; c == '0' || c == '1'; c = p.buf[p.pos+n] {
		n++
	}
	whole := p.pos+n == p.end || p.buf[p.pos+n] <= ' '
	switch {
	case n > maxWord/2:
		return true // perhaps longer than the buffer
	case !whole || n == 0:
		return false
	case n == 1:
		return p.vars == 1 && p.buf[p.pos] == '0' && p.Values[0] == 0 && !p.closed
	}
	return n == p.vars || p.buf[p.pos] == '0'
}

// string reads a digit per variable.
func (p *answerParser) string() error {
	p.first = false
	p.closed = true
	n := 0
	for {
		switch c := p.buf[p.pos]; {
		case c == '0' || c == '1':
			if n < p.vars {
				p.Values[n] = int8(c-'0')*2 - 1
			}
			n++
			p.pos++
		case c == 0 && p.pos == p.end:
			if p.fill() || p.pos < p.end {
				continue
			}
			return p.stringEnd(n)
		case blank(c):
			return p.stringEnd(n)
		default:
			return p.errorf("%q in a string of the digits 0 and 1", string(rune(c)))
		}
	}
}

func (p *answerParser) stringEnd(n int) error {
	if n != p.vars {
		return &problem.WrongError{Err: p.errorf("%d values for the formula's %d variables", n, p.vars)}
	}
	return nil
}
