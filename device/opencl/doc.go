// Package opencl runs kernels through OpenCL 1.2 or later: on GPUs of any
// maker, and on CPUs through PoCL. It loads libOpenCL.so.1 at run time (or what
// WARBLER_LIBOPENCL names) and registers itself with package device; programs
// import it for that alone. It exists on Linux only.
//
// Handles of OpenCL are counted by OpenCL itself: an object that a queued
// command still needs survives its release. What is left to do here is to keep
// Go calls off released handles, which package lifetime does.
package opencl
