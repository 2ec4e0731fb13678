// Package statistics says what samples of results show: summaries, tests
// between samples, sizes of effects, intervals.
//
// Everything is a pure function over slices of float64, which are never
// changed. Which value is better is not known here, nor where values come
// from. A sample too small for a question, or one with a NaN, gives NaN and no
// error, since a report has a cell for it either way. Infinities are ordinary
// values to what looks at ranks only.
//
// Names: x and y are samples, n and m their sizes, p is a probability.
package statistics
