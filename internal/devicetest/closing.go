package devicetest

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
)

// closing closes a device with everything still open, and then uses it all.
func closing(s *suite) {
	ctx, d, p, k, q, b := context.Background(), s.d, s.p, s.kernel("add"), s.queue(), s.buffer(400)
	own(d.AllocHost(400))(s)
	e := own(q.Record())(s)
	shape := device.Shape{Groups: 1, Group: 32}
	l := s.prepare(q, "add", shape, b, b, uint32(1), uint32(1))
	s.check(q.Zero(b, 0, 400))
	s.wait(q)

	gone := must(d.Alloc(1000))(s)
	s.check(gone.Close())
	s.check(gone.Close())
	if err := q.Zero(gone, 0, 10); !errors.Is(err, device.ErrClosed) {
		s.Errorf("a closed buffer gives %v", err)
	}
	if err := q.Launch(k, shape, gone, gone, uint32(1), uint32(1)); !errors.Is(err, device.ErrClosed) {
		s.Errorf("a launch with a closed buffer gives %v", err)
	}
	if objects, bytes := Held(s, d); objects != 6 || bytes != 400 {
		s.Errorf("%d objects with %d bytes are open, not 6 with 400", objects, bytes)
	}
	s.closed()
	host := make([]byte, 4)
	for name, use := range map[string]func() error{
		"Alloc":      func() error { _, err := d.Alloc(1); return err },
		"AllocHost":  func() error { _, err := d.AllocHost(1); return err },
		"NewQueue":   func() error { _, err := d.NewQueue(); return err },
		"FreeMemory": func() error { _, err := d.FreeMemory(); return err },
		"Compile":    func() error { _, err := d.Compile(ctx, suiteSource); return err },
		"Kernel":     func() error { _, err := p.Kernel("spin"); return err },
		"Launch":     func() error { return q.Launch(k, shape, b, b, uint32(1), uint32(1)) },
		"Prepare":    func() error { _, err := q.Prepare(k, shape, b, b, uint32(1), uint32(1)); return err },
		"Prepared":   l.Launch,
		"Set":        func() error { return l.Set(3, uint32(2)) },
		"Write":      func() error { return q.Write(b, 0, host) },
		"Read":       func() error { return q.Read(host, b, 0) },
		"Copy":       func() error { return q.Copy(b, 0, b, 8, 4) },
		"Zero":       func() error { return q.Zero(b, 0, 4) },
		"Record":     func() error { _, err := q.Record(); return err },
		"Wait":       func() error { return q.Wait(ctx) },
		"Done":       func() error { _, err := e.Done(); return err },
		"Since":      func() error { _, err := e.Since(e); return err },
	} {
		if err := use(); !errors.Is(err, device.ErrClosed) {
			s.Errorf("%s after Close gives %v", name, err)
		}
	}
	s.check(d.Close()) // as all the others are closed once more when the test ends
}

// closed closes the device, and nothing may be left.
func (s *suite) closed() {
	s.Helper()
	s.check(s.d.Close())
	if objects, bytes := Held(s, s.d); objects != 0 || bytes != 0 {
		s.Errorf("after Close %d objects with %d bytes are open", objects, bytes)
	}
}

// closeUnderLoad closes a device while goroutines use it: they must get errors,
// not crashes, and everything must be gone afterwards.
func closeUnderLoad(s *suite) {
	d, k, q, own := s.d, s.kernel("add"), s.queue(), s.buffer(4096)
	l := s.prepare(q, "add", device.Shape{Groups: 2, Group: 32}, own, own, uint32(1024), uint32(1))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				b, err := d.Alloc(4096)
				if err != nil {
					if !errors.Is(err, device.ErrClosed) {
						s.Error(err)
					}
					return
				}
				for _, err := range []error{
					q.Zero(b, 0, 4096),
					q.Launch(k, device.Shape{Groups: 2, Group: 32}, b, b, uint32(1024), uint32(1)),
					l.Launch(),
					q.Wait(context.Background()),
					b.Close(),
				} {
					if err != nil && !errors.Is(err, device.ErrClosed) {
						s.Error(err)
						return
					}
				}
			}
		})
	}
	time.Sleep(20 * time.Millisecond)
	s.check(d.Close())
	wg.Wait()
	s.closed()
}
