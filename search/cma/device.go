package cma

import (
	"context"
	"errors"

	"github.com/warbler-opt/warbler/search"
)

func newDevice(ctx context.Context, c search.Config, f frame) (search.Engine, error) {
	return nil, errors.New("todo")
}
