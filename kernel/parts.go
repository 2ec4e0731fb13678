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
var Elementary = Part{"internal/elementary/elementary.cl", elementary.Text}

// Gaussian is the part with normal deviates; it needs Philox and Elementary
// before it.
var Gaussian = Part{"kernel/gaussian.cl", gaussianText}

// Group is the part with the collective functions of one work-group. They need
// 8·(2n + 32) bytes of local memory in a group of n work-items.
var Group = Part{"kernel/group.cl", groupText}
