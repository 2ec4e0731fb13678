// Package problemtest is for tests of problems: it demands that a problem's
// twin in the kernel dialect gives the same scores and repairs as its Go code,
// on every device of this machine, for single work-items and for teams.
package problemtest
