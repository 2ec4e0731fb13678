package answer

import (
	"io"

	"github.com/warbler-opt/warbler/problem"
)

// One makes a Kind's Read of a reader of files that hold one instance.
func One[T problem.Instance](read func(r io.Reader, name string) (T, error)) func(r io.Reader, name string) ([]problem.Instance, error) {
	return Many(func(r io.Reader, name string) ([]T, error) {
		one, err := read(r, name)
		return []T{one}, err
	})
}

// Many makes a Kind's Read of a reader of files that hold several.
func Many[T problem.Instance](read func(r io.Reader, name string) ([]T, error)) func(r io.Reader, name string) ([]problem.Instance, error) {
	return func(r io.Reader, name string) (all []problem.Instance, err error) {
		list, err := read(r, name)
		for _, one := range list {
			all = append(all, one)
		}
		return all, err
	}
}
