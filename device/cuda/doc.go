// Package cuda runs kernels on NVIDIA GPUs through the CUDA driver API, and
// compiles them with NVRTC. Both are loaded at run time: libcuda.so.1 (or what
// WARBLER_LIBCUDA names) and an NVRTC of CUDA 11, 12 or 13 from wherever it is
// installed (WARBLER_NVRTC names one). It registers itself with package device;
// programs import it for that alone. It exists on Linux only.
//
// A program is compiled kernel by kernel, side by side, and a kernel is loaded when it is
// first used. NVRTC is not loaded where the cache has all of them.
//
// A CUDA context belongs to an OS thread, goroutines do not, so every call
// makes the device's context current on a locked thread first.
//
// A kernel that goes astray ruins the context, and with it every device opened
// here that shares it: all their calls fail at once from then on, and the GPU
// can be opened again only after they are closed, if the driver allows it in the
// same process at all.
package cuda
