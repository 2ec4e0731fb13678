package divide

import (
	"fmt"

	"github.com/warbler-opt/warbler/device"
)

// MemoryError is a formula whose search needs more memory than it may use.
type MemoryError struct {
	Name           string
	Needed, Memory uint64
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s: a search needs %s, and --memory allows %s", e.Name, device.FormatBytes(e.Needed), device.FormatBytes(e.Memory))
}

// footprint is how many bytes a goroutine needs for its search at most: lists of
// clauses, which grow on the path, and the weights of the nodes on it.
func (p *prepared) footprint() uint64 {
	vars, three, two := uint64(p.vars), uint64(len(p.ternary)), uint64(len(p.binary))
	return 512 + 8*vars*min(vars, heldWeights/(2*max(vars, 1))+1) + 400*vars + 200*three + 64*two
}

// within is how many goroutines may search: no more than the memory has room for.
func (p *prepared) within(threads int, memory uint64) (int, error) {
	if memory == 0 {
		memory = device.HostMemory() / 4
	}
	need := p.footprint()
	if need > memory {
		return 0, &MemoryError{p.formula.Name, need, memory}
	}
	return int(min(uint64(threads), memory/need)), nil
}
