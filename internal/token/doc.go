// Package token cuts text into words and reads numbers exactly.
//
// Scanner gives blank-separated tokens with their line numbers in constant
// memory, so that a file of one endless line is no danger; Decimal reads
// numbers without a detour through floating point.
//
// What the tokens mean is the business of the problems' own readers.
package token
