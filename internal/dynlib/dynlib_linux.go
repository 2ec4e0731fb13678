// Package dynlib opens shared libraries and finds their functions, without cgo.
//
// A driver names its functions in the tags of a struct; what comes out are addresses for
// purego.SyscallN, which costs a quarter of purego's typed calls. Libraries are
// never closed: GPU drivers do not survive it.
package dynlib

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
)

// Open loads the first of the libraries that can be loaded and returns its
// handle and which one it was. The error says what was tried and why each
// failed.
func Open(names ...string) (handle uintptr, name string, err error) {
	var tried []string
	for _, n := range names {
		h, err := purego.Dlopen(n, purego.RTLD_NOW|purego.RTLD_LOCAL)
		if err == nil {
			return h, n, nil
		}
		tried = append(tried, strings.TrimSpace(err.Error()))
	}
	return 0, "", fmt.Errorf("%s", strings.Join(tried, "; "))
}

// Bind finds functions in an open library: those that the tags of a struct's fields
// name get their addresses there. One that not every version has is named with a "?"
// at its end; where it is missing, the address stays 0.
func Bind(handle uintptr, functions any) error {
	to := reflect.ValueOf(functions).Elem()
	for i := range to.NumField() {
		name, optional := strings.CutSuffix(to.Type().Field(i).Tag.Get("symbol"), "?")
		if name == "" {
			continue
		}
		p, err := purego.Dlsym(handle, name)
		if err != nil && !optional {
			return fmt.Errorf("the function %s is missing", name)
		}
		*(*uintptr)(unsafe.Pointer(to.Field(i).UnsafeAddr())) = p
	}
	return nil
}

// Call calls a function that returns a code.
//
//go:uintptrescapes
func Call(fn uintptr, args ...uintptr) int32 {
	r, _, _ := purego.SyscallN(fn, args...)
	return int32(r)
}

// CallHandle calls a function that returns a handle or an address.
//
//go:uintptrescapes
func CallHandle(fn uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(fn, args...)
	return r
}

// Pointer makes a pointer of an address that is not Go's.
func Pointer(address uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&address))
}

// CString is text as C wants it, with a zero at its end.
func CString(s string) []byte { return append([]byte(s), 0) }

// GoString is the text before the first zero.
func GoString(b []byte) string {
	s, _, _ := strings.Cut(string(b), "\x00")
	return strings.TrimSpace(s)
}
