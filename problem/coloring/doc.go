// Package coloring is graph coloring with a given number of colors: every
// vertex gets a color such that as few edges as possible join two of the same.
//
// A Graph is the data. Read reads DIMACS .col files and Write makes them. New
// turns a graph and a number of colors into a problem for the searches: gene v
// of a discrete genome is the color of vertex v (vertices count from 0 in Go,
// from 1 in files). Generate makes random graphs. Answers are as DIMACS writes them,
// and are judged by code that shares nothing with any of the above.
//
// Names: n vertices u, v; m edges e; k colors.
//
// Nothing here searches, and nothing here knows a device.
//
// # Fewest colors
//
// A problem has a number of colors, and its score is minus the conflicts. A
// search for fewest (internal/cli/fewest) is a row of such problems: DSATUR's coloring
// (internal/graph), improved by a branch and bound and by iterated greedy, gives the
// first number, a clique a lower bound, and each search has fewer colors than the
// best coloring. It begins with that coloring, whose
// smallest classes have been spread over the others, and ends with the
// first replica without conflicts; among those of one slice it is the one that
// took fewest steps, so that the answer does not depend on slices. The first
// search with one color less that fails ends the descent.
package coloring
