package devicetest

import (
	"context"
	"testing"

	"github.com/warbler-opt/warbler/device"
)

// manyShape is the launch of the suite's kernel with many parameters.
var manyShape = device.Shape{Groups: 1, Group: 64, Local: 8 * 64}

// manyArgs makes its arguments: twelve buffers, the last of which the kernel
// adds to, and eight numbers, the sum of which it adds.
func manyArgs(d device.Device) (args []any, last device.Buffer, sum uint32, err error) {
	for range 12 {
		if last, err = d.Alloc(256); err != nil {
			return nil, nil, 0, err
		}
		args = append(args, last)
	}
	args = append(args, uint32(1), uint32(1000), uint64(20), uint64(300), int32(4), int64(5), float32(6), 7.0)
	return args, last, 1000 + 20 + 300 + 4 + 5 + 6 + 7, nil
}

// BenchDriver measures what a launch of twenty arguments costs the host, on every
// device of a driver.
func BenchDriver(b *testing.B, driver string) {
	for _, id := range ofDriver(b, driver) {
		b.Run(id, func(b *testing.B) { bench(b, Open(b, id)) })
	}
}

func bench(b *testing.B, d device.Device) {
	fatal := func(err error) {
		if err != nil {
			b.Helper()
			b.Fatal(err)
		}
	}
	p, err := d.Compile(context.Background(), suiteSource)
	fatal(err)
	defer p.Close()
	k, err := p.Kernel("many")
	fatal(err)
	q, err := d.NewQueue()
	fatal(err)
	defer q.Close()
	args, _, _, err := manyArgs(d)
	fatal(err)
	defer func() {
		for _, a := range args[:12] {
			a.(device.Buffer).Close()
		}
	}()
	// The queue is emptied, off the clock, before the driver makes launches wait.
	const most = 200
	measure := func(b *testing.B, launch func() error) {
		b.ReportAllocs()
		queued := 0
		for b.Loop() {
			fatal(launch())
			if queued++; queued == most {
				b.StopTimer()
				fatal(q.Wait(context.Background()))
				queued = 0
				b.StartTimer()
			}
		}
		fatal(q.Wait(context.Background()))
	}
	b.Run("Launch", func(b *testing.B) {
		measure(b, func() error { return q.Launch(k, manyShape, args...) })
	})
	b.Run("Prepared", func(b *testing.B) {
		l, err := q.Prepare(k, manyShape, args...)
		fatal(err)
		defer l.Close()
		measure(b, l.Launch)
	})
}
