package rng

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func drawAddress(t *rapid.T) Address {
	return Address{
		Seed:       rapid.Uint64().Draw(t, "seed"),
		Step:       rapid.Uint64Max(1<<56-1).Draw(t, "step"),
		Individual: rapid.Uint32().Draw(t, "individual"),
		Purpose:    Purpose(rapid.IntRange(0, int(purposes)-1).Draw(t, "purpose")),
	}
}

// The address map is an interface: these words and names may only change
// together with MapVersion.
func TestAddressGolden(t *testing.T) {
	if MapVersion != 2 {
		t.Fatalf("MapVersion is %d: give the new map its own golden words", MapVersion)
	}
	names := []string{"INIT", "PAIR", "CROSS", "MUTATE", "MUTATE_VALUE", "REPAIR", "REPLACE",
		"MIGRATE", "WHEEL", "DONOR", "INSTANCE"}
	if got := Purposes(); !slices.Equal(got[:len(names)], names) {
		t.Errorf("purposes begin %v, want %v", got, names)
	}
	for _, c := range []struct {
		a     Address
		block uint32
		want  [4]uint32
	}{
		{Address{Seed: 0x0, Step: 0x0, Individual: 0x0, Purpose: Init}, 0x0, [4]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{Address{Seed: 0x1, Step: 0x2, Individual: 0x3, Purpose: Mutate}, 0x4, [4]uint32{0xa3a0ec05, 0xf7a24566, 0xe46df954, 0xce0abed9}},
		{Address{Seed: 0xfedcba9876543210, Step: 0xffffffffffffff, Individual: 0xffffffff, Purpose: Instance}, 0xffffff, [4]uint32{0x119397b, 0x731f321b, 0x1b4efeab, 0xbe5b7f56}},
		{Address{Seed: 0x2a, Step: 0x100000000, Individual: 0x7, Purpose: Pair}, 0x0, [4]uint32{0x18cbea6, 0xdf5c1533, 0xaa8126d0, 0x862e1b99}},
	} {
		x0, x1, x2, x3 := c.a.Block(c.block)
		if got := [4]uint32{x0, x1, x2, x3}; got != c.want {
			t.Errorf("%+v block %d: got %#08x, want %#08x", c.a, c.block, got, c.want)
		}
	}
}

func TestAddressLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAddress(t)
		w := rapid.Uint32().Draw(t, "word")
		words := philoxPlain(
			[4]uint32{w / 4, a.Individual, uint32(a.Step), uint32(a.Step>>32)*256 + uint32(a.Purpose)},
			[2]uint32{uint32(a.Seed), uint32(a.Seed >> 32)})
		if got, want := a.Word(w), words[w%4]; got != want {
			t.Fatalf("word %d of %+v is %#x, want %#x", w, a, got, want)
		}
	})
}
