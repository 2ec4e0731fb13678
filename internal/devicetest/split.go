package devicetest

import (
	"context"
	"errors"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
)

// Split is a device that compiles every kernel as a program of its own, as CUDA's does.
func Split(d device.Device) device.Device { return split{d} }

type split struct{ device.Device }

func (s split) Compile(ctx context.Context, src kernel.Source) (device.Program, error) {
	all := pieces{}
	for _, p := range src.Split() {
		program, err := s.Device.Compile(ctx, p.Source)
		if err != nil {
			return nil, errors.Join(err, all.Close())
		}
		all[p.Kernel] = program
	}
	return all, nil
}

// pieces are programs by their kernel; "" has all.
type pieces map[string]device.Program

func (p pieces) Kernel(name string) (device.Kernel, error) {
	if own := p[name]; own != nil {
		return own.Kernel(name)
	}
	if whole := p[""]; whole != nil {
		return whole.Kernel(name)
	}
	return nil, errors.New("there is no kernel " + name)
}

func (p pieces) Close() error {
	var errs []error
	for _, own := range p {
		errs = append(errs, own.Close())
	}
	return errors.Join(errs...)
}
