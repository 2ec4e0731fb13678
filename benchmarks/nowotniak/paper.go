package main

// paper is Table 1 of the paper: 30,000 evolutions each.
var paper = []struct {
	name                   string
	median, mean, variance float64
}{
	{"CPU", 1406.659424, 1406.25894801, 74.70038777},
	{"GPU", 1406.108887, 1406.09914151, 74.67657533},
}

// The size of the paper's samples, and the length of an evolution.
const (
	paperRuns        = 30_000
	paperGenerations = 500
)

// hanKimRate is what the paper quotes of Han and Kim: evolutions a second with 250
// items, in Visual C++ 6.0 on a Pentium III of 500 MHz. It quotes none of their
// values.
const hanKimRate = 0.724
