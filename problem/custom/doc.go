// Package custom is problems that users write: a fragment of C with a function
// fitness, and a header that says what genomes are. Open makes a Problem of one.
//
// The text is read by three compilers: NVRTC, an OpenCL driver's and the
// system's, which makes a library that is loaded without cgo, so that there is one
// text and one meaning. What users see (genome, gene, data, score) are macros that
// end with the text; on a device they map it onto what problem.Kernel promises, on
// the CPU onto a prelude of its own (native.h). The text's own names and macros get
// a prefix, and #line keeps its lines. A scanner finds the declarations outside of
// functions, to put DEVICE and CONSTANT before them. Small data stands in the source,
// the rest in a buffer.
//
// A fragment can crash or hang the process that runs it. So a Problem is solved in
// children (package internal/subprocess), and this process only compiles and asks.
// That is why this package, alone among the problems, knows package search. Before
// that the fragment is tried on random genomes by a program of its own, with all that
// the C compiler can check: arrays of data have known sizes there, and mistakes lines.
package custom
