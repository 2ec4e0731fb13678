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
package swarm
