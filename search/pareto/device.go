package pareto

import (
	"context"

	"github.com/warbler-opt/warbler/search"
)

func newDevice(context.Context, search.Config, frame) (search.Engine, error) {
	return nil, unsuited("it runs on the CPU: use --device cpu")
}
