// Package linkernighan is chained Lin–Kernighan search for round trips through cities
// (Martin, Otto and Felten 1991; Applegate, Cook and Rohe 2003): a tour is improved by
// exchanging edges until no exchange that is looked for pays, then kicked by a small random
// change, and improved again around it; a kick that has made it longer is taken back.
//
// The first tour is greedy, or the one given. An exchange begins with an edge that is removed,
// and adds and removes others between near neighbors, as long as what was removed is
// longer than what was added (Lin and Kernighan 1973). The first three removed edges are chosen
// among all combinations of a few neighbors, by what they gain, without changing the tour; those
// that come deeper one by one, each by what it promises. Cities whose edges have changed wait in
// a queue; others are not looked at. A kick is a double bridge of four edges that a
// random walk between neighbors meets, so that what it damages lies together. With more than
// 50,000 cities it is left out unless the four lie within 1000 cities of the tour.
//
// Step 0 is the first tour, improved; every step after it is a kick. What a step does depends
// on the array that the tour is, which checkpoints therefore have as it lies in memory.
//
//	purpose  step  individual  word
//	Walk     kick  0           0        the city where a walk begins
//	                           1, 2 …   its steps, four in a word
//
// It runs in Go alone: on a device many short searches would wait for the one with the longest
// way to improve. Replicas share the lists of neighbors and the first tour.
package linkernighan
