// Package climb is the hill climbing that is part of population searches. A climb
// visits the genes of a binary genome in order and keeps every flip that raises the
// score. On formulas whose clauses all count alike it is bit-sliced: a word holds one
// variable of 64 genomes, which all consider the same flip at the same time. On other
// formulas a device keeps the number of true literals of every clause, and on other
// problems it scores every flip anew.
package climb
