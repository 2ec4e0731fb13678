package rng

import (
	"testing"

	"pgregory.net/rapid"
)

// The three philox4x32-10 lines of Random123's tests/kat_vectors.
func TestPhiloxKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		name          string
		counter, want [4]uint32
		key           [2]uint32
	}{
		{"zero", [4]uint32{}, [4]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}, [2]uint32{}},
		{"ones", [4]uint32{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
			[4]uint32{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}, [2]uint32{0xffffffff, 0xffffffff}},
		{"pi", [4]uint32{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
			[4]uint32{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}, [2]uint32{0xa4093822, 0x299f31d0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x0, x1, x2, x3 := Philox(c.counter[0], c.counter[1], c.counter[2], c.counter[3], c.key[0], c.key[1])
			if got := [4]uint32{x0, x1, x2, x3}; got != c.want {
				t.Errorf("got %08x, want %08x", got, c.want)
			}
		})
	}
}

// philoxPlain is the paper's definition, round by round.
func philoxPlain(c [4]uint32, k [2]uint32) [4]uint32 {
	for range 10 {
		p0, p1 := uint64(0xD2511F53)*uint64(c[0]), uint64(0xCD9E8D57)*uint64(c[2])
		c = [4]uint32{uint32(p1>>32) ^ c[1] ^ k[0], uint32(p1), uint32(p0>>32) ^ c[3] ^ k[1], uint32(p0)}
		k[0] += 0x9E3779B9
		k[1] += 0xBB67AE85
	}
	return c
}

func TestPhiloxFormsAgree(t *testing.T) {
	forms := map[string]func(*planes, uint32, uint32, uint32, uint32, uint32, uint32){
		"dispatched": philox4, "portable": philox4Go,
	}
	rapid.Check(t, func(t *rapid.T) {
		var c [4]uint32
		var k [2]uint32
		for i := range c {
			c[i] = rapid.Uint32().Draw(t, "counter")
		}
		for i := range k {
			k[i] = rapid.Uint32().Draw(t, "key")
		}
		x0, x1, x2, x3 := Philox(c[0], c[1], c[2], c[3], k[0], k[1])
		if want := philoxPlain(c, k); [4]uint32{x0, x1, x2, x3} != want {
			t.Fatalf("Philox(%x, %x) = %x, want %x", c, k, [4]uint32{x0, x1, x2, x3}, want)
		}
		var want planes
		for i := range 4 {
			w := philoxPlain([4]uint32{c[0] + uint32(i), c[1], c[2], c[3]}, k)
			want[i] = uint64(w[1])<<32 | uint64(w[0])
			want[4+i] = uint64(w[3])<<32 | uint64(w[2])
		}
		for name, form := range forms {
			var got planes
			form(&got, c[0], c[1], c[2], c[3], k[0], k[1])
			if got != want {
				t.Fatalf("%s four blocks of (%x, %x) = %x, want %x", name, c, k, got, want)
			}
		}
	})
}
