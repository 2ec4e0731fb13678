package genetic

import "github.com/warbler-opt/warbler/device"

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	wide        bool // never resident
	uncompiled  bool // operators as arguments, also on a GPU
	compiled    bool // operators compiled in, also on a CPU
	team        int  // work-items per pair of a binary genome
	localMemory int  // bytes of on-chip memory
}

// override applies what tests force.
func (e *onDevice) override() {
	if forced.team > 0 && !e.kernel.Serial {
		e.team = forced.team
	}
	e.resident = e.resident && !forced.wide && e.team == 1
	e.compiled = e.resident || (e.compiled || forced.compiled) && !forced.uncompiled
}

// localLimit is the on-chip memory that the engine may use.
func (e *onDevice) localLimit(info device.Info) int {
	if forced.localMemory > 0 {
		return min(forced.localMemory, info.LocalMemory)
	}
	return info.LocalMemory
}
