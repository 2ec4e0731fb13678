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
	p := parser{scanner: newScanner(r, name), f: &Formula{Name: name}, promised: -1}
	err := p.read()
	if failed := p.failed(); failed != nil {
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
	*scanner
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
	p.start.add(0)
	p.limit = maxVars
	ext := extension(p.name)
	switch c := p.skip(); {
	case c == 'p':
		if err := p.header(); err != nil {
			return err
		}
	case c == 0 && ext != ".wcnf":
		return p.errorf("the file is empty; a formula begins with a line \"p cnf VARIABLES CLAUSES\"")
	case c == 0 || c == 'h' || c >= '0' && c <= '9' || c == '-':
		if c != 0 && ext == ".cnf" {
			return p.errorf("a clause before the line \"p cnf VARIABLES CLAUSES\"")
		}
		p.f.Format = wcnf
	default:
		return p.errorf("%q is neither a line \"p cnf VARIABLES CLAUSES\" nor a clause; this is no formula", token.Shown(p.word()))
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

// header reads the p line.
func (p *parser) header() error {
	if w := p.word(); string(w) != "p" {
		return p.errorf("%q should be the p of a line \"p cnf VARIABLES CLAUSES\"", token.Shown(w))
	}
	format := ""
	if p.more() {
		format = token.Shown(p.word())
	}
	switch format {
	case "cnf":
	case "wcnf":
		p.f.Format = oldWCNF
	default:
		return p.errorf("the p line says %q; formulas in the formats cnf and wcnf can be read", format)
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
	if p.f.Format == oldWCNF && p.more() {
		if p.top, err = p.count("the weight of hard clauses", math.MaxUint64); err != nil {
			return err
		}
		if p.top == 0 {
			return p.errorf("hard clauses weigh 0, says the p line; it must be more than all soft ones together")
		}
	}
	if p.more() {
		return p.errorf("%q after the last number of the p line", token.Shown(p.word()))
	}
	return nil
}

// count reads a number of the p line.
func (p *parser) count(what string, most uint64) (uint64, error) {
	if !p.more() {
		return 0, p.errorf("the p line ends where %s should be", what)
	}
	w := p.word()
	v, negative, err := parse(w)
	switch {
	case err == errSyntax:
		return 0, p.errorf("%s should be a whole number, not %q", what, token.Shown(w))
	case negative:
		return 0, p.errorf("%s is negative (%s)", what, token.Shown(w))
	case err != nil || v > most:
		return 0, p.errorf("%s is %s; it can be at most %d", what, token.Shown(w), most)
	}
	return v, nil
}

// clauses reads to the end of the file.
func (p *parser) clauses() error {
	for {
		switch c := p.skip(); {
		case c == 0, c == '%' && p.f.Format == "" && p.first:
			return p.finish()
		case c == 'p':
			return p.errorf("a p line after the first clause or p line")
		}
		if p.f.Format != "" {
			w, err := p.weight()
			if err != nil {
				return err
			}
			p.weights.add(w)
		}
		if err := p.clause(); err != nil {
			return err
		}
		if p.lits.len() > maxLiterals || p.start.len() > maxClauses {
			return p.errorf("more than %d literals or clauses", maxLiterals)
		}
		p.start.add(uint32(p.lits.len()))
	}
}

// finish compares what came with what was promised.
func (p *parser) finish() error {
	p.at = p.line
	m := int64(p.start.len() - 1)
	if m < p.promised {
		return p.errorf("the file ends after %d of %d clauses; it is truncated", m, p.promised)
	}
	if p.promised >= 0 {
		p.f.Extra = int(m - p.promised)
	}
	return nil
}

// weight reads what stands in front of a clause.
func (p *parser) weight() (int64, error) {
	if x, ok := p.literal(); ok && x >= 0 {
		return p.weigh(uint64(x))
	} else if ok {
		return 0, p.errorf("the weight %d is negative; soft clauses weigh 0 or more", x)
	}
	w := p.word()
	if p.f.Format == wcnf && string(w) == "h" {
		return Hard, nil
	}
	v, negative, err := parse(w)
	switch {
	case err == errSyntax:
		return 0, p.errorf("a clause should begin with its weight, a whole number%s, not with %q", map[string]string{wcnf: " or h"}[p.f.Format], token.Shown(w))
	case negative:
		return 0, p.errorf("the weight %s is negative; soft clauses weigh 0 or more", token.Shown(w))
	case err != nil:
		return 0, p.errorf("the weight %s does not fit 64 bits; scale the weights down", token.Shown(w))
	}
	return p.weigh(v)
}

// weigh turns a weight as written into the formula's.
func (p *parser) weigh(v uint64) (int64, error) {
	if p.top > 0 && v >= p.top {
		return Hard, nil
	}
	if v > uint64(math.MaxInt64-p.sum) {
		return 0, p.errorf("%w", errSum)
	}
	p.sum += int64(v)
	return int64(v), nil
}

// clause reads literals up to and with the 0 that ends them.
func (p *parser) clause() error {
	for {
		x, ok := p.literal()
		if !ok {
			var err error
			if x, err = p.slowLiteral(); err != nil {
				return err
			}
		}
		if x == 0 {
			return nil
		}
		v := max(x, -x)
		if v > p.limit {
			return p.errorf("literal %d is beyond the %d variables of the p line", x, p.limit)
		}
		if int(v) > p.f.Vars { // only without a p line
			p.f.Vars = int(v)
		}
		p.lits.add(x)
	}
}

// slowLiteral reads the words that literal does not.
func (p *parser) slowLiteral() (int32, error) {
	w := p.word()
	if len(w) == 0 {
		return 0, p.errorf("the file ends inside clause %d, before the 0 that closes it; it is truncated", p.start.len())
	}
	v, negative, err := parse(w)
	switch {
	case err == errSyntax:
		return 0, p.errorf("%q is not a literal, a whole number other than -0, or the 0 that ends a clause", token.Shown(w))
	case err != nil || v > maxVars:
		return 0, p.errorf("literal %s is too large; variables are 1 to %d", token.Shown(w), maxVars)
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
