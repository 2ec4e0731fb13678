// Package custom is problems that users write: a fragment of C with a function
// fitness, and a header that says what genomes are.
//
// A Fragment is the text with its header and data, read and checked. Its twin
// in the kernel dialect is the same text between two generated parts, which map
// what users see (genome, gene, data, score) onto what problem.Kernel promises;
// on the CPU the system's C compiler reads it behind a prelude of its own
// (native.h), so that there is one text and one meaning.
//
// A Native runs the compiled fragment in this process, which it can crash or
// hang: it belongs into a child (package internal/subprocess). Nothing here starts
// processes but the compiler.
//
// The text is read by three compilers: NVRTC, an OpenCL driver's and the
// system's, which makes a library that is loaded without cgo. What users see
// are macros that end with the text; the text's own names and macros get a
// prefix, and #line keeps its lines. A scanner finds the declarations outside
// of functions, to put DEVICE and CONSTANT before them. Small data stands in
// the source, the rest in a buffer.
package custom
