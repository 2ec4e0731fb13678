// Package device is WHERE kernels run: the contract that CUDA and OpenCL
// fulfil, the registry of drivers, and the choice of a device by name.
//
// The drivers live in device/cuda and device/opencl and register themselves;
// a program that imports neither runs on the CPU alone. Nothing here knows
// what a kernel computes.
package device
