//go:build !linux

// Package dynlib opens shared libraries on Linux; elsewhere it is empty.
package dynlib
