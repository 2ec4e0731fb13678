package neighborhood

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
)

//go:embed neighborhood.cl
var kernelText string

// Part has the mappings for kernels.
var Part = kernel.Part{Name: "internal/neighborhood/neighborhood.cl", Text: kernelText}
