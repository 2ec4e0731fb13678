// Schedule makes a timetable of exams by MAX-SAT. Hard clauses say what must
// hold: every exam has one slot, and nobody is in two exams at once. Soft ones say
// what would be kind: no student has exams in a row, and the wishes of teachers.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"strings"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem/sat"
)

var (
	exams = []string{"Algebra", "Analysis", "Biology", "Botany", "Chemistry", "Drawing", "Economics", "English", "French", "Genetics", "Geology",
		"History", "Latin", "Law", "Logic", "Mechanics", "Music", "Optics", "Physics", "Poetics", "Rhetoric", "Statistics", "Topology", "Zoology"}
	slots = []string{"Mon 9h", "Mon 11h", "Mon 14h", "Tue 9h", "Tue 11h", "Tue 14h", "Wed 9h", "Wed 11h", "Wed 14h"}
)

const students, perStudent = 120, 3

// at is the variable that says: this exam is in this slot.
func at(exam, slot int) int32 { return int32(1 + exam*len(slots) + slot) }

func main() {
	// Who takes what, and how many take both of two exams.
	var both [24][24]int64
	random := rand.New(rand.NewPCG(2026, 1))
	for range students {
		taken := random.Perm(len(exams))[:perStudent]
		for _, a := range taken {
			for _, b := range taken {
				both[a][b]++
			}
		}
	}
	f := &sat.Formula{Name: "exams"}
	for e := range exams {
		some := []int32{}
		for s := range slots {
			some = append(some, at(e, s))
			for other := range s {
				f.Add(sat.Hard, -at(e, s), -at(e, other)) // not in two slots
			}
		}
		f.Add(sat.Hard, some...) // but in one
	}
	for a := range exams {
		for b := range a {
			for s := range slots {
				if both[a][b] > 1 { // where it is one, that student may come later
					f.Add(sat.Hard, -at(a, s), -at(b, s))
				} else if both[a][b] == 1 {
					f.Add(20, -at(a, s), -at(b, s))
				}
				if next := s + 1; both[a][b] > 0 && next%3 != 0 { // on the same day
					f.Add(both[a][b], -at(a, s), -at(b, next))
					f.Add(both[a][b], -at(b, s), -at(a, next))
				}
			}
		}
	}
	for e := range 8 {
		f.Add(3, at(e*3, random.IntN(len(slots)))) // a teacher's wish
	}
	formula, err := sat.New(f)
	if err != nil {
		log.Fatal(err)
	}
	result, err := warbler.Solve(context.Background(), formula, warbler.Replicas(2), warbler.Generations(500_000))
	if err != nil {
		log.Fatal(err)
	}
	if result.Score < 0 {
		log.Fatalf("there is no timetable yet: %v", result)
	}
	fmt.Printf("%d exams, %d students, %d clauses\n", len(exams), students, f.Clauses())
	for s, name := range slots {
		var here []string
		for e, exam := range exams {
			if result.Best.Bit(int(at(e, s)) - 1) {
				here = append(here, exam)
			}
		}
		fmt.Printf("%-8s %s\n", name, strings.Join(here, ", "))
	}
	fmt.Printf("unkindness %.0f\n", result.Value)
}
