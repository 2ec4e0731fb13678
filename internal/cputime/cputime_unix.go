//go:build unix

// Package cputime tells how long this process has worked, for benchmarks and campaigns: what others
// do on a shared machine is not in it.
package cputime

import "syscall"

// Measured tells whether Seconds is the CPU time, or the clock's.
const Measured = true

// Seconds is the CPU time of this process so far.
func Seconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
