package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/search"
)

// ExitCode is a status of the process.
type ExitCode int

// The exit statuses; exitCodes says the same to people.
const (
	ExitOK      ExitCode = 0
	ExitInside  ExitCode = 1
	ExitUser    ExitCode = 2
	ExitWrong   ExitCode = 3
	exitStopped ExitCode = 130

	ExitSatisfiable   ExitCode = 10
	ExitUnsatisfiable ExitCode = 20
	ExitOptimum       ExitCode = 30
)

var exitCodes = []struct {
	code ExitCode
	help string
}{
	{ExitOK, "an answer was given, also when time or Ctrl-C cut the search short"},
	{ExitInside, "something went wrong inside, or in a fitness function of your own"},
	{ExitUser, "bad input, a missing device or a bad flag: something you can mend"},
	{ExitWrong, "verify: the answer is wrong"},
	{ExitSatisfiable, "sat: there is a model; maxsat: an assignment that satisfies all hard clauses was found (0: none was)"},
	{ExitUnsatisfiable, "sat: there is no model; maxsat: no assignment satisfies all hard clauses"},
	{ExitOptimum, "maxsat: the assignment is optimal"},
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

// CodedError is an error that decides the exit status.
type CodedError struct {
	Code ExitCode
	err  error // nil where everything has been said
}

func (e *CodedError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.Code)
	}
	return e.err.Error()
}

func (e *CodedError) Unwrap() error { return e.err }

// UserErrorf is an error of the kind a user can mend.
func UserErrorf(format string, args ...any) error {
	return &CodedError{ExitUser, fmt.Errorf(format, args...)}
}

// AsUserError marks err as something a user can mend; nil stays nil.
func AsUserError(err error) error {
	if err == nil || IsA[*CodedError](err) || errors.Is(err, context.Canceled) {
		return err
	}
	return &CodedError{ExitUser, err}
}

// exitOf is the status that an error leads to. Errors that say what the user
// can do are known by their type.
func exitOf(err error) ExitCode {
	coded, decided := errors.AsType[*CodedError](err)
	child, told := errors.AsType[*subprocess.Error](err)
	switch {
	case err == nil:
		return ExitOK
	case told && child.UserError:
		return ExitUser
	case decided:
		return coded.Code
	case errors.Is(err, context.Canceled): // Ctrl-C is no mistake
		return ExitInside
	case IsA[*search.ParamError](err), IsA[*search.UnsuitedError](err),
		IsA[*search.CheckpointError](err),
		IsA[*experiment.PlanError](err), IsA[*experiment.FolderError](err),
		IsA[*device.NotFoundError](err), IsA[*device.OutOfMemoryError](err), IsA[*fs.PathError](err):
		return ExitUser
	}
	return ExitInside
}

// IsA reports whether an error is of a type, or wraps one.
func IsA[T error](err error) bool {
	_, is := errors.AsType[T](err)
	return is
}
