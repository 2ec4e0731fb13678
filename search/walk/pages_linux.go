package walk

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of huge pages, or a multiple of it.
const hugePage = 2 << 20

// hugeSlice is make([]T, n), for n so large that a flip finds hardly anything it
// reads on a page that the processor knows the place of: if the kernel has huge
// pages for those who ask, it asks. T has no pointers.
func hugeSlice[T int64 | uint32 | trueLits](n int) []T {
	s := make([]T, n)
	var zero T
	first := unsafe.SliceData(s)
	size := uintptr(n) * unsafe.Sizeof(zero)
	if size < 2*hugePage {
		return s
	}
	skip := -uintptr(unsafe.Pointer(first)) % hugePage // to the first whole page
	whole := (size - skip) / hugePage * hugePage
	// Where the kernel refuses, pages stay as they are.
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(first)), size)[skip:skip+whole], unix.MADV_HUGEPAGE)
	return s
}
