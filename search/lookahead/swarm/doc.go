// Package swarm decides formulas of clauses of up to three literals by thousands
// of depth-first searches at once, each in a group of work-items of a device.
//
// A node of the tree is worked on by 32 lanes. They weigh the open literals by
// the clauses that making them true would shorten, and choose 16 variables to look
// at: of every sixteenth variable the one of the highest rank. Then every lane
// makes one of the 32 literals true in its own copy of the assignment, and follows
// the clauses by itself. What leads to a contradiction is false, and so is what
// is opposite to an autarky; where nothing of that kind is found, the variable
// with the largest product of gains is divided on, and its first side has been
// followed already.
//
// A clause is never counted: the two other literals of each clause stand in the
// list of its third, and their truth is two bits. So nothing has to be undone but
// those bits.
//
// What is done at a node depends on nothing but the literals that are true there.
// The tree is therefore the same wherever it is searched, and a part of it can be
// given away as the list of its true literals: searches that are idle take the
// other side of the shallowest decision of one that has not. node.go and node.cl
// are twins.
//
// Names: a literal l is 2v, or 2v+1 when variable v is negated; ¬l is l^1.
//
// # Sharing work
//
// A search that has run dry puts its number into a ring, its ticket, and
// waits. Whoever has worked on a node and finds a ticket writes the other side
// of its shallowest decision to where that search looks for work, and then
// tells it. Tickets outlast launches. Some of the searches begin, and others
// take part from the next launch on if enough is left of the tree. Where
// groups may not wait for each other, since not all of them run at once
// (OpenCL on CPUs) or nothing is known of how they see each other's writes
// (other GPUs than NVIDIA's), what is given away is for the next launch.
//
// A search knows on which side of every decision it is, so a model has a place
// in the order of one depth-first search. With Deterministic what comes after
// the first known model is left alone until nothing before it is open, and the
// tree up to it is searched once more to count its nodes.
//
// # What measuring has shown
//
// What the parts of a node are worth, as means of six of SATLIB's uuf250-1065;
// a visit is one clause that a lookahead reads:
//
//	                                            nodes   lookaheads a node   visits a lookahead
//	16 variables, of every sixteenth the best;
//	  weights in two rounds (in use)            7,275                43.8                   65
//	the same, weights in one round             11,449                43.4                   60
//	the same, weights in three rounds           6,506                44.6                   67
//	the 16 best of all                          6,884                42.9                   68
//	8 variables                                 8,999                20.9                   81
//	32 variables                                6,265                94.3                   52
//	64 variables                                5,428                 199                   41
//
// The best of every sixteenth variable costs 5 % more nodes than the best of
// all, and no sorting. On a core this tree takes five times as long as that of
// package lookahead: it is for devices.
//
// How many groups begin, the others joining after a launch if 64 nodes are left
// for each; seconds on an H200, means of ten formulas that cannot be satisfied:
//
//	begin with   n = 250      300      350      400      450
//	all          0.00627   0.0119   0.0268    0.142    0.711
//	half         0.00564   0.0111   0.0309    0.155    0.717
//	a third      0.00546   0.0125   0.0385    0.161    0.720
//	a quarter    0.00570   0.0139   0.0463    0.159    0.723
//	a fifth      0.00571   0.0157   0.0540    0.161    0.723
//
// What else decides:
//
//   - A node takes 0.22 ms when a multiprocessor has two groups and 0.5 ms
//     when it has all 28; the way down and the last nodes of a tree take 5 to
//     8 ms however many there are.
//   - Work is given away while the kernel runs. When all searches stopped as
//     soon as a sixteenth had run dry, busy was 0.25 to 0.41 and n = 500 took
//     2.4 times as long: all waited for the slowest node.
//   - One group more than the multiprocessors hold, and there is nobody to end
//     the waiting. On-chip memory is counted in units of 128 bytes, with the 1
//     KB that every group has besides.
//   - At the end of a launch all wait for the slowest node, about 2 ms;
//     launches last 50 ms.
//   - At n = 450: 2.6 instructions a cycle with 22 warps on a multiprocessor,
//     integer logic at 69 % of its rate, memory at a third. 9.3 of 32 lanes
//     are active on average: those that have followed their literal wait for
//     the longest.
package swarm
