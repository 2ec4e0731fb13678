package input

import (
	"io"

	"github.com/warbler-opt/warbler/problem/token"
)

// ErrRange is token.ErrRange.
var ErrRange = token.ErrRange

// NewScanner is token.NewScanner, for those who open what they scan.
func NewScanner(r io.Reader, name string) *token.Scanner { return token.NewScanner(r, name) }

// Decimal is token.Decimal.
func Decimal(text []byte) (mantissa int64, decimals int, err error) { return token.Decimal(text) }

// Scale is token.Scale.
func Scale(mantissa int64, by int) (int64, bool) { return token.Scale(mantissa, by) }
