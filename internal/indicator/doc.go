// Package indicator says how good a front is: how much it dominates, how far a reference
// front is from it, and how evenly its points are spread. Points are lists of numbers of
// which larger ones are better.
package indicator
