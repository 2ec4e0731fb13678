package driver

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/device"
)

func TestUnusable(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{&device.OutOfMemoryError{}, true}, {&device.NotFoundError{}, true}, {&CompileError{}, true}, {&LaunchError{}, true}, {&CallError{}, true},
		{fmt.Errorf("x: %w", &CallError{}), true}, {errors.Join(errors.New("x"), &device.NotFoundError{}), true},
		{nil, false}, {errors.New("x"), false}, {context.Canceled, false}, {device.ErrClosed, false},
	} {
		if got := Unusable(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}
