// Package warbler is GPU-accelerated evolutionary and exact search for Go.
//
// A problem is a function over bits, symbols, an order or a vector, or any type
// that implements Problem; Solve finds a good solution of it:
//
//	p := warbler.Binary(n, func(chosen warbler.Bits) int { … })
//	result, err := warbler.Solve(ctx, p, warbler.Time(10*time.Second))
//
// Functions may return several values (Objectives), fail or take long (TryReal and its
// like), and have rules (Constraint) and operators (Crossover, Mutate, First, Repair) with
// them. Mixed is for named variables of several types.
//
// Any algorithm works on any problem whose genomes it understands, on the CPU,
// on CUDA and on OpenCL, alone or in thousands of replicas at once, and the same
// algorithm, parameters, seed and number of steps give the same answer, bit for
// bit, on all of them. A problem of a Go function runs on the CPU; one that has
// a twin in the kernel dialect (problem.Kernelled) runs on devices too.
//
// New is Solve with progress, NewLoop is for those who own their loop: it asks
// for values and is told them. Options have the names of the command's flags.
// Whatever ends a run, its best solution is kept, and a run can be saved and
// resumed to the same bits.
//
// Where to look further:
//
//   - problem says what is solved: representations, scores, and the optional
//     powers of a problem; its folders hold the problems themselves.
//   - search says how: the contract of an engine, the one loop that runs every
//     engine, stop rules, parameters and checkpoints; its folders hold the
//     algorithms.
//   - device says where: what can run kernels here and how it is chosen.
//   - kernel is the portable dialect the kernels are written in.
//   - cmd/warbler is the command, with campaigns and pictures.
//
// Nothing heavy comes with this package: no plotting, no database, no network.
// Drivers are loaded when a device is asked for, and never with Device("cpu").
package warbler
