//go:build !unix

// Package cputime tells how long this process has worked, for benchmarks.
package cputime

import "time"

var began = time.Now()

// Seconds is not known here; the clock has to do.
func Seconds() float64 { return time.Since(began).Seconds() }
