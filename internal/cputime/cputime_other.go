//go:build !unix

// Package cputime tells how long this process has worked, for benchmarks.
package cputime

import "time"

var began = time.Now()

// Measured tells whether Seconds is the CPU time, or the clock's.
const Measured = false

// Seconds is not known here; the clock has to do.
func Seconds() float64 { return time.Since(began).Seconds() }
