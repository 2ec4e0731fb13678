// Package profits is the 0/1 knapsack with several profits and several
// capacities, as Zitzler and Thiele compared algorithms by ("Multiobjective
// Evolutionary Algorithms: A Comparative Case Study", 1999): every item has some
// profits, which are all to be maximized, and some weights, of which none may
// exceed its capacity. Its parts are the file format, the objectives with their
// kernel, a generator, and a checker that shares nothing with the objectives.
//
// A genome has a bit for each item. What is packed beyond the capacities is its
// violation: the sum of the excess.
//
// A file is text; what follows a # on a line is a comment:
//
//	profits ITEMS PROFITS WEIGHTS
//	the capacities, one for each weight
//	for each item its profits and then its weights
//
// Knapsacks with one profit are problem/knapsack's.
package profits
