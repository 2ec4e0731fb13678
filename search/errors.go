package search

import (
	"errors"
	"fmt"
	"strings"
)

// ParamError is a parameter that a table does not have, or a value that it
// does not allow. The text follows from the table.
type ParamError struct {
	Name   string
	Value  string
	Reason string
	With   []string // other parameters, without whose values it would do
}

func (e *ParamError) Error() string { return fmt.Sprintf("parameter %s: %s", e.Name, e.Reason) }

// UnsuitedError is what an algorithm cannot work with, for a reason that its table does
// not tell: a problem, a device, parameters, or a machine with too little memory. It is
// also the error for an algorithm that does not exist.
type UnsuitedError struct {
	Algorithm string // that says so, for the message; or empty
	Reason    string
	Params    []string // what it is about: parameters, the one to change first
	Rule      string   // or a stop rule, as plans name it
	Memory    bool     // or the memory, of which fewer replicas need less
	others    []string // algorithms that work with the problem, where that is what is wrong
}

func (e *UnsuitedError) Error() string {
	text := e.Reason
	if e.Algorithm != "" {
		text = e.Algorithm + ": " + text
	}
	if len(e.others) > 0 {
		text += "; these work: " + strings.Join(e.others, ", ")
	}
	return text
}

// FaultOf is what of a configuration a refusal of Algorithm.Engine is about, so that
// whoever wrote it down can be shown the place: parameters that do not go together, the
// one to change first, or a stop rule, as plans name it. There is neither where the error
// is about the problem, the device or nothing in particular. An error of another package
// tells by a method Fault.
func FaultOf(err error) (params []string, rule string) {
	var param *ParamError
	var unsuited *UnsuitedError
	var told interface{ Fault() ([]string, string) }
	switch {
	case errors.As(err, &param):
		return append([]string{param.Name}, param.With...), ""
	case errors.As(err, &unsuited):
		return unsuited.Params, unsuited.Rule
	case errors.As(err, &told):
		return told.Fault()
	}
	return nil, ""
}

// ErrUnbegun is the error of Engine.Save before the first population is complete.
var ErrUnbegun = errors.New("the first population is not complete, so there is nothing to go on from")
