package subprocess

import "time"

// SetPatience shortens the patience of parents; the function it returns gives it
// back.
func SetPatience(d time.Duration) func() {
	before, often := patience, breath
	patience, breath = d, d/8
	return func() { patience, breath = before, often }
}

// Unserve has this program be one that did not call Serve; the function it returns
// makes up for it.
func Unserve() func() {
	served.Store(false)
	return func() { served.Store(true) }
}

// Shortage reports whether a child that left this text had no memory.
func Shortage(text string) bool { return shortage().MatchString(text) }
