package device

import "testing"

func TestOutOfMemoryError(t *testing.T) {
	for _, c := range []struct {
		err  OutOfMemoryError
		want string
	}{
		{OutOfMemoryError{Asked: 3 << 30}, "3.0 GiB asked"},
		{OutOfMemoryError{Asked: 3 << 30, Free: 1 << 30}, "3.0 GiB asked, 1.0 GiB free"},
		{OutOfMemoryError{Asked: 3 << 30, Free: 8 << 30, Largest: 2 << 30}, "3.0 GiB asked, 8.0 GiB free, at most 2.0 GiB in one buffer"},
		{OutOfMemoryError{Asked: 3 << 30, Largest: 2 << 30, Hint: "lower --replicas"}, "3.0 GiB asked, at most 2.0 GiB in one buffer; lower --replicas"},
	} {
		c.err.Device = "opencl:0"
		if got := c.err.Error(); got != "device opencl:0: out of memory: "+c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
