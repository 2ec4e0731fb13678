package cnf

import (
	"github.com/warbler-opt/warbler/internal/memory"
)

// LimitError is a formula that a search does not take, or has too little memory
// for: a sentence for people. What they can do about it is in the fields, since a
// command has other names for that than a program.
type LimitError struct {
	Text   string
	By     string // which search does not, swarm or pipeline, where a lookahead may
	Needed uint64 // bytes, where more memory is all it takes
	Lower  string // the option or parameter that lowers the need besides, or nothing
}

func (e *LimitError) Error() string { return e.Text }

// Allowed is how many bytes a search may use on the host where an option says so
// many: 0 is a quarter of what there is.
func Allowed(option uint64) uint64 {
	if option == 0 {
		return memory.Host() / 4
	}
	return option
}

// Fits finds that a search needs too many bytes, before they are taken.
func Fits(name string, needed, allowed uint64) error {
	if needed <= allowed {
		return nil
	}
	return &LimitError{Text: name + ": a search needs " + Exceeding(needed, allowed), Needed: needed}
}

// Exceeding words a need and what is allowed.
func Exceeding(needed, allowed uint64) string {
	return memory.Format(needed) + ", and may use " + memory.Format(allowed)
}
