package population

import (
	_ "embed"
	"math"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

//go:embed population.cl
var populationText string

// Part is the kernel part with the statistics and the judge.
var Part = kernel.Part{Name: "internal/population/population.cl", Text: populationText}

// The words of a state, of the rules and of a record on a device. The names
// are the dialect's too: STATE_STATUS and so on.
const (
	StateWords  = 8
	RuleWords   = 5
	RecordWords = 12 // eleven are used
)

// Defines are the #defines that Part needs.
func Defines(float bool) []kernel.Define {
	f := 0
	if float {
		f = 1
	}
	d := []kernel.Define{{Name: "FLOAT_SCORES", Value: f}}
	add := func(prefix string, names ...string) {
		for i, n := range names {
			d = append(d, kernel.Define{Name: prefix + n, Value: i})
		}
	}
	add("STATE_", "STATUS", "STEP", "BEST", "FOUND", "ANCHOR", "ONLINE", "OFFLINE", "SPREAD")
	d = append(d, kernel.Define{Name: "STATE_WORDS", Value: StateWords})
	add("RULE_", "BOUND", "TARGET", "STEPS", "STAGNATION", "CONVERGENCE")
	add("RECORD_", "STEP", "BEST", "WORST", "MEAN", "DEVIATION", "SPREAD", "SO_FAR", "ONLINE", "OFFLINE", "FRONT", "VOLUME")
	d = append(d, kernel.Define{Name: "RECORD_WORDS", Value: RecordWords})
	for _, s := range []struct {
		name   string
		status search.Status
	}{
		{"OPTIMAL", search.Optimal}, {"REACHED", search.Reached}, {"EXHAUSTED", search.Exhausted},
		{"STAGNATED", search.Stagnated}, {"UNIFORM", search.Uniform},
	} {
		d = append(d, kernel.Define{Name: "STATUS_" + s.name, Value: int(s.status)})
	}
	return d
}

// Words is a state as the device has it.
func (s State) Words() [StateWords]uint64 {
	return [StateWords]uint64{uint64(s.Status), uint64(s.Step), uint64(s.Best), uint64(s.Found),
		math.Float64bits(s.Anchor), math.Float64bits(s.Online), math.Float64bits(s.Offline), math.Float64bits(s.Spread)}
}

// StateOf is the inverse of Words.
func StateOf(w []uint64) State {
	return State{
		Status: search.Status(w[0]), Step: int64(w[1]), Best: problem.Score(w[2]), Found: int64(w[3]),
		Anchor: math.Float64frombits(w[4]), Online: math.Float64frombits(w[5]), Offline: math.Float64frombits(w[6]), Spread: math.Float64frombits(w[7]),
	}
}

// Words are the rules as the device has them.
func (r Rules) Words() [RuleWords]uint64 {
	return [RuleWords]uint64{uint64(r.Bound), uint64(r.Target), uint64(r.Steps), uint64(r.Stagnation), math.Float64bits(r.Convergence)}
}

// Record is a step's statistics as the device wrote them.
type Record struct {
	Step                    int64
	Best, Worst, SoFar      problem.Score
	Mean, Deviation, Spread float64
	OnlineSum, OfflineSum   float64

	Front  int64   // members of the first front, with several objectives
	Volume float64 // that it dominates
}

// RecordOf decodes the words of a record.
func RecordOf(w []uint64) Record {
	return Record{
		Step: int64(w[0]), Best: problem.Score(w[1]), Worst: problem.Score(w[2]),
		Mean: math.Float64frombits(w[3]), Deviation: math.Float64frombits(w[4]), Spread: math.Float64frombits(w[5]),
		SoFar: problem.Score(w[6]), OnlineSum: math.Float64frombits(w[7]), OfflineSum: math.Float64frombits(w[8]),
		Front: int64(w[9]), Volume: math.Float64frombits(w[10]),
	}
}
