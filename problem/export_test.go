package problem

// MaxCodeBits is maxCodeBits for the tests.
const MaxCodeBits = maxCodeBits

// Number is number for the tests.
func (c *Code) Number(bits []uint64, j int) uint64 { return c.number(bits, j) }
