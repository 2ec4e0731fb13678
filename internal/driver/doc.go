// Package driver is what CUDA and OpenCL have in common: a device.Device over
// the few things that each does in its own way (Native, Stream, Module, Call).
//
// Whether an object is still open, belongs to this device and lies within its
// bounds, and whether a launch fits the kernel, is checked here. What a driver's
// functions return is judged in device/cuda and device/opencl.
package driver
