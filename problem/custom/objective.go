package custom

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/problem"
)

func (h *header) objective() {
	f := h.f
	f.Real = h.choice("score", "integer", "real") == 1
	if h.Has("objectives") {
		h.objectives()
	} else if _, list := h.Values["objective"].([]any); list {
		h.Failf("objective", `a list is for several objectives, which objectives = ["cost", "weight"] names`)
	} else {
		f.Minimize = h.choice("objective", "maximize", "minimize") == 1
	}
	if f.Bounded = h.Has("bound"); !f.Bounded {
		return
	}
	if f.several() {
		h.Failf("bound", "it is for one objective")
	}
	n, whole := h.Values["bound"].(int64)
	x, real := h.Values["bound"].(float64)
	switch {
	case whole:
		x = float64(n)
	case !real || math.IsNaN(x):
		h.Failf("bound", "it is a number that no score can beat")
	case !f.Real:
		h.Failf("bound", "the score is an integer, and so is its bound")
	}
	if f.Minimize {
		n, x = -n, -x
	}
	if f.BestScore = n; f.Real {
		f.BestScore = problem.FromFloat(x)
	}
}

// objectives are names, and for each, or for all, what objective says.
func (h *header) objectives() {
	names := h.list("objectives")
	if len(names) < 2 || len(names) > problem.MaxCriteria {
		h.Failf("objectives", `it is a list of 2 to %d names: ["cost", "weight"]`, problem.MaxCriteria)
		return
	}
	aims := h.list("objective")
	if len(aims) == 0 {
		aims = []string{"maximize"}
	}
	if len(aims) == 1 {
		aims = slices.Repeat(aims, len(names))
	}
	if len(aims) != len(names) {
		h.fail("objective", "it has %d words for %d objectives", len(aims), len(names))
		return
	}
	for m, name := range names {
		if !dataName().MatchString(name) || slices.Index(names, name) != m {
			h.Failf("objectives", "%q: names differ and are lower-case letters, digits and _", name)
		}
		if aims[m] != "maximize" && aims[m] != "minimize" {
			h.fail("objective", "%q: it is maximize, minimize, or a list with one for each objective", aims[m])
		}
		h.f.Criteria = append(h.f.Criteria, criterion{name, aims[m] == "minimize", problem.Worst})
	}
	if h.Has("reference") {
		h.reference()
	}
}

// reference is a value of each objective that is worse than all of interest.
func (h *header) reference() {
	t, err := inline(h.Values["reference"])
	if err != nil || t.columns != 1 || len(t.reals) != len(h.f.Criteria) || !h.f.Real && !t.exact {
		h.Failf("reference", "it is a list with a value of each objective that is worse than all of interest")
		return
	}
	for m := range h.f.Criteria {
		c := &h.f.Criteria[m]
		n, x := t.whole[m], t.reals[m]
		if c.Minimize {
			n, x = -n, -x
		}
		if c.Reference = n; h.f.Real {
			c.Reference = problem.FromFloat(x)
		}
	}
}

// list are the words of a key: a list, or one word.
func (h *header) list(key string) (words []string) {
	list, ok := h.Values[key].([]any)
	if !ok && h.Has(key) {
		list = []any{h.Values[key]}
	}
	for _, x := range list {
		word, _ := x.(string)
		words = append(words, word)
	}
	return words
}

// patience is a time such as "5m", or seconds.
func (h *header) patience() {
	if !h.Has("patience") {
		return
	}
	text, _ := document.Scalar(h.Values["patience"])
	d, err := time.ParseDuration(text)
	if seconds, failed := strconv.ParseFloat(text, 64); failed == nil {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if h.f.Wait = d; err != nil || d <= 0 {
		h.fail("patience", "%q: it is how long one evaluation may take, such as \"5m\"", text)
	}
}
