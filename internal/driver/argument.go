package driver

import (
	"fmt"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/signature"
)

// arguments is a call with what it was given last. It belongs to who sets them:
// setting and launching must not be interleaved with another's.
type arguments struct {
	call  Call
	last  []argument
	local int // bytes of local memory, 0 before the first launch
}

type argument struct {
	bits uint64
	kind signature.Kind // Any before the first launch
	// buffer is the one that bits is the handle of. It is compared itself: a new
	// buffer may have a closed one's handle.
	buffer *buffer
}

// encode checks an argument, counted from 0.
func (k *kern) encode(i int, arg any) (a argument, err error) {
	b, ok := arg.(*buffer)
	if ok && b != nil {
		if b.dev != k.program.dev {
			return a, k.refused(fmt.Sprintf("argument %d is a buffer of another device", i+1))
		}
		if !b.Open() {
			return a, device.ErrClosed
		}
		a = argument{uint64(b.handle), signature.Buffer, b}
	} else if a.bits, a.kind, ok = signature.Scalar(arg); !ok {
		return a, k.refused(fmt.Sprintf("argument %d is %T, not a Buffer or a number of fixed size", i+1, arg))
	}
	if reason := k.signature.CheckKind(i, a.kind); reason != "" {
		return a, k.refused(reason)
	}
	if sizes := k.limits.Sizes; sizes != nil && sizes[i] != a.kind.Size() {
		return a, k.refused(fmt.Sprintf("argument %d is %v, the parameter has %d bytes", i+1, a.kind, sizes[i]))
	}
	return a, nil
}

// set gives the driver an argument, unless that has it already. Most are buffers
// that it has.
func (k *kern) set(to *arguments, i int, arg any) error {
	last := &to.last[i]
	if b, ok := arg.(*buffer); ok && b != nil && b == last.buffer && b.Open() {
		return nil
	}
	a, err := k.encode(i, arg)
	if err != nil {
		return err
	}
	if *last == a {
		return nil
	}
	*last = a
	if err := to.call.Set(i, a.bits, a.kind.Size()); err != nil {
		*last = argument{}
		return k.refused(fmt.Sprintf("argument %d (%v): %v", i+1, a.kind, err))
	}
	return nil
}

// fill checks a launch and sets all arguments. The caller is inside the gate.
func (k *kern) fill(to *arguments, shape device.Shape, args []any) error {
	for len(to.last) < len(args) {
		to.last = append(to.last, argument{})
	}
	for i, a := range args {
		if err := k.set(to, i, a); err != nil {
			return err
		}
	}
	if shape.Local == 0 || shape.Local == to.local {
		return nil
	}
	to.local = 0
	if err := to.call.SetLocal(len(args), shape.Local); err != nil {
		return k.refused(err.Error())
	}
	to.local = shape.Local
	return nil
}

// launch queues the kernel with the arguments it has been given.
func (k *kern) launch(q *queue, a *arguments, shape device.Shape) error {
	q.kernel.Store(&k.name)
	if err := a.call.Launch(q.stream, shape); err != nil {
		return k.refused(err.Error())
	}
	return nil
}
