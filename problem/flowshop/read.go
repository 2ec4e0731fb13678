package flowshop

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/warbler-opt/warbler/internal/token"
)

// title is the line above the sizes of an instance in Taillard's files.
const title = "number of jobs, number of machines, initial seed, upper bound and lower bound :"

// Read reads files of Taillard's benchmarks. An instance has the number of jobs and of
// machines, then up to three numbers on the same line (seed, upper and lower bound),
// and the times, machine by machine. Lines of words are passed over. Where several
// instances are in a file, a line of words or nothing stands between them. name is used
// in messages and for the instances' names. Errors are one line that begins with the
// file and the line.
func Read(r io.Reader, name string) ([]*Instance, error) {
	f := &reader{s: token.NewScanner(r, name)}
	list, err := f.instances(name)
	if scan := f.s.Err(); scan != nil {
		return nil, scan // what came of it is a consequence
	}
	if err != nil {
		return nil, err
	}
	if len(list) > 1 {
		for i, q := range list {
			q.Name = fmt.Sprintf("%s#%d", name, i+1)
		}
	}
	return list, nil
}

// reader reads one file.
type reader struct{ s *token.Scanner }

func (f *reader) instances(name string) (list []*Instance, err error) {
	for f.skipWords() {
		q := &Instance{Name: name}
		if err := f.instance(q); err != nil {
			return nil, err
		}
		list = append(list, q)
	}
	if len(list) == 0 {
		return nil, f.s.Errorf("the file has no instance; one is the number of jobs and of machines, and then the times, machine by machine")
	}
	return list, nil
}

// skipWords passes over lines that begin with a word and reports whether a number is
// next.
func (f *reader) skipWords() bool {
	for {
		t, ok := f.s.Peek(0)
		if !ok {
			return false
		}
		if c := t.Text[0]; c >= '0' && c <= '9' || c == '-' || c == '+' || !t.First {
			return true
		}
		f.skipLine()
	}
}

func (f *reader) skipLine() {
	for f.s.Scan() {
		if t, ok := f.s.Peek(0); ok && t.First {
			return
		}
	}
}

func (f *reader) instance(q *Instance) error {
	jobs, err := f.number(func() string { return "the number of jobs" })
	if err != nil {
		return err
	}
	line := f.s.Line()
	machines, err := f.number(func() string { return "the number of machines" })
	if err != nil {
		return err
	}
	if jobs < 1 || jobs > MaxJobs || machines < 1 || machines > MaxMachines {
		return f.s.Errorf("%d jobs on %d machines; there must be 1 to %d jobs and 1 to %d machines", jobs, machines, MaxJobs, MaxMachines)
	}
	for _, more := range []struct {
		what string
		to   *int64
	}{{"the seed", &q.Seed}, {"the upper bound", &q.Upper}, {"the lower bound", &q.Lower}} {
		if t, ok := f.s.Peek(0); !ok || t.First {
			break
		}
		if *more.to, err = f.number(func() string { return more.what }); err != nil {
			return err
		}
	}
	if t, ok := f.s.Peek(0); ok && !t.First {
		return f.s.ErrorAt(t.Line, "%q after the lower bound; the times begin on the next line", token.Shown(t.Text))
	}
	f.skipWords()
	q.Jobs, q.Machines = int(jobs), int(machines)
	for e := range q.Jobs * q.Machines {
		t, err := f.number(func() string { return fmt.Sprintf("the time of job %d on machine %d", e%q.Jobs+1, e/q.Jobs+1) })
		if err != nil {
			return err
		}
		q.Times = append(q.Times, t)
	}
	if t, ok := f.s.Peek(0); ok && !t.First {
		return f.s.ErrorAt(t.Line, "%q after the last of %d × %d times; the sizes in line %d may be wrong", token.Shown(t.Text), q.Jobs, q.Machines, line)
	}
	if err := q.Validate(); err != nil {
		return f.s.ErrorAt(line, "%w", err)
	}
	return nil
}

// number reads a whole number of at least 0; what names it in messages.
func (f *reader) number(what func() string) (int64, error) {
	if !f.s.Scan() {
		return 0, f.s.Errorf("the file ends where %s should be; it is truncated", what())
	}
	v, decimals, err := token.Decimal(f.s.Bytes())
	switch {
	case errors.Is(err, token.ErrRange):
		return 0, f.s.Errorf("%s is %s, which does not fit 64 bits; scale the numbers down", what(), token.Shown(f.s.Text()))
	case err != nil || decimals != 0:
		return 0, f.s.Errorf("%s should be a whole number, not %q", what(), token.Shown(f.s.Text()))
	case v < 0:
		return 0, f.s.Errorf("%s is negative (%s); the numbers must be 0 or more", what(), token.Shown(f.s.Text()))
	}
	return v, nil
}

// Write writes an instance as a file of Taillard's.
func (q *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s\n%12d%12d%12d%12d%12d\nprocessing times :\n", title, q.Jobs, q.Machines, q.Seed, q.Upper, q.Lower)
	for e, t := range q.Times {
		if fmt.Fprintf(b, " %2d", t); e%q.Jobs == q.Jobs-1 {
			b.WriteByte('\n')
		}
	}
	return b.Flush()
}

// recognize tells these files by the words in front of the sizes.
func recognize(head []byte) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(string(head)), "\n")
	return strings.HasPrefix(strings.ToLower(strings.Join(strings.Fields(first), " ")), "number of jobs")
}
