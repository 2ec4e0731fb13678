//go:build linux

package main

import (
	"fmt"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/dynlib"
)

// contexts has the programs that only load a driver and make a context.
var contexts = map[string]func() error{"cuda": cuda, "opencl": opencl}

func cuda() error {
	var a struct {
		init   uintptr `symbol:"cuInit"`
		get    uintptr `symbol:"cuDeviceGet"`
		retain uintptr `symbol:"cuDevicePrimaryCtxRetain"`
	}
	handle, _, err := dynlib.Open("libcuda.so.1")
	if err == nil {
		err = dynlib.Bind(handle, &a)
	}
	if err != nil {
		return err
	}
	var id int32
	var context uintptr
	code := dynlib.Call(a.init, 0)
	if code == 0 {
		code = dynlib.Call(a.get, uintptr(unsafe.Pointer(&id)), 0)
	}
	if code == 0 {
		code = dynlib.Call(a.retain, uintptr(unsafe.Pointer(&context)), uintptr(id))
	}
	if code != 0 {
		return fmt.Errorf("CUDA error %d", code)
	}
	return nil
}

func opencl() error {
	var a struct {
		platforms uintptr `symbol:"clGetPlatformIDs"`
		devices   uintptr `symbol:"clGetDeviceIDs"`
		context   uintptr `symbol:"clCreateContext"`
	}
	handle, _, err := dynlib.Open("libOpenCL.so.1", "libOpenCL.so")
	if err == nil {
		err = dynlib.Bind(handle, &a)
	}
	if err != nil {
		return err
	}
	var platform, device uintptr
	var made int32
	code := dynlib.Call(a.platforms, 1, uintptr(unsafe.Pointer(&platform)), 0)
	if code == 0 {
		const all = 0xffffffff
		code = dynlib.Call(a.devices, platform, all, 1, uintptr(unsafe.Pointer(&device)), 0)
	}
	if code == 0 {
		dynlib.CallHandle(a.context, 0, 1, uintptr(unsafe.Pointer(&device)), 0, 0, uintptr(unsafe.Pointer(&made)))
		code = made
	}
	if code != 0 {
		return fmt.Errorf("OpenCL error %d", code)
	}
	return nil
}
