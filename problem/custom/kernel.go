package custom

import "github.com/warbler-opt/warbler/problem"

// deviceBaked is how many numbers stand in the source for a device. They become
// operands of instructions there, but every other number is another program.
const deviceBaked = 1024

// Kernel is the fragment for devices.
func (f *fragment) Kernel() problem.Kernel {
	s := surface{fragment: f, device: true, baked: deviceBaked}
	parts, data := s.parts()
	return problem.Kernel{Defines: s.defines(), Parts: parts, Data: data, Repair: f.has(repairName), Serial: !f.has(groupName)}
}

// deltaKernel is delta for devices. What the kernels of flips, of other symbols and of
// exchanges need beside it, moves.cl takes from the kind of genomes.
func (f *fragment) deltaKernel() problem.MoveKernel {
	s := surface{fragment: f, device: true, walking: true, baked: deviceBaked}
	parts, data := s.parts()
	return problem.MoveKernel{Defines: s.defines(), Parts: parts, Data: data, Words: 1}
}
