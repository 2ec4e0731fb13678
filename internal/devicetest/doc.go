// Package devicetest is for tests: the devices of this machine, and the suite
// that every driver must pass.
//
// Tests of kernels take their devices from All or Each, so that the same test
// binary runs on PoCL where there is no GPU and on CUDA and OpenCL where there
// is one. WARBLER_TEST_DEVICE=cuda:0,opencl:0 restricts the choice.
package devicetest
