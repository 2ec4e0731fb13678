//go:build amd64 || arm64

package genetic

import "unsafe"

// prefetch brings what two pointers point to nearer, while other work goes on: a
// load that nobody waits for yet would hold up what comes behind it.
//
//go:noescape
func prefetch(a, b unsafe.Pointer)
