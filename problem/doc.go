// Package problem says WHAT is solved: how a candidate is represented, how it
// is scored, and which further powers a problem may have.
//
// The required interface is tiny; everything else is an optional interface
// that a search discovers by type assertion, as in package io. Problems
// themselves live in the folders below, each with its file formats, its
// objective in Go, the twin of that objective in the kernel dialect, and a
// checker that shares nothing with either.
//
// A Kind is what such a folder registers for the command, campaigns and tests.
// It reads an Instance, which with the values of flags becomes a Task: a Problem,
// and the Form of its answers.
//
// Nothing here searches, and nothing here knows a device.
package problem
