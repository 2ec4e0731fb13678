package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/experiment"
	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/search"
)

// exitCode is a status of the process.
type exitCode int

// The exit statuses; exitCodes says the same to people.
const (
	exitOK      exitCode = 0
	exitInside  exitCode = 1
	exitUser    exitCode = 2
	exitWrong   exitCode = 3
	exitStopped exitCode = 130

	exitSatisfiable   exitCode = 10
	exitUnsatisfiable exitCode = 20
	exitOptimum       exitCode = 30
)

var exitCodes = []struct {
	code exitCode
	help string
}{
	{exitOK, "an answer was given, also when time or Ctrl-C cut the search short"},
	{exitInside, "something went wrong inside, or in a fitness function of your own"},
	{exitUser, "bad input, a missing device or a bad flag: something you can mend"},
	{exitWrong, "verify: the answer is wrong"},
	{exitSatisfiable, "sat: there is a model; maxsat: an assignment that satisfies all hard clauses was found (0: none was)"},
	{exitUnsatisfiable, "sat: there is no model; maxsat: no assignment satisfies all hard clauses"},
	{exitOptimum, "maxsat: the assignment is optimal"},
	{exitStopped, "a second Ctrl-C stopped the program at once"},
}

func exitHelp() string {
	var b strings.Builder
	b.WriteString("Exit statuses:\n")
	for _, e := range exitCodes {
		fmt.Fprintf(&b, "  %3d  %s\n", e.code, e.help)
	}
	return b.String()
}

// codedError is an error that decides the exit status.
type codedError struct {
	code exitCode
	err  error // nil where everything has been said
}

func (e *codedError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.err.Error()
}

func (e *codedError) Unwrap() error { return e.err }

// userErrorf is an error of the kind a user can mend.
func userErrorf(format string, args ...any) error {
	return &codedError{exitUser, fmt.Errorf(format, args...)}
}

// mendable marks err as something a user can mend; nil stays nil.
func mendable(err error) error {
	var coded *codedError
	if err == nil || errors.As(err, &coded) || errors.Is(err, context.Canceled) {
		return err
	}
	return &codedError{exitUser, err}
}

// exitOf is the status that an error leads to. Errors that say what the user
// can do are known by their type.
func exitOf(err error) exitCode {
	var coded *codedError
	var apartError *subprocess.Error
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &apartError) && apartError.UserError:
		return exitUser
	case errors.As(err, &coded):
		return coded.code
	case errors.Is(err, context.Canceled): // Ctrl-C is no mistake
		return exitInside
	case isA[*search.ParamError](err), isA[*search.UnknownAlgorithmError](err), isA[*search.UnfitError](err), isA[*search.UnsuitedError](err),
		isA[*search.DamagedError](err), isA[*search.VersionError](err), isA[*search.MismatchError](err),
		isA[*experiment.PlanError](err), isA[*experiment.FolderError](err),
		isA[*device.NotFoundError](err), isA[*device.OutOfMemoryError](err), isA[*search.MemoryError](err), isA[*fs.PathError](err):
		return exitUser
	}
	return exitInside
}

func isA[T error](err error) bool {
	var target T
	return errors.As(err, &target)
}
