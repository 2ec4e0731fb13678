package experiment

import (
	"errors"
	"fmt"

	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/search"
)

// Written says where a plan has what an engine may refuse.
type Written struct {
	Parameters []*document.Table // what is written in the first goes before the others
	Stop       []*document.Table
	Algorithm  *document.Table // that names the algorithm
	Key        string          // under which it does
}

// Mistake is the refusal of an engine, on an instance, as a mistake of a plan: at
// the parameter or the stop rule that it is about or, where the plan leaves those
// to their defaults, at the algorithm.
func (w Written) Mistake(instance string, err error) error {
	t, key := w.place(search.FaultOf(err))
	return t.Mistake(key, fmt.Errorf("on %s: %w", instance, unnamed(err, key)))
}

func (w Written) place(params []string, rule string) (t *document.Table, key string) {
	for _, name := range params {
		if t := writer(w.Parameters, name); t != nil {
			return t, name
		}
	}
	if t := writer(w.Stop, rule); t != nil {
		return t, rule
	}
	return w.Algorithm, w.Key
}

// writer is the first table that has a key, or nil.
func writer(tables []*document.Table, key string) *document.Table {
	for _, t := range tables {
		if t.Has(key) {
			return t
		}
	}
	return nil
}

// unnamed is an error about a parameter without its name where the key says it
// already.
func unnamed(err error, key string) error {
	if param, ok := errors.AsType[*search.ParamError](err); ok && param.Name == key {
		return errors.New(param.Reason)
	}
	return err
}
