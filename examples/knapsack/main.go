// Knapsack packs a rucksack: what is worth most among what fits. The problem is
// one Go function, which says what a packing is worth.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/warbler-opt/warbler"
)

const capacity = 9000 // grams

var things = []struct {
	name  string
	value int // how much it is missed
	grams int
}{
	{"tent", 95, 2400}, {"sleeping bag", 90, 1100}, {"mat", 60, 480}, {"stove", 55, 420}, {"gas", 50, 380}, {"pot", 40, 260},
	{"food for three days", 98, 2100}, {"water", 92, 1500}, {"filter", 45, 90}, {"rain jacket", 80, 350}, {"down jacket", 62, 400},
	{"spare clothes", 48, 900}, {"map", 70, 80}, {"compass", 40, 40}, {"headlamp", 66, 85}, {"first aid", 85, 300}, {"knife", 35, 90},
	{"camera", 42, 750}, {"binoculars", 25, 620}, {"book", 30, 310}, {"chess set", 15, 450}, {"guitar", 38, 2600}, {"chocolate", 58, 200},
	{"coffee", 57, 150}, {"rope", 28, 1700}, {"phone", 64, 180}, {"charger", 33, 230}, {"towel", 22, 160}, {"sandals", 27, 420}, {"hammock", 36, 560},
}

func main() {
	rucksack := warbler.Binary(len(things), func(packed warbler.Bits) int {
		value, grams := 0, 0
		for i := range packed.Ones() {
			value += things[i].value
			grams += things[i].grams
		}
		if grams > capacity {
			return capacity - grams // below all that fits, and the nearer to it the better
		}
		return value
	}, warbler.Name("rucksack"))

	result, err := warbler.Solve(context.Background(), rucksack, warbler.Replicas(4), warbler.Generations(300))
	if err != nil {
		log.Fatal(err)
	}
	packed, grams := warbler.Bits(result.Best.Bits), 0
	for i, t := range things {
		mark := ' '
		if packed.Has(i) {
			mark = '✓'
			grams += t.grams
		}
		fmt.Printf("%c %-20s %3d  %4d g\n", mark, t.name, t.value, t.grams)
	}
	fmt.Printf("%d things worth %.0f, %d of %d g\n", packed.Count(), result.Value, grams, capacity)
}
