package device

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestUnusable(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{&OutOfMemoryError{}, true}, {&CompileError{}, true}, {&LaunchError{}, true}, {&NotFoundError{}, true}, {&DriverError{}, true}, {&SelfTestError{}, true},
		{fmt.Errorf("x: %w", &DriverError{}), true}, {errors.Join(errors.New("x"), &NotFoundError{}), true},
		{nil, false}, {errors.New("x"), false}, {context.Canceled, false}, {ErrClosed, false},
	} {
		if got := Unusable(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}
