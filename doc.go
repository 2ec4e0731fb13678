// Package warbler is GPU-accelerated evolutionary and exact search for Go.
//
// One framework, not a bag of programs: any algorithm works on any problem
// whose representation it understands, on the CPU, on CUDA and on OpenCL, alone
// or in thousands of replicas at once, and the same algorithm, parameters, seed
// and number of steps give the same answer, bit for bit, on all of them.
//
// Where to look:
//
//   - problem says what is solved: representations, scores, and the optional
//     powers of a problem; its folders hold the problems themselves.
//   - search says how: the contract of an engine, the one loop that runs every
//     engine, stop rules, parameters and checkpoints; its folders hold the
//     algorithms.
//   - device says where: what can run kernels here and how it is chosen. A
//     program that wants GPUs imports device/cuda and device/opencl for their
//     side effect; one that does not runs on the CPU and loads no driver.
//   - kernel is the portable dialect the kernels are written in, and rng the
//     random numbers, which have addresses instead of a history.
//   - experiment holds campaigns and pictures.
//   - cmd/warbler is the command.
//
// Nothing heavy comes with this package: no plotting, no database, no network.
package warbler
