package flowshop

import (
	_ "embed"
	"math"

	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed flowshop.cl
var scoreText string

//go:embed advance.cl
var advanceText string

//go:embed moves.cl
var movesText string

// narrow reports whether all sums fit 32 bits.
func (p *schedule) narrow() bool { return p.instance.total() <= math.MaxInt32 }

// pack lays the times of a job side by side, in 32 bits where these do.
func (p *schedule) pack() []uint64 {
	if p.narrow() {
		return words.Pack(32, p.times)
	}
	return words.Pack(64, p.times)
}

// parts are the files of a kernel with what they have in common.
func (p *schedule) parts(name, text string) ([]kernel.Define, []kernel.Part) {
	var defines kernel.Defines
	defines.Add("FLOW_MACHINES", p.instance.Machines)
	defines.Add("FLOW_NARROW", p.narrow())
	defines.Add("FLOW_TIME", p.objective == flowTime)
	return defines, []kernel.Part{
		{Name: "problem/flowshop/advance.cl", Text: advanceText},
		{Name: "problem/flowshop/" + name, Text: text},
	}
}

// Kernel is the objective for devices.
func (p *schedule) Kernel() problem.Kernel {
	k := problem.Kernel{Data: p.data(), Cache: len(p.data()), Serial: true}
	if k.Cache == 1 { // nothing is gained, and PoCL 3.1 crashes over a loop that copies one word
		k.Cache = 0
	}
	k.Defines, k.Parts = p.parts("flowshop.cl", scoreText)
	return k
}

// ExchangeKernel is Exchanges for devices. It keeps the heads and, for the makespan, the
// tails.
func (p *schedule) ExchangeKernel() problem.MoveKernel {
	kept := (p.instance.Jobs + 1) * p.instance.Machines
	if p.objective == makespan {
		kept *= 2
	}
	if p.narrow() {
		kept = (kept + 1) / 2
	}
	k := problem.MoveKernel{Data: p.data(), Words: kept}
	k.Defines, k.Parts = p.parts("moves.cl", movesText)
	return k
}
