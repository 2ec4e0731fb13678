// Package subprocess runs engines in a process of their own, for problems whose code
// may crash or hang: the parent still has the best solutions that it was told,
// says what happened, and ends a child that does not answer.
//
// A Problem is the parent's side. Its engines (search.Opener) are children: this
// program once more, which Serve recognizes, so a program that uses package apart
// calls Serve first in its main. What a child is to solve is a spec, bytes that
// an Opener, registered under a name, makes a problem of.
//
// Requests go through one pipe and replies come through another, as package gob
// writes them. While a child works it also reports better solutions, that it is
// compiling, and that the problem's functions still return. A child ends when the
// pipe of its requests does, so none outlives its parent.
package subprocess
