package device

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/kernel"
)

// Info describes a device.
type Info struct {
	Driver       string // "cuda" or "opencl"
	Index        int    // among the driver's devices: cuda:0, opencl:1
	Name         string // as the vendor has it
	Vendor       string
	Version      string // of the driver
	Architecture string // "sm_90" on CUDA, the device's version string on OpenCL
	Bus          string // place on the PCI bus, "0000:3b:00", where the driver tells
	GPU          bool   // false for OpenCL on a CPU
	ComputeUnits int
	MaxGroup     int    // largest work-group
	Memory       uint64 // bytes in all
	MaxAlloc     uint64 // largest single buffer
	LocalMemory  int    // bytes of on-chip memory a group may use
}

// ID is the name that --device takes: "cuda:0".
func (i Info) ID() string { return id(i.Driver, i.Index) }

// Device runs kernels. Every method, of it and of what it makes, is safe to
// call from any goroutine.
type Device interface {
	Info() Info
	// FreeMemory reports how many bytes can still be allocated, as far as the
	// driver tells; OpenCL without an extension gives an upper bound.
	FreeMemory() (uint64, error)
	// Compile builds a program, or takes it from the cache on disk.
	Compile(ctx context.Context, src kernel.Source) (Program, error)
	// Alloc reserves device memory; its content is undefined. A failure is an
	// *OutOfMemoryError.
	Alloc(bytes int) (Buffer, error)
	// AllocHost reserves page-locked host memory for asynchronous copies.
	AllocHost(bytes int) (HostBuffer, error)
	// NewQueue makes a queue: its commands run in order, those of different
	// queues may overlap.
	NewQueue() (Queue, error)
	// Close releases the device and all that was made from it and is still open.
	// Closing anything twice is fine; using it after Close gives ErrClosed.
	Close() error
}

// Program is a compiled kernel.Source.
type Program interface {
	// Kernel finds a kernel by name.
	Kernel(name string) (Kernel, error)
	Close() error
}

// Kernel is a function that a Queue can launch.
type Kernel interface {
	Name() string
	// MaxGroup is the largest group this kernel can be launched with.
	MaxGroup() int
}

// Buffer is device memory.
type Buffer interface {
	Size() int
	Close() error
}

// HostBuffer is page-locked host memory.
type HostBuffer interface {
	// Bytes is the memory; it is valid until Close.
	Bytes() []byte
	Close() error
}

// Shape is the size of a launch: groups × group work-items, in one dimension,
// and the bytes of the kernel's LOCAL_BLOCK (0 where it has none).
type Shape struct {
	Groups, Group int
	Local         int
}

// Queue is an in-order stream of commands. Launch, the copies and Record
// return once the command is queued; an error of the command itself may come
// from a later call, at the latest from Wait.
type Queue interface {
	// Launch runs a kernel. An argument is a Buffer, int32, uint32, int64,
	// uint64, float32 or float64, in the order and of the type of the kernel's
	// parameters; anything else is an error, which names the kernel.
	Launch(k Kernel, shape Shape, args ...any) error
	// Prepare checks a launch and keeps it, to be queued any number of times at
	// the least cost: Launch looks at every argument anew each time. It queues
	// nothing itself. The Launcher ends with the queue, the kernel's program and
	// the buffers it was given.
	Prepare(k Kernel, shape Shape, args ...any) (Launcher, error)
	// Write copies src into dst from offset on. With ordinary memory it returns
	// when src may be reused; with the memory of a HostBuffer at once, and src
	// must stay untouched until Wait.
	Write(dst Buffer, offset int, src []byte) error
	// Read copies from src into dst and returns when dst is filled, unless dst is
	// in a HostBuffer: then at once, and dst is filled after Wait.
	Read(dst []byte, src Buffer, offset int) error
	// Copy moves bytes between buffers of the same device.
	Copy(dst Buffer, dstOffset int, src Buffer, srcOffset, bytes int) error
	// Zero sets bytes from offset on to zero.
	Zero(dst Buffer, offset, bytes int) error
	// Record marks a moment in the queue.
	Record() (Event, error)
	// Wait returns when every command queued so far has finished, or with the
	// context's error when ctx ends first; the commands then go on.
	Wait(ctx context.Context) error
	Close() error
}

// Launcher is a launch that Queue.Prepare made, with arguments of its own:
// other launches of the same kernel do not change them.
type Launcher interface {
	// Launch queues the kernel, as Queue.Launch does. It gives ErrClosed when
	// anything it needs was closed.
	Launch() error
	// Set changes an argument, counted from 0, for the launches that follow: a
	// step's number, say. What is already queued keeps the old value.
	Set(index int, arg any) error
	Close() error
}

// Event is a moment in a queue.
type Event interface {
	// Since returns the device time that passed from an earlier event of the same
	// queue; both must have happened (Wait).
	Since(earlier Event) (time.Duration, error)
	// Done reports whether the moment has passed.
	Done() (bool, error)
	Close() error
}
