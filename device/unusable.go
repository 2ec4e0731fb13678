package device

import "errors"

// Unusable reports whether an error says that a device cannot do a piece of
// work, so that the CPU may do it instead.
func Unusable(err error) bool {
	return is[*OutOfMemoryError](err) || is[*CompileError](err) || is[*LaunchError](err) || is[*NotFoundError](err) ||
		is[*DriverError](err) || is[*SelfTestError](err)
}

func is[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}
