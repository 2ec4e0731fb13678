package driver

import (
	"fmt"
	"sync"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
	"github.com/warbler-opt/warbler/internal/signature"
	"github.com/warbler-opt/warbler/kernel"
)

// program is a built source and the kernels taken from it so far.
type program struct {
	lifetime.Handle
	dev     *dev
	built   *built
	name    string
	mu      sync.Mutex
	kernels map[string]*kern
}

func (d *dev) compile(src kernel.Source) (device.Program, error) {
	p := &program{dev: d, name: src.Name, kernels: map[string]*kern{}}
	return adopt[device.Program](d, p, &p.Handle, lifetime.OtherRank, 0, func() (err error) {
		p.built, err = d.modules.take(src, d.native)
		return err
	}, p.release)
}

func (p *program) release() error {
	p.dev.gate.Drain()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range p.kernels {
		k.shared.call.Release()
	}
	return p.dev.modules.give(p.built)
}

// kern is a kernel with the arguments that all launches but the prepared ones
// share.
type kern struct {
	program   *program
	name      string
	limits    Limits
	signature *signature.Signature

	mu     sync.Mutex // guards shared
	shared arguments
}

func (p *program) Kernel(name string) (device.Kernel, error) {
	if !p.Acquire() {
		return nil, device.ErrClosed
	}
	defer p.Release()
	p.mu.Lock()
	defer p.mu.Unlock()
	if k := p.kernels[name]; k != nil {
		return k, nil
	}
	s, shown := p.built.signatures[name], -1
	if s != nil {
		shown = len(s.Params)
	}
	call, limits, err := p.built.module.Kernel(name, shown)
	if err != nil {
		return nil, err
	}
	k := &kern{program: p, name: name, limits: limits, signature: s, shared: arguments{call: call}}
	if call == nil {
		return nil, k.refused(fmt.Sprintf("there is no such kernel in %s", p.name))
	}
	if s != nil && limits.Params >= 0 && shown != k.params(s.Local) {
		k.signature = nil // the driver knows better than our reading of the text
	}
	p.kernels[name] = k
	return k, nil
}

// params is how many parameters the driver counts besides local memory.
func (k *kern) params(local bool) int {
	if local && k.limits.LocalParam {
		return k.limits.Params - 1
	}
	return k.limits.Params
}

func (k *kern) Name() string { return k.name }

func (k *kern) MaxGroup() int { return k.limits.Group }

func (k *kern) refused(reason string) error {
	return &LaunchError{Device: k.program.dev.info.ID(), Kernel: k.name, Reason: reason}
}

// check says what is wrong with a launch, as far as it can be known before the
// arguments are looked at.
func (k *kern) check(q *queue, shape device.Shape, args int) error {
	most := k.program.dev.info.LocalMemory
	switch {
	case !q.Open() || !k.program.Open():
		return device.ErrClosed
	case shape.Groups <= 0 || shape.Group <= 0:
		return k.refused(fmt.Sprintf("a launch of %d groups of %d is empty", shape.Groups, shape.Group))
	case shape.Groups > k.limits.Groups:
		return k.refused(fmt.Sprintf("%d groups are more than a launch can have", shape.Groups))
	case shape.Group > k.limits.Group:
		return k.refused(fmt.Sprintf("a group of %d is larger than its largest, %d", shape.Group, k.limits.Group))
	case shape.Local < 0 || shape.Local+k.limits.Static > most:
		return k.refused(fmt.Sprintf("%d bytes of local memory are more than the device's %d", shape.Local+k.limits.Static, most))
	}
	if reason := k.signature.Check(args, shape.Local); reason != "" {
		return k.refused(reason)
	}
	if want := k.params(shape.Local > 0); k.limits.Params >= 0 && args != want {
		return k.refused(fmt.Sprintf("it has %d parameters besides local memory, %d arguments were given", want, args))
	}
	return nil
}
