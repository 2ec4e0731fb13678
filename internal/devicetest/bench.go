package devicetest

import (
	"testing"

	"github.com/warbler-opt/warbler/device"
)

// manyShape is the launch of the suite's kernel with many parameters.
var manyShape = device.Shape{Groups: 1, Group: 64, Local: 8 * 64}

// manyArgs makes its arguments: twelve buffers, the last of which the kernel
// adds to, and eight numbers, the sum of which it adds.
func (s *suite) manyArgs() (args []any, last device.Buffer, sum uint32) {
	for range 12 {
		last = s.buffer(256)
		args = append(args, last)
	}
	args = append(args, uint32(1), uint32(1000), uint64(20), uint64(300), int32(4), int64(5), float32(6), 7.0)
	return args, last, 1000 + 20 + 300 + 4 + 5 + 6 + 7
}

// BenchDriver measures what a launch of twenty arguments costs the host, on every
// device of a driver.
func BenchDriver(b *testing.B, driver string) {
	for _, id := range ofDriver(b, driver) {
		b.Run(id, func(b *testing.B) { bench(b, Open(b, id)) })
	}
}

func bench(b *testing.B, d device.Device) {
	s := newSuite(b, d)
	k, q := s.kernel("many"), s.queue()
	args, _, _ := s.manyArgs()
	// The queue is emptied, off the clock, before the driver makes launches wait.
	const most = 200
	measure := func(b *testing.B, launch func() error) {
		b.ReportAllocs()
		queued := 0
		for b.Loop() {
			s.check(launch())
			if queued++; queued == most {
				b.StopTimer()
				s.wait(q)
				queued = 0
				b.StartTimer()
			}
		}
		s.wait(q)
	}
	b.Run("Launch", func(b *testing.B) {
		measure(b, func() error { return q.Launch(k, manyShape, args...) })
	})
	b.Run("Prepared", func(b *testing.B) {
		measure(b, s.prepare(q, "many", manyShape, args...).Launch)
	})
}
