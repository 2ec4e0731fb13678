// Package memetic evolves permutations by crossover and long local searches in
// place of mutation: the hybrid of Luong, Melab and Talbi 2010, and by default a
// stronger one whose local search is Taillard's robust tabu search, with short and
// long prohibitions side by side (learn, in breed.go).
//
// A generation makes many children. Each comes from two parents, keeps what they
// share, and goes through rounds of a tabu search with random exchanges between
// them; the best of parents and children live on. The
// outer loop is in Go and the same everywhere; the searches, which take all the
// time, advance together on goroutines or on a device, a group of work-items
// each.
//
// A step is a generation, and may take seconds. What its searches have found is
// known before it ends; a checkpoint has the generation before.
package memetic
