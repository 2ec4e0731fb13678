package device

import "errors"

// Unusable reports whether an error says that a device cannot do a piece of
// work, so that the CPU may do it instead. One that comes from another process has
// a method of that name.
func Unusable(err error) bool {
	var told interface{ Unusable() bool }
	if errors.As(err, &told) {
		return told.Unusable()
	}
	return is[*OutOfMemoryError](err) || is[*CompileError](err) || is[*LaunchError](err) || is[*NotFoundError](err) ||
		is[*DriverError](err) || is[*SelfTestError](err)
}

func is[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}
