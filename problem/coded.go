package problem

// Code says how the bits of a binary genome stand for a real vector, as
// GAlib's bin2dec phenotypes do: gene j is the number in bits j·Bits to
// (j+1)·Bits - 1, lowest bit first, spread evenly over its bounds.
type Code struct {
	Bits  int  // per real gene, 1 to 52
	Gray  bool // the number is Gray-coded, so neighbours differ in one bit
	Lower []float64
	Upper []float64
}
