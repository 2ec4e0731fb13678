// Package input opens instance files: plain or compressed, or standard input.
//
// It is a package of its own because decompression brings dependencies that a
// program which imports a problem need not carry; cutting what was opened into
// words is the business of package token.
package input
