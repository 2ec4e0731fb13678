package token

import (
	"errors"
	"math"
)

// The errors of Decimal.
var (
	ErrSyntax = errors.New("not a decimal number")
	ErrRange  = errors.New("does not fit 64 bits")
)

// MaxDecimals is how many digits after the point an int64 can be scaled by.
const MaxDecimals = 18

// Decimal reads a decimal number exactly: its value is mantissa / 10^decimals.
// Zeros at the end of the fraction do not count, so 2.50 has one decimal and
// 3.0 none. Exponents are not accepted.
func Decimal(text []byte) (mantissa int64, decimals int, err error) {
	digits := text
	negative := false
	if len(digits) > 0 && (digits[0] == '-' || digits[0] == '+') {
		negative = digits[0] == '-'
		digits = digits[1:]
	}
	point := -1
	for i, c := range digits {
		if c == '.' && point < 0 {
			point = i
		} else if c < '0' || c > '9' {
			return 0, 0, ErrSyntax
		}
	}
	if point >= 0 {
		if len(digits) == 1 {
			return 0, 0, ErrSyntax // a lone point
		}
		for digits[len(digits)-1] == '0' {
			digits = digits[:len(digits)-1]
		}
		decimals = len(digits) - point - 1
	}
	if len(digits) == 0 {
		return 0, 0, ErrSyntax
	}
	if decimals > MaxDecimals {
		return 0, 0, ErrRange
	}
	value := uint64(0)
	for i, c := range digits {
		if i == point {
			continue
		}
		if value > (math.MaxInt64-9)/10 {
			// The last step may still fit; math/bits would hide how rare this is.
			if d := uint64(c - '0'); value > math.MaxInt64/10 || value*10 > math.MaxInt64-d {
				return 0, 0, ErrRange
			}
		}
		value = value*10 + uint64(c-'0')
	}
	if negative {
		return -int64(value), decimals, nil
	}
	return int64(value), decimals, nil
}

// Scale multiplies a mantissa by 10^by and reports whether the result fits.
func Scale(mantissa int64, by int) (int64, bool) {
	for range by {
		if mantissa > math.MaxInt64/10 || mantissa < math.MinInt64/10 {
			return 0, false
		}
		mantissa *= 10
	}
	return mantissa, true
}
