// Roster finds who works which shift of a week: rules that must be kept are constraints,
// wishes are the objective.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/warbler-opt/warbler"
)

const (
	days   = 7
	shifts = 3 * days // early, late and night of each day
)

var nurses = []string{"Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"}

// wishes has a row for each nurse: how much she likes early, late and night shifts.
var wishes = [][3]int{{5, 2, 0}, {1, 4, 3}, {0, 1, 5}, {4, 4, 0}, {2, 2, 4}, {3, 3, 1}}

// joy is how much a roster is liked.
func joy(who []uint8) int {
	sum := 0
	for shift, nurse := range who {
		sum += wishes[nurse][shift%3]
	}
	return sum
}

// tired counts shifts that begin less than 16 hours after the last of the same nurse.
func tired(who []uint8) float64 {
	count := 0
	for shift := 1; shift < shifts; shift++ {
		if who[shift] == who[shift-1] || shift > 1 && who[shift] == who[shift-2] {
			count++
		}
	}
	return float64(count)
}

// unfair counts shifts by which someone works more than four times, or less than three.
func unfair(who []uint8) float64 {
	load := make([]int, len(nurses))
	for _, nurse := range who {
		load[nurse]++
	}
	sum := 0
	for _, n := range load {
		sum += max(0, n-4, 3-n)
	}
	return float64(sum)
}

// away counts shifts of those who are on leave: Ben on the first two days, Dan on the last.
func away(who []uint8) float64 {
	count := 0
	for shift, nurse := range who {
		if day := shift / 3; nurse == 1 && day < 2 || nurse == 3 && day == days-1 {
			count++
		}
	}
	return float64(count)
}

func main() {
	roster := warbler.Discrete(shifts, len(nurses), joy, warbler.Name("roster"),
		warbler.Constraint(tired), warbler.Constraint(unfair), warbler.Constraint(away))
	result, err := warbler.Solve(context.Background(), roster, warbler.Generations(300))
	if err != nil {
		log.Fatal(err)
	}
	if result.Violation > 0 {
		log.Fatalf("no roster keeps all rules: the best breaks %v of them", result.Violation)
	}
	fmt.Printf("wishes %v, violation %v\n", result.Value, result.Violation)
	for day := range days {
		fmt.Printf("day %d:", day+1)
		for _, nurse := range result.Best.Symbols[3*day : 3*day+3] {
			fmt.Printf(" %-4s", nurses[nurse])
		}
		fmt.Println()
	}
}
