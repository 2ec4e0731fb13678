package custom

import "github.com/warbler-opt/warbler/problem"

// deviceBaked is how many numbers stand in the source for a device. They become
// operands of instructions there, but every other number is another program.
const deviceBaked = 1024

// Kernel is the fragment for devices.
func (f *Fragment) Kernel() problem.Kernel {
	s := surface{Fragment: f, device: true, baked: deviceBaked}
	return problem.Kernel{
		Defines: s.defines(),
		Parts:   s.parts(),
		Data:    s.buffer(),
		Repair:  f.has(repairName),
		Serial:  !f.has(groupName),
	}
}

// walk is what the kernels of moves have in common.
func (f *Fragment) walk() surface {
	return surface{Fragment: f, device: true, walking: true, baked: deviceBaked}
}

// flipKernel is delta for devices, for flips.
func (f *Fragment) flipKernel() problem.FlipKernel {
	s := f.walk()
	return problem.FlipKernel{Defines: s.defines(), Parts: s.parts(), Data: s.buffer(), Words: 1}
}

// changeKernel is delta for devices, for other symbols.
func (f *Fragment) changeKernel() problem.ChangeKernel {
	s := f.walk()
	return problem.ChangeKernel{Defines: s.defines(), Parts: s.parts(), Data: s.buffer(), Words: 1}
}

// exchangeKernel is delta for devices, for exchanges.
func (f *Fragment) exchangeKernel() problem.ExchangeKernel {
	s := f.walk()
	return problem.ExchangeKernel{Defines: s.defines(), Parts: s.parts(), Data: s.buffer(), Words: 1}
}
