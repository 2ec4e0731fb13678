// Package itinerary is the round trip with several costs: between any two places
// there are, say, a time and a price, not always the same in both directions, and
// the sum of each over the trip is to be minimized. Its parts are the file
// format, the objectives with their kernel, a generator, and a checker that
// shares nothing with the objectives.
//
// A genome is the order of the places. A file is text; what follows a # on a line
// is a comment:
//
//	itinerary PLACES COSTS
//	for each cost a table: PLACES rows of PLACES numbers, from the row's place to the column's
//
// Round trips with one cost, by distances in the plane, are problem/tsp's.
package itinerary
