package knapsack

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

func ExampleGenerate() {
	k, err := Generate("strongly", 4, 0, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for j, p := range k.Profits {
		fmt.Println(p - k.Weights[0][j])
	}
	// Output:
	// 100
	// 100
	// 100
	// 100
}

func TestGenerate(t *testing.T) {
	const n, r = 3000, 1000
	for _, family := range families {
		k, err := Generate(family, n, r, 7)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.validate(); err != nil {
			t.Fatal(err)
		}
		again, err := Generate(family, n, r, 7)
		if err != nil || k.hash() != again.hash() {
			t.Errorf("%s: the same seed gives another instance", k.Name)
		}
		if other, _ := Generate(family, n, 0, 8); k.hash() == other.hash() {
			t.Errorf("%s: another seed gives the same instance", k.Name)
		}
		least, most, sum := k.Weights[0][0], k.Weights[0][0], int64(0)
		for j, w := range k.Weights[0] {
			least, most = min(least, w), max(most, w)
			sum += w
			p := k.Profits[j]
			ok := true
			switch family {
			case "uncorrelated":
				ok = p >= 1 && p <= r && w >= 1 && w <= r
			case "weakly":
				ok = p >= max(1, w-r/10) && p <= w+r/10
			case "strongly":
				ok = p == w+r/10
			case "inverse":
				ok = w == p+r/10 && p >= 1 && p <= r
			case "subsetsum":
				ok = p == w
			case hanKim:
				ok = p == w+5000 && w >= 1000 && w <= 10000
			}
			if !ok {
				t.Errorf("%s: item %d has profit %d and weight %d", k.Name, j, p, w)
			}
		}
		if most-least < (most+least)*8/10 && family != "inverse" {
			t.Errorf("%s: weights run only from %d to %d", k.Name, least, most)
		}
		if k.Capacities[0] != sum/2 {
			t.Errorf("%s: capacity %d, half the weight is %d", k.Name, k.Capacities[0], sum/2)
		}
	}
}

func TestGenerateRefuses(t *testing.T) {
	for _, c := range []struct {
		family string
		items  int
		r      int64
	}{{"subsetsum", 0, 0}, {"subsetsum", maxItems + 1, 0}, {"curly", 5, 0}, {"", 5, 0}, {"subsetsum", 5, 9}, {"subsetsum", 5, maxRange + 1}} {
		if _, err := Generate(c.family, c.items, c.r, 1); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}

// TestWriteRead writes instances and reads them back.
func TestWriteRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawInstance(t, 20, 3)
		if k.constraints() > 1 && rapid.Bool().Draw(t, "known") {
			k.KnownOptimum = rapid.Int64Range(1, 1<<40).Draw(t, "optimum")
		}
		k.Decimals, k.WeightDecimals = rapid.IntRange(0, 6).Draw(t, "decimals"), rapid.IntRange(0, 6).Draw(t, "weight decimals")
		var text bytes.Buffer
		if err := k.Write(&text); err != nil {
			t.Fatal(err)
		}
		list, err := Read(&text, k.Name)
		if err != nil {
			t.Fatal(err)
		}
		got := list[0]
		// Decimals that are all zero are not read back.
		for ; got.Decimals < k.Decimals; got.Decimals++ {
			scaleAll(got.Profits)
			if got.KnownOptimum > 0 {
				got.KnownOptimum *= 10
			}
		}
		for ; got.WeightDecimals < k.WeightDecimals; got.WeightDecimals++ {
			scaleAll(got.Capacities)
			for _, row := range got.Weights {
				scaleAll(row)
			}
		}
		if !reflect.DeepEqual(got, k) {
			t.Fatalf("wrote %+v, read %+v", *k, *got)
		}
	})
}

func scaleAll(values []int64) {
	for j := range values {
		values[j] *= 10
	}
}
