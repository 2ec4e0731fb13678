package searchtest

import (
	"testing"
	"time"
)

const (
	// soon is how long a search may go on after it was told to end.
	soon = 100 * time.Millisecond
	// patience is for how long a busy machine gets another chance to be that quick.
	patience = 30 * time.Second
)

// Punctual demands that a search ends soon after it is told to. Try tells it, and
// says how long it went on. A machine that does other work may hold back any
// process for longer than that, so Punctual tries until once it was quick enough;
// a search that is always late fails.
func Punctual(t *testing.T, what string, try func() time.Duration) {
	t.Helper()
	quickest := try()
	for begin := time.Now(); quickest > soon && time.Since(begin) < patience && !t.Failed(); {
		quickest = min(quickest, try())
	}
	if quickest > soon {
		t.Errorf("%s: went on for %v at least after the end", what, quickest)
	}
}
