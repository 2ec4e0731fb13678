package cnf

import (
	"fmt"

	"github.com/warbler-opt/warbler/internal/memory"
)

// LimitError is a formula that a search does not take, or has too little memory
// for: a sentence for people.
type LimitError struct {
	Text   string
	Swarm  bool   // it is a swarm that does not; other searches may
	Needed uint64 // bytes, where more memory is all it takes
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

// Fits finds that a search needs too many bytes, before they are taken. lower names
// an option that makes it less, or nothing.
func Fits(name string, needed, allowed uint64, lower string) error {
	if needed <= allowed {
		return nil
	}
	if lower != "" {
		lower = "; lower " + lower
	}
	text := fmt.Sprintf("%s: a search needs %s, and --memory allows %s%s", name, memory.Format(needed), memory.Format(allowed), lower)
	return &LimitError{Text: text, Needed: needed}
}
