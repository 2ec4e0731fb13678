// Package knapsack is the 0/1 knapsack problem with one or several
// constraints: choose items of the largest total profit such that, for every
// constraint, the chosen items' weights stay within its capacity.
//
// An Instance is the data, all integers; decimals in a file are scaled by one
// power of ten, exactly. Read recognizes the usual file formats by their
// content. New turns an instance into a problem for the searches: gene j of a
// binary genome is item j (items count from 0 in Go, from 1 in answers). What
// becomes of genomes that are too heavy can be worth several per cent of the profit:
// choose it first. Exact solves an instance to proven optimality where that is quick,
// Generate makes Pisinger's test instances. Answers are judged by code that shares
// nothing with any of the above.
//
// Names: n items j with profit p[j], m constraints i with weight w[i][j] and
// capacity c[i].
//
// Nothing here searches but Exact, and nothing here knows a device.
package knapsack
