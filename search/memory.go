package search

import (
	"fmt"
	"runtime"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
)

// Footprint is how many bytes a replica needs on the CPU, nearly, and which
// parameters make it less.
type Footprint func(s Settings, r problem.Representation) (bytes float64, lower string)

// Rows is the footprint of members that have some rows of genes each, and a few
// numbers.
func Rows(r problem.Representation, members, rows float64) float64 {
	return members * (rows*float64(r.Bytes()) + memberBytes)
}

// memberBytes is what engines keep of a member besides its genes: scores, ranks,
// places in an order.
const memberBytes = 40

// MemoryError is a search that needs more memory than there is.
type MemoryError struct {
	Algorithm      string
	Needed, Memory uint64
	Lower          string // what makes it less
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s needs about %s of memory, and this machine has %s: lower %s",
		e.Algorithm, device.FormatBytes(e.Needed), device.FormatBytes(e.Memory), e.Lower)
}

// room looks whether the machine has the memory for the replicas of a
// configuration: where it has not, the system may end the program without a word.
func (a Algorithm) room(c Config) error {
	if a.Footprint == nil || c.Device != nil || runtime.GOOS != "linux" { // elsewhere HostMemory is a guess
		return nil
	}
	s, err := a.Params.Settings(c.Values)
	if err != nil {
		return err
	}
	each, lower := a.Footprint(s, c.Problem.Representation())
	needed, memory := each*float64(len(c.Replicas)), device.HostMemory()
	if needed <= float64(memory) {
		return nil
	}
	if len(c.Replicas) > 1 {
		lower += " or the number of replicas"
	}
	return &MemoryError{Algorithm: a.Name, Needed: uint64(min(needed, 1<<63)), Memory: memory, Lower: lower}
}
