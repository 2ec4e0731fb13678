package function

import (
	"math"
	"testing"
)

// Every function's own values must pass the check, and wrong ones fail it.
func TestCheck(t *testing.T) {
	for _, name := range Names() {
		p, err := New(name, 7)
		if err != nil {
			t.Fatal(err)
		}
		bound := p.Representation().Upper[0]
		for i := range 1000 {
			x := make([]float64, 7)
			for j := range x {
				// Weyl's sequence; half of the points lie near the minimum.
				part := math.Mod(float64(i*7+j)*0.6180339887498949, 1)
				if x[j] = bound * (2*part - 1); i%2 == 1 {
					x[j] = p.Minimum()[j] + x[j]*1e-9
				}
			}
			value := p.Value(x)
			if err := check(name, x, value); err != nil {
				t.Fatal(err)
			}
			if err := check(name, x, value*1.01+1e-6); err == nil {
				t.Fatalf("%s at %v: a wrong value passed", name, x)
			}
		}
	}
}
