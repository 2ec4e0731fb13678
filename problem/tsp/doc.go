// Package tsp is the traveling salesman problem: a round trip through all cities, as
// short as possible. Distances have no direction and are those of TSPLIB: Euclidean, on
// the earth, or from a table.
//
// An Instance is the cities' coordinates, or the distances between them. Read reads TSPLIB's .tsp files and Write
// makes them. New turns an instance into a problem for the searches: a
// permutation is the order in which the cities are visited (cities count from 0
// in Go, from 1 in files). Generate scatters cities at random, Exact solves what is
// tiny, WriteMap draws a tour. Answers are .tour files, and are judged by code that
// shares nothing with any of the above.
//
// Distances in the plane are computed from the coordinates, not kept: n² of them would
// not fit on chip, and on a device a square root is cheaper than memory.
//
// Nothing else here searches, and nothing here knows a device.
package tsp
