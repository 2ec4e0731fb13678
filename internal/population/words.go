package population

import (
	_ "embed"
	"unsafe"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

//go:embed population.cl
var populationText string

// Part is the kernel part with the statistics and the judge.
var Part = kernel.Part{Name: "internal/population/population.cl", Text: populationText}

// The words of a state and of a record.
const (
	stateWords  = int(unsafe.Sizeof(State{}) / 8)
	recordWords = int(unsafe.Sizeof(Record{}) / 8)
)

// Defines are the #defines that Part needs: the words of a state, of the rules and
// of a record in the order of their fields, STATE_STATUS and so on.
func Defines(float bool) (d kernel.Defines) {
	d.Add("FLOAT_SCORES", float)
	d.Number("STATE_", "STATUS", "STEP", "BEST", "FOUND", "ANCHOR", "ONLINE", "OFFLINE", "SPREAD", "WORDS")
	d.Number("RULE_", "BOUND", "TARGET", "STEPS", "STAGNATION", "PATIENCE", "CONVERGENCE")
	d.Number("RECORD_", "STEP", "BEST", "WORST", "MEAN", "DEVIATION", "SPREAD", "SO_FAR", "ONLINE", "OFFLINE", "FRONT", "VOLUME")
	d.Add("RECORD_WORDS", recordWords)
	d.Add("STATUS_OPTIMAL", int(search.Optimal))
	d.Add("STATUS_REACHED", int(search.Reached))
	d.Add("STATUS_EXHAUSTED", int(search.Exhausted))
	d.Add("STATUS_STAGNATED", int(search.Stagnated))
	d.Add("STATUS_UNIFORM", int(search.Uniform))
	return d
}

// Record is a step's statistics as the device writes them.
type Record struct {
	Step                    int64
	Best, Worst             problem.Score
	Mean, Deviation, Spread float64
	SoFar                   problem.Score
	OnlineSum, OfflineSum   float64

	Front  int64   // members of the first front, with several objectives
	Volume float64 // that it dominates

	_ int64 // records are multiples of 32 bytes
}

// Bytes is the memory of a slice whose elements have no pointers. Devices and
// checkpoints are little-endian like every machine that this program runs on.
func Bytes[T any](s []T) []byte { return view[byte](s) }

// view is memory seen as a slice of another type.
func view[T, F any](s []F) []T {
	var from F
	var to T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(from))/int(unsafe.Sizeof(to)))
}

// Raw is the memory of a table of genomes.
func Raw(g problem.Genomes) []byte {
	switch g.Kind {
	case problem.Binary:
		return Bytes(g.Bits)
	case problem.Discrete:
		return Bytes(g.Symbs)
	case problem.Permutation:
		if g.Long {
			return Bytes(g.Longs)
		}
		return Bytes(g.Orders)
	}
	return Bytes(g.Reals)
}
