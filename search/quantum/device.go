package quantum

import (
	"context"

	"github.com/warbler-opt/warbler/search"
)

func newDevice(ctx context.Context, c search.Config, f frame) (search.Engine, error) {
	return nil, &search.UnsuitedError{Algorithm: "quantum", Reason: "it runs on the CPU only"}
}
