package cli

import (
	"fmt"
	"strconv"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// capped is how long a search without a limit may take where output is no terminal:
// nobody sees that it goes on.
const capped = time.Minute

// goesOn reports whether a search without a limit goes on until its answer is proven
// optimal or somebody ends it, who must see it.
func (s *Session) goesOn(t *Task) bool { return t.Kind.Endless && s.OutTerminal }

// endOf says in help when a search without a limit ends.
func endOf(k *problem.Kind) string {
	switch {
	case k.Several:
		return "Without a limit a search makes 250 generations; where output is no terminal, it ends\nafter 60 s."
	case k.Endless:
		return "Without a limit a search goes on until its answer is proven optimal, which may be never, or\n" +
			"Ctrl-C; where output is no terminal, it ends when nothing better comes for long ('warbler help'\n" +
			"says how long), and after 60 s."
	}
	return "Without a limit a search ends when nothing better comes for long ('warbler help' says how\n" +
		"long); where output is no terminal, also after 60 s."
}

// endRule is the rule, for help.
const endRule = "A search that is given no limit (--time, --generations, --evaluations, --stagnation, --convergence\n" +
	"or --target) ends when nothing better has come for twice as many generations as the best answer took,\n" +
	"and for at least 1,000 (60 of memetic, 10,000 or 100 for each gene of local searches, a million or more\n" +
	"single moves). Where output is no terminal it ends after 60 s too. A line says why it has ended."

// noteEnd says why a search without a limit has ended, and what to add for more.
func (s *Session) noteEnd(t *Task, o *Outcome) {
	if s.Flags.limited() || o.Algorithm == "exact" {
		return
	}
	r := o.Result
	why, more := "", true
	switch r.Status {
	case search.Optimal:
		why, more = "nothing better exists", false
	case search.Stagnated:
		why = "no better answer"
		if t.Solve == nil { // else it is one of several searches
			best := r.Solution()
			why += fmt.Sprintf(" in %s generations", grouped(best.Steps-best.Found))
		}
	case search.Exhausted:
		why = fmt.Sprintf("%s generations, as a front has without a limit", grouped(r.Steps))
	case search.TimedOut:
		why = fmt.Sprintf("%v, all there is without a limit where output is no terminal", s.Flags.Cap)
	case search.Interrupted:
		why, more = "interrupted", false
	default: // an error says it
		return
	}
	format := "%s; %s evaluations in %.1f s"
	if r.Elapsed < time.Second {
		format = "%s; %s evaluations in %.2g s"
	}
	text := fmt.Sprintf(format, why, grouped(r.Evaluations), r.Elapsed.Seconds())
	if more {
		text += fmt.Sprintf("; --time %s searches longer", longer(r.Elapsed))
	}
	s.Note("%s: ended: %s", t.Instance, text)
}

// longer is a time worth giving to a search that has ended after another.
func longer(than time.Duration) string {
	switch {
	case than < 2*time.Second:
		return "10s"
	case than < 20*time.Second:
		return "1m"
	case than < 200*time.Second:
		return "10m"
	}
	return fmt.Sprintf("%dh", 1+than/(10*time.Minute))
}

// grouped is a whole number with commas between thousands.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
