//go:build !unix

package main

import "time"

var began = time.Now()

// cpuSeconds is not known here; the clock has to do.
func cpuSeconds() float64 { return time.Since(began).Seconds() }
