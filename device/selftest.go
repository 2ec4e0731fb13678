package device

import (
	"context"
	_ "embed"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

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

	var vectors, wantWords, wantSums []uint32
	var a, b, c, wantFused []float64
	var wantFused32 []float32
	for _, v := range philoxVectors {
		vectors = append(vectors, v.in...)
	}
	var sum, count uint32
	for i := range uint32(selfTestItems) {
		// Products with long fractions next to addends that nearly cancel them:
		// there a fused multiply-add shows.
		x, y := 1+float64(i+1)*0x1p-23+0x1p-50, 1-float64(3*i+1)*0x1p-22
		z := -1 + float64(i)*0x1p-23
		a, b, c = append(a, x), append(b, y), append(c, z)
		wantWords = append(wantWords, philoxVectors[i%3].out...)
		// The conversions keep Go from fusing.
		wantFused = append(wantFused, float64(x*y)+z)
		wantFused32 = append(wantFused32, float32(float32(x)*float32(y))+float32(z))
		part := uint32(salt>>33) * (i + 1)
		sum += part
		if part >= n {
			count++
		}
	}
	sum += count<<16 + uint32(bits.OnesCount64(uint64(salt))+bits.LeadingZeros32(n))
	for range selfTestItems {
		wantSums = append(wantSums, sum)
	}

	checks := []struct {
		what string
		want []byte
	}{
		{"Philox gives wrong random words", littleEndian(wantWords)},
		{"a*b+c in double precision is not rounded twice, so the compiler fuses", littleEndian(wantFused)},
		{"a*b+c in single precision is not rounded twice, so the compiler fuses", littleEndian(wantFused32)},
		{"a sum through local memory, barriers and atomics is wrong", littleEndian(wantSums)},
	}
	in, size := slices.Concat(littleEndian(vectors), littleEndian(a), littleEndian(b), littleEndian(c)), 0
	for _, c := range checks {
		size += len(c.want)
	}
	from, err := d.Alloc(len(in))
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := d.Alloc(size)
	if err != nil {
		return err
	}
	defer to.Close()
	if err := q.Write(from, 0, in); err != nil {
		return err
	}
	if err := q.Launch(k, Shape{Groups: 1, Group: selfTestItems, Local: 4 * selfTestItems}, from, to, uint32(n), salt); err != nil {
		return err
	}
	if err := q.Wait(ctx); err != nil { // Read cannot be interrupted
		return err
	}
	out := make([]byte, size)
	if err := q.Read(out, to, 0); err != nil {
		return err
	}
	for _, c := range checks {
		got := out[:len(c.want)]
		out = out[len(c.want):]
		for i := range got {
			if got[i] != c.want[i] {
				return &NotFoundError{What: d.Info().ID(), Reason: fmt.Sprintf("it failed its self-test and is not used: %s (byte %d is %#02x, not %#02x)", c.what, i, got[i], c.want[i])}
			}
		}
	}
	return nil
}

// littleEndian are the bytes of a slice of numbers.
func littleEndian(numbers any) []byte {
	bytes, _ := binary.Append(nil, binary.LittleEndian, numbers) // it knows their size
	return bytes
}
