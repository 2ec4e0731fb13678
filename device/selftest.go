package device

import (
	"context"
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/warbler-opt/warbler/kernel"
)

//go:embed selftest.cl
var selfTestText string

// selfTestItems is the group that runs the self-test.
const selfTestItems = 64

// philoxVectors are the three philox4x32-10 lines of Random123's kat_vectors:
// counter, key, and the words that must come out.
var philoxVectors = [3]struct{ in, out []uint32 }{
	{[]uint32{0, 0, 0, 0, 0, 0},
		[]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
	{[]uint32{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
		[]uint32{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
	{[]uint32{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0},
		[]uint32{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
}

// selfTest runs a kernel whose results are known and refuses a device that
// gives others: wrong random numbers, products fused into sums, lost local
// memory, barriers or atomics would all make a search differ silently.
func selfTest(ctx context.Context, d Device) (err error) {
	const n, salt = 1 << 20, int64(0x0123456789abcdef)
	program, err := d.Compile(ctx, kernel.Source{
		Name:  "device/selftest",
		Parts: []kernel.Part{kernel.Philox, {Name: "device/selftest.cl", Text: selfTestText}},
	})
	if err != nil {
		return err
	}
	defer program.Close()
	k, err := program.Kernel("self_test")
	if err != nil {
		return err
	}
	q, err := d.NewQueue()
	if err != nil {
		return err
	}
	defer q.Close()

	var vectors, a, b, c []byte
	var wantWords, wantFused, wantFused32, wantSums []byte
	le := binary.LittleEndian
	for _, v := range philoxVectors {
		for _, w := range v.in {
			vectors = le.AppendUint32(vectors, w)
		}
	}
	var sum, count uint32
	for i := range uint32(selfTestItems) {
		// Products with long fractions next to addends that nearly cancel them:
		// there a fused multiply-add shows.
		x, y := 1+float64(i+1)*0x1p-23, 1-float64(3*i+1)*0x1p-22
		z := -1 + float64(i)*0x1p-23
		a = le.AppendUint64(a, math.Float64bits(x+0x1p-50))
		b = le.AppendUint64(b, math.Float64bits(y))
		c = le.AppendUint64(c, math.Float64bits(z))
		for _, w := range philoxVectors[i%3].out {
			wantWords = le.AppendUint32(wantWords, w)
		}
		// The conversions keep Go from fusing.
		wantFused = le.AppendUint64(wantFused, math.Float64bits(float64((x+0x1p-50)*y)+z))
		wantFused32 = le.AppendUint32(wantFused32, math.Float32bits(float32(float32(x+0x1p-50)*float32(y))+float32(z)))
		part := uint32(salt>>33) * (i + 1)
		sum += part
		if part >= n {
			count++
		}
	}
	sum += count<<16 + uint32(bits.OnesCount64(uint64(salt))+bits.LeadingZeros32(n))
	for range selfTestItems {
		wantSums = le.AppendUint32(wantSums, sum)
	}

	var open []Buffer
	defer func() {
		for _, b := range open {
			b.Close()
		}
	}()
	buffer := func(size int, content []byte) Buffer {
		if err != nil {
			return nil
		}
		var b Buffer
		if b, err = d.Alloc(size); err != nil {
			return nil
		}
		open = append(open, b)
		if content != nil {
			err = q.Write(b, 0, content)
		}
		return b
	}
	in := []any{
		buffer(len(vectors), vectors), buffer(len(a), a), buffer(len(b), b), buffer(len(c), c),
	}
	checks := []struct {
		what   string
		want   []byte
		buffer Buffer
	}{
		{what: "Philox gives wrong random words", want: wantWords},
		{what: "a*b+c in double precision is not rounded twice, so the compiler fuses", want: wantFused},
		{what: "a*b+c in single precision is not rounded twice, so the compiler fuses", want: wantFused32},
		{what: "a sum through local memory, barriers and atomics is wrong", want: wantSums},
	}
	for i := range checks {
		checks[i].buffer = buffer(len(checks[i].want), nil)
		in = append(in, checks[i].buffer)
	}
	if err != nil {
		return err
	}
	in = append(in, uint32(n), salt)
	if err := q.Launch(k, Shape{Groups: 1, Group: selfTestItems, Local: 4 * selfTestItems}, in...); err != nil {
		return err
	}
	if err := q.Wait(ctx); err != nil {
		return err
	}
	for _, c := range checks {
		got := make([]byte, len(c.want))
		if err := q.Read(got, c.buffer, 0); err != nil {
			return err
		}
		for i := range got {
			if got[i] != c.want[i] {
				return &NotFoundError{What: d.Info().ID(), Reason: fmt.Sprintf("it failed its self-test and is not used: %s (byte %d is %#02x, not %#02x)", c.what, i, got[i], c.want[i])}
			}
		}
	}
	return nil
}
