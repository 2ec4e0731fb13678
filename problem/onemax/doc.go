// Package onemax is the smallest problem there is: the score of a binary
// genome is the number of its ones. It is the usual first test of a genetic
// algorithm, and here also the smallest example of a problem with a twin in the
// kernel dialect.
package onemax
