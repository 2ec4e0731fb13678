// Layout gives the rooms of a small hospital their places on a floor, so that
// people walk as little as can be: a quadratic assignment problem. Flows say how
// often people go from one room to another, distances how far apart places are.
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem/qap"
)

const width, height = 5, 3 // places, 10 m apart

var rooms = []string{"entrance", "admission", "emergency", "surgery", "intensive", "x-ray", "laboratory", "pharmacy", "ward A", "ward B", "ward C",
	"kitchen", "canteen", "offices", "stores"}

// Ways between two rooms, so many times a day.
var ways = map[string]int64{
	"entrance admission": 180, "entrance emergency": 90, "entrance canteen": 120, "entrance ward A": 70, "entrance ward B": 70, "entrance ward C": 60,
	"admission ward A": 40, "admission ward B": 40, "admission ward C": 30, "admission offices": 60, "emergency surgery": 50, "emergency x-ray": 70,
	"emergency intensive": 20, "surgery intensive": 60, "surgery x-ray": 40, "surgery stores": 35, "intensive laboratory": 45, "ward A x-ray": 30,
	"ward B x-ray": 30, "ward C laboratory": 40, "ward A laboratory": 35, "ward B laboratory": 35, "laboratory emergency": 50, "pharmacy ward A": 30,
	"pharmacy ward B": 30, "pharmacy ward C": 30, "pharmacy surgery": 25, "pharmacy stores": 20, "kitchen canteen": 150, "kitchen ward A": 45,
	"kitchen ward B": 45, "kitchen ward C": 45, "kitchen stores": 30, "canteen offices": 40, "offices stores": 10,
}

func main() {
	number := map[string]int{}
	for i, room := range rooms {
		number[room] = i
	}
	n := len(rooms)
	flows, distances := make([]int64, n*n), make([]int64, n*n)
	for pair, times := range ways {
		for from, i := range number {
			if to, found := strings.CutPrefix(pair, from+" "); found {
				j := number[to]
				flows[i*n+j], flows[j*n+i] = times, times
			}
		}
	}
	for a := range n {
		for b := range n {
			distances[a*n+b] = 10 * (away(a%width, b%width) + away(a/width, b/width))
		}
	}
	floor, err := qap.New(&qap.Instance{Name: "hospital", Size: n, A: flows, B: distances})
	if err != nil {
		log.Fatal(err)
	}
	result, err := warbler.Solve(context.Background(), floor, warbler.Generations(5), warbler.Param("population", 8), warbler.Param("children", 8))
	if err != nil {
		log.Fatal(err)
	}
	at := make([]string, n) // the room in each place
	for room, place := range result.Best.Order {
		at[place] = rooms[room]
	}
	line := strings.Repeat("+------------", width) + "+"
	for y := range height {
		fmt.Println(line)
		for x := range width {
			fmt.Printf("| %-10s ", at[y*width+x])
		}
		fmt.Println("|")
	}
	fmt.Println(line)
	// Every way counts twice, there and back.
	fmt.Printf("people walk %.1f km a day, by %s\n", result.Value/1000, result.Algorithm)
}

// away is how far two numbers are apart.
func away(a, b int) int64 { return int64(max(a-b, b-a)) }
