package devicetest

import (
	"context"
	"errors"
	"strings"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/memory"
	"github.com/warbler-opt/warbler/kernel"
)

// compileError wants the part, the line and the line's text in the message.
func (s *suite) compileError() {
	_, err := s.d.Compile(context.Background(), kernel.Source{
		Name: "devicetest/broken",
		Parts: []kernel.Part{
			{Name: "devicetest/fine.cl", Text: "DEVICE u32 twice(u32 x)\n{\n    return 2 * x;\n}\n"},
			{Name: "devicetest/broken.cl", Text: "KERNEL void broken(GLOBAL u32 *out)\n{\n    out[0] = undeclared_name;\n}\n"},
		},
	})
	ce, ok := errors.AsType[*driver.CompileError](err)
	if !ok {
		s.Fatalf("%v is no CompileError", err)
	}
	if ce.Device != s.d.Info().ID() || ce.Source != "devicetest/broken" {
		s.Errorf("the error is of %q on %q", ce.Source, ce.Device)
	}
	for _, want := range []string{"undeclared_name", "devicetest/broken.cl:3 | out[0] = undeclared_name;"} {
		if !strings.Contains(ce.Log, want) {
			s.Errorf("the log lacks %q:\n%s", want, ce.Log)
		}
	}
}

// outOfMemory asks for more than the device has.
func (s *suite) outOfMemory() {
	want := s.d.Info().Memory + 1<<30
	b, err := s.d.Alloc(int(want))
	if err == nil {
		b.Close()
		s.Fatalf("%d bytes were allocated", want)
	}
	oom, ok := errors.AsType[*device.OutOfMemoryError](err)
	if !ok {
		s.Fatalf("%v is no OutOfMemoryError", err)
	}
	if oom.Asked != want || oom.Free == 0 || oom.Free > s.d.Info().Memory || oom.Device != s.d.Info().ID() {
		s.Errorf("%+v", oom)
	}
	if most := s.d.Info().MaxAlloc; most < s.d.Info().Memory { // there may be more free than asked
		_, err := s.d.Alloc(int(most) + 1)
		if !errors.As(err, &oom) || oom.Largest != most || !strings.Contains(err.Error(), " free, at most "+memory.Format(most)+" in one buffer") {
			s.Errorf("%d bytes in one buffer: %v", most+1, err)
		}
	}
	small, err := s.d.Alloc(1 << 20) // the device is none the worse for it
	s.check(err)
	s.check(small.Close())
	_, errDevice := s.d.Alloc(-1)
	_, errHost := s.d.AllocHost(-1)
	if errDevice == nil || errHost == nil {
		s.Error("less than nothing was allocated")
	}
}

// stranger is a buffer and a kernel of no device.
type stranger struct{}

func (stranger) Size() int     { return 1 << 20 }
func (stranger) Close() error  { return nil }
func (stranger) Name() string  { return "stranger" }
func (stranger) MaxGroup() int { return 1024 }

// badLaunch makes every mistake a launch can have, prepared or not.
func (s *suite) badLaunch() {
	q, b := s.queue(), s.buffer(400)
	if _, err := s.p.Kernel("no_such_kernel"); !isLaunchError(err) {
		s.Errorf("an unknown kernel gives %v", err)
	}
	add, sums := s.kernel("add"), s.kernel("group_sums")
	if add.Name() != "add" || add.MaxGroup() < 32 {
		s.Errorf("kernel %q with groups up to %d", add.Name(), add.MaxGroup())
	}
	one := device.Shape{Groups: 1, Group: 32}
	var none device.Buffer
	good := []any{b, b, uint32(1), uint32(1)}
	for name, c := range map[string]struct {
		kernel device.Kernel
		shape  device.Shape
		args   []any
	}{
		"too few arguments":     {add, one, []any{b, b, uint32(1)}},
		"too many arguments":    {add, one, []any{b, b, uint32(1), uint32(1), uint32(1)}},
		"a number for a buffer": {add, one, []any{b, uint64(4096), uint32(1), uint32(1)}},
		"a buffer for a number": {add, one, []any{b, b, b, uint32(1)}},
		"a wider number":        {add, one, []any{b, b, uint64(1), uint32(1)}},
		"another type":          {add, one, []any{b, b, float32(1), uint32(1)}},
		"an int":                {add, one, []any{b, b, 1, uint32(1)}},
		"a nil":                 {add, one, []any{b, nil, uint32(1), uint32(1)}},
		"a nil buffer":          {add, one, []any{b, none, uint32(1), uint32(1)}},
		"another's buffer":      {add, one, []any{b, stranger{}, uint32(1), uint32(1)}},
		"another's kernel":      {stranger{}, one, good},
		"a nil kernel":          {nil, one, good},
		"no groups":             {add, device.Shape{Group: 32}, good},
		"no items":              {add, device.Shape{Groups: 1}, good},
		"a huge group":          {add, device.Shape{Groups: 1, Group: 1 << 20}, good},
		"unwanted local memory": {add, device.Shape{Groups: 1, Group: 32, Local: 64}, good},
		"no local memory":       {sums, one, []any{b, uint32(1)}},
		"huge local memory":     {sums, device.Shape{Groups: 1, Group: 32, Local: 1 << 30}, []any{b, uint32(1)}},
	} {
		if err := q.Launch(c.kernel, c.shape, c.args...); !isLaunchError(err) {
			s.Errorf("%s: %v is no LaunchError", name, err)
		}
		if l, err := q.Prepare(c.kernel, c.shape, c.args...); l != nil || !isLaunchError(err) {
			s.Errorf("%s, prepared: %v is no LaunchError", name, err)
		}
	}
	// After all that it still works.
	s.check(q.Zero(b, 0, 400))
	s.check(q.Launch(add, one, b, b, uint32(100), uint32(3)))
	got := s.read(q, b, 400)
	if string(got) != string(words32(100, func(int) uint32 { return 3 })) {
		s.Error("a good launch after the bad ones gives a wrong result")
	}
}

func isLaunchError(err error) bool {
	_, is := errors.AsType[*driver.LaunchError](err)
	return is
}

// badRange copies past the ends.
func (s *suite) badRange() {
	q, b := s.queue(), s.buffer(100)
	host := make([]byte, 50)
	for name, err := range map[string]error{
		"write past the end":   q.Write(b, 51, host),
		"write before":         q.Write(b, -1, host),
		"read past the end":    q.Read(host, b, 60),
		"read before":          q.Read(host, b, -1),
		"copy past the source": q.Copy(b, 0, b, 90, 20),
		"copy past the target": q.Copy(b, 90, b, 0, 20),
		"copy less than none":  q.Copy(b, 10, b, 0, -1),
		"zero past the end":    q.Zero(b, 1, 100),
		"another's buffer":     q.Write(stranger{}, 0, host),
		"no buffer":            q.Read(host, nil, 0),
	} {
		if err == nil {
			s.Errorf("%s: no error", name)
		}
	}
}
