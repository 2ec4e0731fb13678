// Package problemtest is for tests of problems: it demands that a problem's
// twin in the kernel dialect gives the same scores and repairs as its Go code,
// on every device of this machine, for single work-items and for teams. It also
// compares the gains of moves with the scores that they lead to, and fuzzes readers.
package problemtest
