// Package qap is the quadratic assignment problem: n facilities are to be put
// on n locations, one on each, such that the sum over all pairs i, j of
// a[i][j] · b[p(i)][p(j)] is as small as possible, where p(i) is the location of
// facility i.
//
// An Instance is the data, all integers of at least 0. Read reads QAPLIB's .dat files
// and Write makes them; answers are .sln files. New turns an instance into a problem for
// the searches: gene i of a permutation is p(i) (facilities and locations count from 0
// in Go, from 1 in answers). Generate makes instances after Taillard. Answers are
// judged by code that shares nothing with any of the above.
//
// Names: n facilities i, j, k and as many locations x, y; matrices a and b, row
// by row; p a permutation, q its inverse.
//
// Nothing here searches, and nothing here knows a device.
//
// # What a move is worth
//
// Beside a permutation p there is a table w[i][x] = Σ_k (a[i][k]·b[x][p(k)] +
// a[k][i]·b[p(k)][x]): what facility i has to do with all others if it stands on
// location x and they where they are. When the facilities of a set S
// move from p to p', the value changes by Σ_{i∈S} (w[i][p'(i)] − w[i][p(i)]) +
// Σ_{i,j∈S} a[i][j]·(b[p'(i)][p'(j)] − b[p'(i)][p(j)] − b[p(i)][p'(j)] +
// b[p(i)][p(j)]). So every move is valued in constant time, and the table takes O(n²)
// to follow one; Luong, Melab and Talbi (2010, section IV.A) value a move in O(n).
//
// Searches see the table in the order of the places (problem.Exchanger),
// v[i][k] = w[i][p(k)] − w[i][p(i)], in 32 bits where they do, in Go and for
// devices, where a group of work-items follows a permutation on chip. Where
// not all has room, what a move changes least (problem.MoveKernel.Aside) lies in
// global memory, and where that is not enough, everything.
package qap
