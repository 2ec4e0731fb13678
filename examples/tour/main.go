// Tour finds a short way through the capitals of Europe and draws it as a map,
// tour.svg or the file that is named.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"strings"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem/tsp"
)

var capitals = []struct {
	name        string
	north, east float64 // degrees
}{
	{"Amsterdam", 52.37, 4.90}, {"Athens", 37.98, 23.73}, {"Belgrade", 44.82, 20.46}, {"Berlin", 52.52, 13.40}, {"Bern", 46.95, 7.45},
	{"Bratislava", 48.15, 17.11}, {"Brussels", 50.85, 4.35}, {"Bucharest", 44.43, 26.10}, {"Budapest", 47.50, 19.04}, {"Chisinau", 47.01, 28.86},
	{"Copenhagen", 55.68, 12.57}, {"Dublin", 53.35, -6.26}, {"Helsinki", 60.17, 24.94}, {"Kyiv", 50.45, 30.52}, {"Lisbon", 38.72, -9.14},
	{"Ljubljana", 46.06, 14.51}, {"London", 51.51, -0.13}, {"Luxembourg", 49.61, 6.13}, {"Madrid", 40.42, -3.70}, {"Minsk", 53.90, 27.57},
	{"Oslo", 59.91, 10.75}, {"Paris", 48.86, 2.35}, {"Podgorica", 42.44, 19.26}, {"Prague", 50.08, 14.44}, {"Riga", 56.95, 24.11},
	{"Rome", 41.90, 12.50}, {"Sarajevo", 43.86, 18.41}, {"Skopje", 42.00, 21.43}, {"Sofia", 42.70, 23.32}, {"Stockholm", 59.33, 18.07},
	{"Tallinn", 59.44, 24.75}, {"Tirana", 41.33, 19.82}, {"Vienna", 48.21, 16.37}, {"Vilnius", 54.69, 25.28}, {"Warsaw", 52.23, 21.01}, {"Zagreb", 45.81, 15.98},
}

func main() {
	file := "tour.svg"
	if len(os.Args) > 1 {
		file = os.Args[1]
	}
	// A flat map in kilometers: a degree to the east is shorter than one to the
	// north.
	const degree = 111.2
	europe := &tsp.Instance{Name: "capitals of Europe"}
	for _, c := range capitals {
		europe.X = append(europe.X, c.east*degree*math.Cos(50*math.Pi/180))
		europe.Y = append(europe.Y, c.north*degree)
	}
	p, err := tsp.New(europe)
	if err != nil {
		log.Fatal(err)
	}
	// A look at the length now and then, while it is found.
	run := warbler.New(context.Background(), p, warbler.Algorithm("lin-kernighan"), warbler.Generations(1000), warbler.Every(200))
	for progress := range run.Progress() {
		fmt.Printf("%5d kicks: %.0f km\n", progress.Steps, progress.Value)
	}
	result, err := run.Result()
	if err != nil {
		log.Fatal(err)
	}
	names := []string{}
	for _, city := range result.Best.Order {
		names = append(names, capitals[city].name)
	}
	fmt.Println(strings.Join(names, " – "))
	fmt.Printf("%d capitals, %.0f km: %s\n", len(capitals), result.Value, file)
	picture, err := os.Create(file)
	if err != nil {
		log.Fatal(err)
	}
	if err := errors.Join(europe.WriteMap(picture, result.Best), picture.Close()); err != nil {
		log.Fatal(err)
	}
}
