// Package subprocess runs engines in a process of their own, for problems whose code
// may crash or hang: the parent still has the best solutions that it was told,
// says what happened, and ends a child that does not answer.
//
// A Problem is the parent's side. Its engines (search.Opener) are children: this
// program once more, which Serve recognizes, so a program that uses this package
// calls Serve first in its main. What a child is to solve is a Spec, which travels
// and which the child makes a problem of.
//
// Requests go through one pipe and replies come through another, as package gob
// writes them. While a child works it also reports better solutions, that it is
// compiling, and that the problem's functions still return. A child ends when the
// pipe of its requests does, so none outlives its parent.
//
// The child alone opens the device, for some take one process only; the parent
// has its description (driver.Named). search.Run, observers, checkpoints and
// campaigns do not see the difference. Better solutions are told in rounds of
// 1, 8, 64, … steps at first, so what was found before a crash is known. When
// a child is lost, the run ends with its error and with the best solutions
// that it had told, and the last checkpoint stays.
//
// Whether a child hangs is judged by single evaluations (Watched): one that takes far
// longer than any before, or longer than a run was given if none has come back.
// A child that does not answer is sent a signal, at which Go's runtime prints
// where its busiest thread is; that address, like that of a crash, becomes a
// line of the user's text through the debug information of the library. On
// devices, where a step can be given up while a kernel goes on, a child makes
// one more step after its time to see whether the device comes back. An answer
// is scored again by a child that has not searched.
package subprocess
