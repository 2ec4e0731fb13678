package sat

import (
	"errors"
	"io"
	"math"
	"path"
	"strings"

	"github.com/warbler-opt/warbler/internal/token"
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
// compression), and clauses without a p line are refused in one called *.cnf.
//
// Errors are one line that begins with the file and the line.
func Read(r io.Reader, name string) (*Formula, error) {
	p := parser{Scanner: token.NewScanner(r, name), f: &Formula{Name: name}, promised: -1, limit: maxVars}
	p.Letter = 'c'
	p.start.add(0)
	err := p.read()
	if failed := p.Err(); failed != nil {
		return nil, failed // what came of it is a consequence
	}
	if err != nil {
		return nil, err
	}
	p.f.Lits, p.f.Start, p.f.Weights = p.lits.flat(), p.start.flat(), p.weights.flat()
	return p.f, nil
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

func (p *parser) read() error {
	ext := extension(p.f.Name)
	t, some := p.Peek(0)
	if !some || t.Text[0] == 'p' {
		p.Scan()
	}
	switch {
	case !some && ext != ".wcnf":
		return p.Errorf("the file is empty; a formula begins with a line \"p cnf VARIABLES CLAUSES\"")
	case !some:
		p.f.Format = wcnf
	case t.Text[0] == 'p':
		if err := p.header(); err != nil {
			return err
		}
	case !strings.ContainsRune("h-0123456789", rune(t.Text[0])):
		return p.ErrorAt(t.Line, "%q is neither a line \"p cnf VARIABLES CLAUSES\" nor a clause; this is no formula", token.Shown(t.Text))
	case ext == ".cnf":
		return p.ErrorAt(t.Line, "a clause before the line \"p cnf VARIABLES CLAUSES\"")
	default:
		p.f.Format = wcnf
	}
	return p.clauses()
}

// extension is a file's extension, below that of a compression.
func extension(name string) string {
	ext := strings.ToLower(path.Ext(name))
	switch ext {
	case ".gz", ".bz2", ".xz", ".zst":
		return strings.ToLower(path.Ext(name[:len(name)-len(ext)]))
	}
	return ext
}

// header reads the p line, whose first word has been read.
func (p *parser) header() error {
	if p.Text() != "p" {
		return p.Errorf("%q should be the p of a line \"p cnf VARIABLES CLAUSES\"", token.Shown(p.Bytes()))
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
		return p.Errorf("the p line says %q; formulas in the formats cnf and wcnf can be read", format)
	}
	vars, err := p.count("the number of variables", maxVars)
	if err != nil {
		return err
	}
	p.f.Vars, p.limit = int(vars), int32(vars)
	clauses, err := p.count("the number of clauses", math.MaxInt64)
	if err != nil {
		return err
	}
	p.promised = int64(clauses)
	more := p.more()
	if p.f.Format == oldWCNF && more {
		if p.top, err = p.number("the weight of hard clauses", math.MaxUint64); err != nil {
			return err
		}
		if p.top == 0 {
			return p.Errorf("hard clauses weigh 0, says the p line; it must be more than all soft ones together")
		}
		more = p.more()
	}
	if more {
		return p.Errorf("%q after the last number of the p line", token.Shown(p.Bytes()))
	}
	return nil
}

// more moves to the next word of the line, if there is one.
func (p *parser) more() bool {
	t, ok := p.Peek(0)
	return ok && !t.First && p.Scan()
}

// count reads a number of the p line.
func (p *parser) count(what string, most uint64) (uint64, error) {
	if !p.more() {
		return 0, p.Errorf("the p line ends where %s should be", what)
	}
	return p.number(what, most)
}

// number is the word that was read last.
func (p *parser) number(what string, most uint64) (uint64, error) {
	w := p.Bytes()
	v, negative, err := parse(w)
	switch {
	case err == errSyntax:
		return 0, p.Errorf("%s should be a whole number, not %q", what, token.Shown(w))
	case negative:
		return 0, p.Errorf("%s is negative (%s)", what, token.Shown(w))
	case err != nil || v > most:
		return 0, p.Errorf("%s is %s; it can be at most %d", what, token.Shown(w), most)
	}
	return v, nil
}

// clauses reads to the end of the file.
func (p *parser) clauses() error {
	weighted := p.f.Format != ""
	for begin := true; ; { // a clause, with its weight if it has one
		x, ok := p.Int()
		if !ok {
			switch scanned := p.Scan(); {
			case !scanned && begin, scanned && begin && !weighted && p.First() && p.Bytes()[0] == '%':
				return p.finish()
			case !scanned:
				return p.Errorf("the file ends inside clause %d, before the 0 that closes it; it is truncated", p.start.len())
			case begin && p.Bytes()[0] == 'p':
				return p.Errorf("a p line after the first clause or p line")
			}
		}
		if begin && weighted {
			if err := p.weight(x, ok); err != nil {
				return err
			}
			begin = false
			continue
		}
		if !ok {
			var err error
			if x, err = p.literal(); err != nil {
				return err
			}
		}
		if begin = x == 0; !begin {
			v := max(x, -x)
			if v > p.limit {
				return p.Errorf("literal %d is beyond the %d variables of the p line", x, p.limit)
			}
			if int(v) > p.f.Vars { // only without a p line
				p.f.Vars = int(v)
			}
			p.lits.add(x)
			continue
		}
		if p.lits.len() > maxLiterals || p.start.len() > maxClauses {
			return p.Errorf("more than %d literals or clauses", maxLiterals)
		}
		p.start.add(uint32(p.lits.len()))
	}
}

// finish compares what came with what was promised.
func (p *parser) finish() error {
	m := int64(p.start.len() - 1)
	if m < p.promised {
		return p.Errorf("the file ends after %d of %d clauses; it is truncated", m, p.promised)
	}
	if p.promised >= 0 {
		p.f.Extra = int(m - p.promised)
	}
	return nil
}

// weight adds what stands in front of a clause: a small number, or another word.
func (p *parser) weight(x int32, small bool) error {
	v, negative := uint64(max(x, -x)), x < 0
	w := p.Bytes()
	if !small {
		if p.f.Format == wcnf && string(w) == "h" {
			p.weights.add(Hard)
			return nil
		}
		var err error
		if v, negative, err = parse(w); err == errSyntax {
			return p.Errorf("a clause should begin with its weight, a whole number%s, not with %q", map[string]string{wcnf: " or h"}[p.f.Format], token.Shown(w))
		} else if err != nil {
			return p.Errorf("the weight %s does not fit 64 bits; scale the weights down", token.Shown(w))
		}
	}
	switch {
	case negative:
		return p.Errorf("the weight -%d is negative; soft clauses weigh 0 or more", v)
	case p.top > 0 && v >= p.top:
		p.weights.add(Hard)
		return nil
	case v > uint64(math.MaxInt64-p.sum):
		return p.Errorf("%w", errSum)
	}
	p.sum += int64(v)
	p.weights.add(int64(v))
	return nil
}

// literal is the word that was read last, which is no small number.
func (p *parser) literal() (int32, error) {
	w := p.Bytes()
	v, negative, err := parse(w)
	switch {
	case err == errSyntax:
		return 0, p.Errorf("%q is not a literal, a whole number other than -0, or the 0 that ends a clause", token.Shown(w))
	case err != nil || v > maxVars:
		return 0, p.Errorf("literal %s is too large; variables are 1 to %d", token.Shown(w), maxVars)
	case negative:
		return -int32(v), nil
	}
	return int32(v), nil
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
	if len(word) > 0 && word[0] == '-' {
		negative, word = true, word[1:]
	}
	if len(word) == 0 || len(word) >= maxWord || negative && string(word) == "0" {
		return 0, false, errSyntax
	}
	for _, c := range word {
		d := uint64(c - '0')
		if d > 9 {
			return 0, false, errSyntax
		}
		if err == nil && (v > math.MaxUint64/10 || v*10 > math.MaxUint64-d) {
			err = errRange
		}
		v = v*10 + d
	}
	return v, negative, err
}
