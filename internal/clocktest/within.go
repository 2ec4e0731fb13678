// Package clocktest is for tests that compare with a clock.
package clocktest

import (
	"testing"
	"time"
)

// patience is for how long a busy machine gets another chance to be quick enough.
const patience = 30 * time.Second

// Within demands that something takes at most so long. Try does it, and says how
// long it took. A machine that does other work may hold back any process, so
// Within tries until once it was quick enough; what is always late fails.
func Within(t testing.TB, limit time.Duration, what string, try func() time.Duration) {
	t.Helper()
	quickest := try()
	for begin := time.Now(); quickest > limit && time.Since(begin) < patience && !t.Failed(); {
		quickest = min(quickest, try())
	}
	if quickest > limit {
		t.Errorf("%s: it took %v at least, and %v is the limit", what, quickest, limit)
	}
}
