// Package input opens instance files and cuts them into tokens.
//
// Open hides compression and standard input; Scanner gives blank-separated
// tokens with their line numbers in constant memory, so that a file of one
// endless line is no danger; Decimal reads numbers exactly, without a detour
// through floating point.
//
// What the tokens mean is the business of the problems' own readers.
package input
