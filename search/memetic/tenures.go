package memetic

// class is which of the two tenures a child's search has.
func (h *herd) class(child int) int {
	if child < h.brief {
		return 0
	}
	return 1
}

// learn gives the tenure more children by which more of its own have entered the
// population. Both keep an eighth, since what pays may change.
func (h *herd) learn(entered [2]int) {
	n := h.engine.plan.children
	step, least := max(1, n/16), n/8
	switch a, b := entered[0]*(n-h.brief), entered[1]*h.brief; {
	case a > b:
		h.brief = min(h.brief+step, n-least)
	case a < b:
		h.brief = max(h.brief-step, least)
	}
}
