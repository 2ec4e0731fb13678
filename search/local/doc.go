// Package local improves single solutions step by step: hill climbing inside
// the population searches; climbs, tabu search and walks by themselves. Every
// step depends on the one before, so what is spread over cores and devices is
// many solutions at once.
//
// A climb visits the genes of a binary genome in order and keeps every flip
// that raises the score. On formulas whose clauses all count alike it is
// bit-sliced: a word holds one variable of 64 genomes, which all consider the
// same flip at the same time, and upright counters add up what each gains. The
// clauses are laid out for that on a ladder, whose levels are variables that
// share no clause and may be visited side by side. On other formulas a device
// keeps the number of true literals of every clause, as sat.State does, and on
// other problems it scores every flip anew; both are done in parts, since a
// launch must be short.
//
// A trail goes from neighbor to neighbor of a genome, binary, discrete or a
// permutation, by the moves of a neighborhood (moveSet), which a evaluator values as
// quickly as the problem can. Climb takes the best move while it improves, and
// then begins anew; tabu takes the best in any case, and lets it rest; robust
// forbids genes to take values again; iterated search climbs, or does one of
// these, from the best again and again; annealing tries one move at random.
//
// A walk changes one variable a step, for better or worse. Weighting flips the
// variable that gains most in the weights of clauses, which rise while they stay
// false; tabu search the one that gains most in cost, which then rests; probing
// one of a false clause, by how many clauses that breaks. All numbers are
// integers and all random words have addresses, so that a walk is the same
// wherever it runs.
package local
