// Package kernel holds the portable kernel dialect: one source that NVRTC
// reads as CUDA C++ and an OpenCL driver as OpenCL C 1.2.
//
// prelude.cl maps a fixed vocabulary (KERNEL, DEVICE, GLOBAL, LOCAL, …) onto
// both languages. Besides it only group.cl and the walks of search/walk have an
// #ifdef on the language, and what stands around users' fragments; a sort of
// internal/parallel is for CUDA alone.
// philox.cl and gaussian.cl are the twins of package internal/rng, elementary.cl of
// package internal/elementary; group.cl has sums, scans and sorts within one
// work-group. A Source strings parts and #defines together for a device to
// compile.
//
// Rules that every kernel keeps, because some driver breaks otherwise: each
// barrier is reached by all work-items of the group in uniform control flow, so
// no early return (mask instead) and uniform loop bounds around barriers; 64-bit
// atomics are never required; a barrier across groups is a launch boundary; no
// fused multiply-add and none of the language's own transcendental functions.
//
// Nothing here launches anything: package device compiles and runs, package
// internal/parallel has the launchable building blocks.
package kernel
