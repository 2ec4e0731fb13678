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
	for _, f := range []func() error{
		func() error { _, err := s.d.Alloc(-1); return err },
		func() error { _, err := s.d.AllocHost(-1); return err },
	} {
		if f() == nil {
			s.Error("less than nothing was allocated")
		}
	}
}

// stranger is a buffer and a kernel of no device.
type stranger struct{}

func (stranger) Size() int     { return 1 << 20 }
func (stranger) Close() error  { return nil }
func (stranger) Name() string  { return "stranger" }
func (stranger) MaxGroup() int { return 1024 }

// badLaunch makes every mistake a launch can have.
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
	withLocal := device.Shape{Groups: 1, Group: 32, Local: 64}
	var none device.Buffer
	for name, err := range map[string]error{
		"too few arguments":     q.Launch(add, one, b, b, uint32(1)),
		"too many arguments":    q.Launch(add, one, b, b, uint32(1), uint32(1), uint32(1)),
		"a number for a buffer": q.Launch(add, one, b, uint64(4096), uint32(1), uint32(1)),
		"a buffer for a number": q.Launch(add, one, b, b, b, uint32(1)),
		"a wider number":        q.Launch(add, one, b, b, uint64(1), uint32(1)),
		"another type":          q.Launch(add, one, b, b, float32(1), uint32(1)),
		"an int":                q.Launch(add, one, b, b, 1, uint32(1)),
		"a nil":                 q.Launch(add, one, b, nil, uint32(1), uint32(1)),
		"a nil buffer":          q.Launch(add, one, b, none, uint32(1), uint32(1)),
		"another's buffer":      q.Launch(add, one, b, stranger{}, uint32(1), uint32(1)),
		"another's kernel":      q.Launch(stranger{}, one, b, b, uint32(1), uint32(1)),
		"a nil kernel":          q.Launch(nil, one, b, b, uint32(1), uint32(1)),
		"no groups":             q.Launch(add, device.Shape{Group: 32}, b, b, uint32(1), uint32(1)),
		"no items":              q.Launch(add, device.Shape{Groups: 1}, b, b, uint32(1), uint32(1)),
		"a huge group":          q.Launch(add, device.Shape{Groups: 1, Group: 1 << 20}, b, b, uint32(1), uint32(1)),
		"unwanted local memory": q.Launch(add, withLocal, b, b, uint32(1), uint32(1)),
		"no local memory":       q.Launch(sums, one, b, uint32(1)),
		"huge local memory":     q.Launch(sums, device.Shape{Groups: 1, Group: 32, Local: 1 << 30}, b, uint32(1)),
	} {
		if !isLaunchError(err) {
			s.Errorf("%s: %v is no LaunchError", name, err)
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
