// Package impasse colors graphs by annealing partial colorings (Morgenstern 1996,
// "Distributed coloration neighborhood search", section 3). No edge ever joins two
// vertices of a color. Vertices that have none yet are open: they are in the impasse
// class. A move gives an open vertex a color, and the neighbors that have it become
// open. What is minimized is the sum of the degrees of open vertices, so that those
// stay open which are easy to color. On graphs with even degrees it is one algorithm
// among others; where degrees differ, as in geometric graphs, it needs fewer colors than
// searches that count conflicts.
//
// A step is some proposals of moves at one temperature. Temperatures fall from step to
// step through a round, and each round takes twice as many steps as the one before: all
// of that follows from the number of the step alone. The answer is the partial coloring
// with a color for each open vertex that has the least weight among its neighbors.
//
// # Random numbers
//
//	Walk   step   block i: proposal i: the open vertex, the color, and whether it is taken
package impasse
