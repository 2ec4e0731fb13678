package driver

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
)

// Native is a device as CUDA and OpenCL have it. Any goroutine may call it, and
// an object is not used any more when it is released. held is how many bytes of
// device memory are allocated.
type Native interface {
	FreeMemory(held uint64) (uint64, error)
	// Alloc gives the handle of device memory.
	Alloc(bytes, held uint64) (uintptr, error)
	Free(handle uintptr) error
	// AllocHost gives page-locked memory, and a handle where it has one.
	AllocHost(bytes int, held uint64) (memory []byte, handle uintptr, err error)
	FreeHost(memory []byte, handle uintptr) error
	NewStream() (Stream, error)
	// Compile builds the assembled text of a source, or takes it from the cache.
	Compile(src kernel.Source, text string) (Module, error)
	// Release ends the device; all that was made from it has been released.
	Release() error
}

// Stream is an in-order queue of commands. Ranges are not empty.
type Stream interface {
	// Write and Read return at once where the host's memory is page-locked, else
	// when that may be used again.
	Write(dst uintptr, offset int, src []byte, pinned bool) error
	Read(dst []byte, src uintptr, offset int, pinned bool) error
	Copy(dst uintptr, dstOffset int, src uintptr, srcOffset, bytes int) error
	Zero(dst uintptr, offset, bytes int) error
	// Wait waits for what was queued before it, and Finish, which cannot be
	// interrupted, until the stream is empty.
	Wait(ctx context.Context) error
	Finish() error
	// Record queues an event and gives its handle.
	Record() (uintptr, error)
	Done(event uintptr) (bool, error)
	// Elapsed is the time from an event to another; ok is false when one of them
	// has not happened yet.
	Elapsed(earlier, later uintptr) (took time.Duration, ok bool, err error)
	ReleaseEvent(event uintptr) error
	Release() error
}

// Module is a program that was built.
type Module interface {
	// Kernel finds a kernel; the Call is nil where there is none of that name. shown
	// is how many parameters the source shows, or -1.
	Kernel(name string, shown int) (Call, Limits, error)
	Release() error
}

// Limits is what a driver tells about a kernel.
type Limits struct {
	Groups     int   // at most in a launch
	Group      int   // at most in a group
	Static     int   // bytes of local memory that it declares itself
	Params     int   // how many parameters it has, or -1
	LocalParam bool  // Params counts the local memory
	Sizes      []int // of the parameters, or nil
}

// Call is a kernel with its arguments. One goroutine uses it at a time. The text
// of its errors is a reason for a LaunchError.
type Call interface {
	// Set gives it an argument: the low bytes of bits.
	Set(index int, bits uint64, bytes int) error
	// SetLocal gives it local memory, which comes after the arguments.
	SetLocal(args, bytes int) error
	Launch(s Stream, shape device.Shape) error
	// Another makes one of the same kernel, with arguments of its own.
	Another() (Call, error)
	Release()
}
