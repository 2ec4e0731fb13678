//go:build !amd64 && !arm64

package genetic

import "unsafe"

func prefetch(_, _ unsafe.Pointer) {}
