// Package lazyregexp has regular expressions that are compiled when they are first used,
// since a command that uses none should not wait for dozens of them at its start.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New is a function that gives an expression, which must be right.
func New(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
