package apart

import "time"

// SetPatience shortens the patience of parents; the function it returns gives it
// back.
func SetPatience(d time.Duration) func() {
	before := patience
	patience = d
	return func() { patience = before }
}
