package flowshop

import (
	"bufio"
	"fmt"
	"io"
	"math"
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
	return token.Read(r, name, func(s *token.Scanner) (list []*Instance) {
		for skipWords(s) {
			list = append(list, readInstance(s, name))
		}
		if len(list) == 0 {
			s.Fail("the file has no instance; one is the number of jobs and of machines, and then the times, machine by machine")
		}
		for i, q := range list {
			if len(list) > 1 {
				q.Name = fmt.Sprintf("%s#%d", name, i+1)
			}
		}
		return list
	})
}

// skipWords passes over lines that begin with a word and reports whether a number is
// next.
func skipWords(s *token.Scanner) bool {
	for {
		t, ok := s.Peek(0)
		if !ok {
			return false
		}
		if c := t.Text[0]; c >= '0' && c <= '9' || c == '-' || c == '+' || !t.First {
			return true
		}
		for s.Scan(); s.More(); s.Scan() {
		}
	}
}

func readInstance(s *token.Scanner, name string) *Instance {
	q := &Instance{Name: name, Jobs: int(s.Whole("the number of jobs", 1, maxJobs))}
	line := s.Line()
	q.Machines = int(s.Whole("the number of machines", 1, maxMachines))
	for _, more := range []struct {
		what string
		to   *int64
	}{{"the seed", &q.Seed}, {"the upper bound", &q.Upper}, {"the lower bound", &q.Lower}} {
		if s.More() {
			*more.to = s.Whole(more.what, 0, math.MaxInt64)
		}
	}
	if s.More() && s.Scan() {
		s.Fail("%q after the lower bound; the times begin on the next line", token.Shown(s.Text()))
	}
	skipWords(s)
	q.Times = s.Wholes(q.Jobs*q.Machines, 0, math.MaxInt64, func(e int) string {
		return fmt.Sprintf("the time of job %d on machine %d", e%q.Jobs+1, e/q.Jobs+1)
	})
	if s.More() && s.Scan() {
		s.Fail("%q after the last of %d × %d times; the sizes in line %d may be wrong", token.Shown(s.Text()), q.Jobs, q.Machines, line)
	}
	if err := q.validate(); err != nil {
		s.Stop(s.ErrorAt(line, "%w", err))
	}
	return q
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
