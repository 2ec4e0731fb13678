// Package qap is the quadratic assignment problem: n facilities are to be put
// on n locations, one on each, such that the sum over all pairs i, j of
// a[i][j] · b[p(i)][p(j)] is as small as possible, where p(i) is the location of
// facility i.
//
// An Instance is the data, all integers of at least 0. Read and ReadAnswer read
// QAPLIB's .dat and .sln files, the Write methods make them. New turns an
// instance into a problem for the searches: gene i of a permutation is p(i)
// (facilities and locations count from 0 in Go, from 1 in answers). A State
// follows a permutation from move to move and knows what every exchange of two
// and rotation of three is worth in constant time. Generate makes instances
// after Taillard. Check judges an answer and shares no code with any of the
// above.
//
// Names: n facilities i, j, k and as many locations x, y; matrices a and b, row
// by row; p a permutation, q its inverse.
//
// Nothing here searches, and nothing here knows a device.
//
// # What a move is worth
//
// A State keeps, beside a permutation p, the table w[i][x] = Σ_k
// (a[i][k]·b[x][p(k)] + a[k][i]·b[p(k)][x]). When the facilities of a set S
// move from p to p', the value changes by Σ_{i∈S} (w[i][p'(i)] − w[i][p(i)]) +
// Σ_{i,j∈S} a[i][j]·(b[p'(i)][p'(j)] − b[p'(i)][p(j)] − b[p(i)][p'(j)] +
// b[p(i)][p(j)]). The table takes O(n²) to follow a move. All of it is modulo
// 2⁶⁴, where sums may wrap around on the way and differences of values are
// right all the same.
//
// Searches see the same table in the order of the places (problem.Exchanger),
// v[i][k] = w[i][p(k)] − w[i][p(i)], in 32 bits where they do, in Go and for
// devices, where a group of work-items follows a permutation on chip. Where
// not all has room, what a move changes least (ExchangeKernel.Aside) lies in
// global memory, and where that is not enough, everything.
package qap
