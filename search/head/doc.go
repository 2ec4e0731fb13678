// Package head colors graphs by pairs of colorings that cross, and a TabuCol search for
// every child: HEAD of Moalic and Gondran 2018 with one pair, for a CPU ("head"), and with
// many side by side, for a device ("hea"). It knows the graph, not only the score: see
// graph.Problem.
//
// A step is a generation. Children (gpx.go) take the largest classes of their parents in
// turn. Their searches (tabucol.go, tabucol.cl) take nearly all the time, and advance
// together on goroutines or on a device, a group of work-items each. Then they replace
// their parents, elites come back, and a pair whose members are alike begins anew
// (replica.go). The outer loop is in Go and the same everywhere. A generation that is
// left is not lost: what its searches have found is known, and a checkpoint has the
// generation before.
//
// # Random numbers
//
//	Init   individual: member           step: generation      first colorings, and those of restarts
//	Cross  individual: child            step: generation      word i: which class color i is; behind them: colors of what is left
//	Walk   individual: search           step: its iteration   word 0: ties; word 1: the tenure
//
// # The table of a search
//
// A cell says how many neighbors of a vertex have a color, and its highest bit whether the
// vertex may not take that color. The bit is set for the color that it has, too. So the
// best move of a vertex is the least number in its row, which vector instructions find
// (least_amd64.s). Bits are cleared by a ring of lists, one for each iteration to come.
//
// Among equal moves the highest tie decides, a product of cell and random word, so the
// order in which vertices in conflict are listed does not matter, and work-items need not
// agree on one. A random graph of 500 vertices and density 0.5 with 50 colors has about
// 20 vertices in conflict; an iteration then takes 0.9 µs, of which 0.4 are the rows of
// the 250 neighbors, and took 1.7 with loops in Go.
package head
