package kernel

import (
	_ "embed"

	"github.com/warbler-opt/warbler/internal/elementary"
)

//go:embed gaussian.cl
var gaussianText string

//go:embed group.cl
var groupText string

// Elementary is the part with exp, log, sin, cos and pow.
var Elementary = Part{"internal/elementary.cl", elementary.Text}

// Gaussian is the part with normal deviates; it needs Philox and Elementary
// before it.
var Gaussian = Part{"kernel/gaussian.cl", gaussianText}

// Group is the part with the collective functions of one work-group.
var Group = Part{"kernel/group.cl", groupText}

// GroupScratch is how many bytes of local memory the functions of Group need
// in a group of this size.
func GroupScratch(group int) int { return 8 * (2*group + 32) }
