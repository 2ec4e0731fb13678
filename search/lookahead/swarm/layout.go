package swarm

import (
	_ "embed"
	"math/bits"
	"strings"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/kernel"
)

//go:embed node.cl
var nodeText string

//go:embed swarm.cl
var swarmText string

// arrange decides how many searches there are.
func (s *swarm) arrange(info device.Info) {
	s.workers, s.slots = 1, 2*max(1, info.ComputeUnits)
	if info.GPU {
		s.workers = lanes
	}
	// All groups of a launch run at once here, and FENCE is known to be one. Others
	// than NVIDIA make OpenCL for its GPUs too.
	own := info.Driver == "cuda" || strings.HasPrefix(info.Version, "NVIDIA CUDA")
	s.waiting = info.GPU && own || forced.waiting
	if forced.workers > 0 {
		s.workers = forced.workers
	}
	w := s.words()
	s.local = 4*(w+w*lanes+s.sides()*lanes+2*lanes+candidates+2*s.workers+states) + 2*(2*s.vars+2+s.vars)
	s.local = (s.local + 7) / 8 * 8
	if info.GPU {
		s.slots = info.ComputeUnits * s.resident(info)
	}
	if forced.slots > 0 {
		s.slots = forced.slots
	}
}

// fit leaves out searches that there is no memory for.
func (s *swarm) fit() error {
	allowed := s.Memory
	if allowed == 0 {
		free, err := s.device.FreeMemory()
		if err != nil {
			return err
		}
		allowed = free / 2
	}
	shared := uint64(4 * (len(s.root) + len(s.first) + len(s.pairs) + len(controlNames) + 1 + s.sides()))
	each := uint64(8*len(slotNames) + 2*3*s.vars + 4*s.sides() + 4*3) // its mail, and a ring up to twice as large
	if allowed < shared+each {
		return &cnf.LimitError{By: "swarm", Needed: shared + each,
			Text: "a search needs " + cnf.Exceeding(shared+each, allowed) + " of the device"}
	}
	s.slots = int(min(uint64(s.slots), (allowed-shared)/each))
	return nil
}

// resident is how many searches a unit of a GPU holds at once. One more would
// begin only when others have ended, which wait for it. NVIDIA's keep 1 KiB for
// every group, and deal out 128 bytes at a time.
func (s *swarm) resident(info device.Info) int {
	const kept, unit = 1024, 128
	return max(1, min(32, (info.LocalMemory+kept)/((s.local+kept+unit-1)/unit*unit)))
}

// places is how many the ring has for requests.
func (s *swarm) places() int { return 1 << bits.Len(uint(s.slots-1)) }

// sides is how many words have a bit for each variable: the sides of all decisions that
// a path can have, or what is pending.
func (s *swarm) sides() int { return (s.vars + 1) / 32 }

func (s *swarm) source() kernel.Source {
	src := kernel.Source{Name: "swarm", Parts: []kernel.Part{{Name: "search/lookahead/swarm/node.cl", Text: nodeText}, {Name: "search/lookahead/swarm/swarm.cl", Text: swarmText}}}
	info, d, looks := s.device.Info(), &src.Defines, polls
	if !info.GPU {
		looks = 100 // groups may run one after the other
	}
	d.Number("SLOT_", append(slotNames, "WORDS")...)
	d.Number("CONTROL_", controlNames...)
	for _, x := range []kernel.Define{
		{Name: "GROUP_WORKERS", Value: s.workers}, {Name: "RESIDENT", Value: s.resident(info)}, {Name: "VARS", Value: s.vars},
		{Name: "WORDS", Value: s.words()}, {Name: "PENDS", Value: s.sides()}, {Name: "SIDES", Value: s.sides()}, {Name: "ONE", Value: one},
		{Name: "LEAST_WEIGHT", Value: leastWeight}, {Name: "MOST_WEIGHT", Value: mostWeight}, {Name: "ALPHA", Value: alpha},
		{Name: "CANDIDATES", Value: candidates}, {Name: "MAX_VARS", Value: MaxVars}, {Name: "MOST_TWO", Value: mostTwo},
		{Name: "MOST_THREE", Value: mostThree}, {Name: "MOST_GAIN", Value: "0x80000000u"}, {Name: "RING", Value: s.places()},
		{Name: "WAITING", Value: s.waiting}, {Name: "POLLS", Value: looks},
	} {
		d.Add(x.Name, x.Value)
	}
	return src
}

// firstShare is which part of the searches begins: one of so many. A small tree has
// no work for all, and a node takes 0.22 ms where a multiprocessor has two searches and
// 0.5 ms where it has all 28. The times are in doc.go; BenchmarkFirstShare measures them.
func (s *swarm) firstShare() int {
	switch {
	case forced.share > 0:
		return forced.share
	case s.vars < 320:
		return 2
	}
	return 1
}
