package sat

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

var errSum = errors.New("the weights of the soft clauses add up to more than 2^63-1; scale them down")

// Read reads a formula; name is used in messages and becomes the formula's.
// The content decides which format it is:
//
//	p cnf N M         then M clauses, each a list of literals that ends with 0.
//	                  A line that begins with % ends the file, as in SATLIB
//	p wcnf N M [TOP]  the same, each clause with its weight in front; weights
//	                  of TOP or more are hard (MaxSAT Evaluations up to 2021)
//	neither           clauses with their weight, or h for a hard one, in front;
//	                  there are as many variables as the largest used (2022 on)
//
// Clauses may span lines, and lines that begin with c are comments. Nothing is
// a formula too, but only in a file called *.wcnf (perhaps with the suffix of a
// compression), and clauses without a p line are refused in one called *.cnf; in one
// of another name the first of them is on one line.
//
// Errors are one line that begins with the file and the line.
func Read(r io.Reader, name string) (*Formula, error) {
	return token.Read(r, name, func(s *token.Scanner) *Formula {
		p := parser{Scanner: s, f: &Formula{Name: name}, promised: -1, limit: maxVars}
		p.Letter = 'c'
		p.start.add(0)
		if p.begin(); s.Err() == nil {
			p.clauses()
		}
		p.f.Lits, p.f.Start, p.f.Weights = p.lits.flat(), p.start.flat(), p.weights.flat()
		return p.f
	})
}

// parser reads one file.
type parser struct {
	*token.Scanner
	f        *Formula
	lits     pile[int32]
	start    pile[uint32]
	weights  pile[int64]
	promised int64  // clauses, or -1
	limit    int32  // the largest variable allowed
	top      uint64 // weights from here on are hard; 0: there is no such limit
	sum      int64  // of the soft weights
}

// begin finds out the format, and reads the p line where there is one.
func (p *parser) begin() {
	ext := problem.Extension(p.f.Name)
	t, some := p.Peek(0)
	if !some || t.Text[0] == 'p' {
		p.Scan()
	}
	switch {
	case !some && ext != ".wcnf":
		p.Fail("the file is empty; a formula begins with a line \"p cnf VARIABLES CLAUSES\"")
	case !some:
		p.f.Format = wcnf
	case t.Text[0] == 'p':
		p.header()
	case !strings.ContainsRune("h-0123456789", rune(t.Text[0])):
		p.Stop(p.ErrorAt(t.Line, "%q is neither a line \"p cnf VARIABLES CLAUSES\" nor a clause; this is no formula", token.Shown(t.Text)))
	case ext == ".cnf":
		p.Stop(p.ErrorAt(t.Line, "a clause before the line \"p cnf VARIABLES CLAUSES\""))
	case ext != ".wcnf" && !p.closed(t):
		p.Stop(p.ErrorAt(t.Line, "this is no formula: there is no line \"p cnf VARIABLES CLAUSES\", and no clause with its weight in front and a 0 at its end"))
	default:
		p.f.Format = wcnf
	}
}

// closed reports whether a line, whose first word is given, may be a clause with its
// weight: numbers of other problems are no formula.
func (p *parser) closed(first token.Token) bool {
	const enough = 1 << 12 // words, of a clause that nobody else would write in one line
	for i := 1; i < enough; i++ {
		t, some := p.Peek(i)
		if !some || t.Line != first.Line {
			return first.Text == "h"
		}
		if t.Text == "0" {
			return true
		}
	}
	return true
}

// header reads the p line, whose first word has been read.
func (p *parser) header() {
	if p.Text() != "p" {
		p.Fail("%q should be the p of a line \"p cnf VARIABLES CLAUSES\"", token.Shown(p.Bytes()))
	}
	format := ""
	if p.more() {
		format = token.Shown(p.Bytes())
	}
	switch format {
	case "cnf":
	case "wcnf":
		p.f.Format = oldWCNF
	default:
		p.Fail("the p line says %q; formulas in the formats cnf and wcnf can be read", format)
	}
	p.limit = int32(p.count("the number of variables", maxVars))
	p.f.Vars = int(p.limit)
	p.promised = int64(p.count("the number of clauses", math.MaxInt64))
	more := p.more()
	if p.f.Format == oldWCNF && more {
		if p.top = p.number("the weight of hard clauses", math.MaxUint64); p.top == 0 {
			p.Fail("hard clauses weigh 0, says the p line; it must be more than all soft ones together")
		}
		more = p.more()
	}
	if more {
		p.Fail("%q after the last number of the p line", token.Shown(p.Bytes()))
	}
}

// more moves to the next word of the line, if there is one.
func (p *parser) more() bool { return p.More() && p.Scan() }

// count reads a number of the p line.
func (p *parser) count(what string, most uint64) uint64 {
	if !p.more() {
		p.Fail("the p line ends where %s should be", what)
		return 0
	}
	return p.number(what, most)
}

// number is the word that was read last.
func (p *parser) number(what string, most uint64) uint64 {
	w := p.Bytes()
	v, negative, err := parse(w)
	switch {
	case err == errSyntax:
		p.Fail("%s should be a whole number, not %q", what, token.Shown(w))
	case negative:
		p.Fail("%s is negative (%s)", what, token.Shown(w))
	case err != nil || v > most:
		p.Fail("%s is %s; it can be at most %d", what, token.Shown(w), most)
	}
	return v
}

// clauses reads to the end of the file.
func (p *parser) clauses() {
	weighted := p.f.Format != ""
	for begin := true; ; { // a clause, with its weight if it has one
		x, ok := p.Int()
		if !ok {
			switch scanned := p.Scan(); {
			case !scanned && begin, scanned && begin && !weighted && p.First() && p.Bytes()[0] == '%':
				p.finish()
				return
			case !scanned:
				p.Fail("the file ends inside clause %d, before the 0 that closes it; it is truncated", p.start.len())
				return
			case begin && p.Bytes()[0] == 'p':
				p.Fail("a p line after the first clause or p line")
				return
			}
		}
		if begin && weighted {
			if p.weight(x, ok); p.Err() != nil {
				return
			}
			begin = false
			continue
		}
		if !ok {
			if x = p.literal(); p.Err() != nil {
				return
			}
		}
		if begin = x == 0; !begin {
			v := max(x, -x)
			if v > p.limit {
				p.Fail("literal %d is beyond the %d variables of the p line", x, p.limit)
				return
			}
			if int(v) > p.f.Vars { // only without a p line
				p.f.Vars = int(v)
			}
			p.lits.add(x)
			continue
		}
		if p.lits.len() > maxLiterals || p.start.len() > maxClauses {
			p.Fail("more than %d literals or clauses", maxLiterals)
			return
		}
		p.start.add(uint32(p.lits.len()))
	}
}

// finish compares what came with what was promised.
func (p *parser) finish() {
	m := int64(p.start.len() - 1)
	if m < p.promised {
		p.Fail("the file ends after %d of %d clauses; it is truncated", m, p.promised)
	} else if p.promised >= 0 {
		p.f.Extra = int(m - p.promised)
	}
}

// weight adds what stands in front of a clause: a small number, or another word.
func (p *parser) weight(x int32, small bool) {
	v, negative := uint64(max(x, -x)), x < 0
	w := p.Bytes()
	hard := false
	if !small {
		var err error
		v, negative, err = parse(w)
		switch hard = p.f.Format == wcnf && string(w) == "h"; {
		case hard:
		case err == errSyntax:
			p.Fail("a clause should begin with its weight, a whole number%s, not with %q", map[string]string{wcnf: " or h"}[p.f.Format], token.Shown(w))
		case err != nil:
			p.Fail("the weight %s does not fit 64 bits; scale the weights down", token.Shown(w))
		}
	}
	switch {
	case negative:
		p.Fail("the weight -%d is negative; soft clauses weigh 0 or more", v)
	case hard, p.top > 0 && v >= p.top:
		p.weights.add(Hard)
	case v > uint64(math.MaxInt64-p.sum):
		p.Fail("%w", errSum)
	default:
		p.sum += int64(v)
		p.weights.add(int64(v))
	}
}

// literal is the word that was read last, which is no small number.
func (p *parser) literal() int32 {
	w := p.Bytes()
	v, negative, err := parse(w)
	switch {
	case err == errSyntax:
		p.Fail("%q is not a literal, a whole number other than -0, or the 0 that ends a clause", token.Shown(w))
	case err != nil || v > maxVars:
		p.Fail("literal %s is too large; variables are 1 to %d", token.Shown(w), maxVars)
	case negative:
		return -int32(v)
	}
	return int32(v)
}

// pile grows without copying: blocks that are joined at the end. So reading
// takes at most twice the memory of its result, however large that is, and
// nothing is reserved because a header says so.
type pile[T any] struct {
	full [][]T
	last []T
}

const pileBlock = 64 << 10

func (p *pile[T]) add(x T) {
	if len(p.last) == pileBlock {
		p.full = append(p.full, p.last)
		p.last = make([]T, 0, pileBlock)
	}
	p.last = append(p.last, x)
}

func (p *pile[T]) len() int { return len(p.full)*pileBlock + len(p.last) }

// flat is all of it, or nil; the pile is empty afterwards.
func (p *pile[T]) flat() []T {
	all := p.last
	if len(p.full) > 0 {
		all = make([]T, 0, p.len())
		for _, block := range append(p.full, p.last) {
			all = append(all, block...)
		}
	}
	*p = pile[T]{}
	return all
}

// maxWord is longer than any number.
const maxWord = 64

// Why a word is not a number.
var (
	errSyntax = errors.New("not a number")
	errRange  = errors.New("too large")
)

// parse reads a whole number, perhaps with a minus sign, of up to 64 bits.
func parse(word []byte) (v uint64, negative bool, err error) {
	digits, negative := bytes.CutPrefix(word, []byte("-"))
	v, err = strconv.ParseUint(string(digits), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrSyntax), len(digits) >= maxWord, string(word) == "-0":
		return 0, false, errSyntax
	case err != nil:
		err = errRange
	}
	return v, negative, err
}
