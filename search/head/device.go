package head

import (
	"context"
	"errors"

	"github.com/warbler-opt/warbler/device"
)

func newDevice(ctx context.Context, e *engine, d device.Device) (searcher, error) {
	return nil, errors.New("todo")
}
