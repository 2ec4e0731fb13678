// Package parallel has what an engine launches over large arrays: exclusive scans
// and a stable radix sort.
//
// Both are segmented: an array holds equally long segments one after the other,
// one per replica, and each segment is treated as if it were alone. CUDA has a part
// of the sort of its own (sort_warp.cl). Tests compare them with plain Go on every
// device.
//
// Methods only queue work: they neither wait nor allocate. What they need
// besides their arguments is in a Scratch, made once for the largest size.
// A Scratch serves one queue at a time.
//
// Nothing here knows about searches or problems.
package parallel
