package search

import "errors"

// Fault is what of a configuration a refusal of Algorithm.Engine is about, so
// that whoever wrote it down can be shown the place.
type Fault struct {
	Params []string // parameters that do not go together, the one to change first
	Rule   string   // a stop rule, as plans name it
}

// FaultOf is the fault that an error tells; it is empty where the error is
// about the problem, the device or nothing in particular.
func FaultOf(err error) Fault {
	var e interface{ Fault() Fault }
	if errors.As(err, &e) {
		return e.Fault()
	}
	return Fault{}
}

// Fault tells the parameter, and those that it does not go together with.
func (e *ParamError) Fault() Fault { return Fault{Params: append([]string{e.Name}, e.With...)} }

// Fault tells the parameters or the rule, where there are such.
func (e *UnsuitedError) Fault() Fault { return Fault{e.Params, e.Rule} }

// Fault tells the parameters that make the search as large as it is.
func (e *MemoryError) Fault() Fault { return Fault{Params: e.Params} }
