//go:build linux

package opencl

import "fmt"

// Constants of cl.h.
const (
	success = 0

	platformName = 0x0902

	deviceTypeGPU = 1 << 2
	deviceTypeAll = 0xFFFFFFFF

	deviceType               = 0x1000
	deviceMaxComputeUnits    = 0x1002
	deviceMaxWorkGroupSize   = 0x1004
	deviceMaxMemAllocSize    = 0x1010
	deviceSingleFPConfig     = 0x101B
	deviceGlobalMemSize      = 0x101F
	deviceLocalMemSize       = 0x1023
	deviceAvailable          = 0x1027
	deviceCompilerAvailable  = 0x1028
	deviceName               = 0x102B
	deviceVendor             = 0x102C
	driverVersion            = 0x102D
	deviceVersion            = 0x102F
	deviceExtensions         = 0x1030
	deviceDoubleFPConfig     = 0x1032
	devicePCIBusNV           = 0x4008
	devicePCISlotNV          = 0x4009
	devicePCIDomainNV        = 0x400A
	fpCorrectlyRoundedDivide = 1 << 7

	queueProfiling = 1 << 1

	memReadWrite    = 1 << 0
	memAllocHostPtr = 1 << 4
	mapReadWrite    = 1<<0 | 1<<1

	programBinarySizes = 0x1165
	programBinaries    = 0x1166
	programBuildLog    = 0x1183

	kernelNumArgs       = 0x1191
	kernelWorkGroupSize = 0x11B0
	kernelLocalMemSize  = 0x11B2

	eventExecutionStatus = 0x11D3
	complete             = 0
	profilingCommandEnd  = 0x1283

	errOutOfMemory        = -4 // CL_MEM_OBJECT_ALLOCATION_FAILURE
	errOutOfResources     = -5
	errOutOfHostMemory    = -6
	errBuildFailure       = -11
	errInvalidKernelName  = -46
	errInvalidBufferSize  = -61
	errPlatformNotFoundKH = -1001
)

// codeNames has cl.h's names for the codes that can come up.
var codeNames = map[int32]string{
	-1: "CL_DEVICE_NOT_FOUND", -2: "CL_DEVICE_NOT_AVAILABLE", -3: "CL_COMPILER_NOT_AVAILABLE",
	-4: "CL_MEM_OBJECT_ALLOCATION_FAILURE", -5: "CL_OUT_OF_RESOURCES", -6: "CL_OUT_OF_HOST_MEMORY",
	-7: "CL_PROFILING_INFO_NOT_AVAILABLE", -8: "CL_MEM_COPY_OVERLAP", -11: "CL_BUILD_PROGRAM_FAILURE",
	-12: "CL_MAP_FAILURE", -14: "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
	-30: "CL_INVALID_VALUE", -31: "CL_INVALID_DEVICE_TYPE", -32: "CL_INVALID_PLATFORM",
	-33: "CL_INVALID_DEVICE", -34: "CL_INVALID_CONTEXT", -35: "CL_INVALID_QUEUE_PROPERTIES",
	-36: "CL_INVALID_COMMAND_QUEUE", -37: "CL_INVALID_HOST_PTR", -38: "CL_INVALID_MEM_OBJECT",
	-42: "CL_INVALID_BINARY", -43: "CL_INVALID_BUILD_OPTIONS", -44: "CL_INVALID_PROGRAM",
	-45: "CL_INVALID_PROGRAM_EXECUTABLE", -46: "CL_INVALID_KERNEL_NAME", -47: "CL_INVALID_KERNEL_DEFINITION",
	-48: "CL_INVALID_KERNEL", -49: "CL_INVALID_ARG_INDEX", -50: "CL_INVALID_ARG_VALUE",
	-51: "CL_INVALID_ARG_SIZE", -52: "CL_INVALID_KERNEL_ARGS", -53: "CL_INVALID_WORK_DIMENSION",
	-54: "CL_INVALID_WORK_GROUP_SIZE", -55: "CL_INVALID_WORK_ITEM_SIZE", -56: "CL_INVALID_GLOBAL_OFFSET",
	-57: "CL_INVALID_EVENT_WAIT_LIST", -58: "CL_INVALID_EVENT", -59: "CL_INVALID_OPERATION",
	-61: "CL_INVALID_BUFFER_SIZE", -63: "CL_INVALID_GLOBAL_WORK_SIZE", -1001: "CL_PLATFORM_NOT_FOUND_KHR",
}

func codeName(code int32) string {
	if n := codeNames[code]; n != "" {
		return n
	}
	return fmt.Sprintf("OpenCL error %d", code)
}
