// Package device is WHERE kernels run: the contract that CUDA and OpenCL
// fulfill, the registry of drivers, and the choice of a device by name.
//
// The drivers live in device/cuda and device/opencl and register themselves;
// a program that imports neither runs on the CPU alone. Nothing here knows
// what a kernel computes.
//
// Drivers crash and hang, so what a machine has is found out in a child
// process (List), once: the answer, a crash too, is remembered until the driver, the
// machine or the program changes. A device that is opened must pass a self-test (Open).
// What the drivers have in common is in internal/driver.
//
// Environment: WARBLER_CACHE names the folder for compiled programs and for what is
// remembered of drivers ("off": none); WARBLER_SYNC=1 makes every launch wait and be checked;
// WARBLER_OPENCL_OPTIONS are added to the options that OpenCL compiles with;
// WARBLER_LIBCUDA, WARBLER_NVRTC and WARBLER_LIBOPENCL name libraries to load
// instead of those that would be found.
package device
