package local

import (
	_ "embed"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
)

//go:embed footing.cl
var footingText string

//go:embed walk.cl
var walkText string

//go:embed weighting.cl
var weightingText string

//go:embed tabu.cl
var tabuText string

//go:embed probing.cl
var probingText string

// The words that a formula, a chain, the parameters and a sample begin with or
// consist of, FORMULA_… and so on in the dialect.
var (
	formulaNames = []string{"VARS", "CLAUSES", "HARD"}
	chainNames   = []string{"COST", "ABOVE", "BELOW", "SIZE", "RAISES", "ROUND", "SINCE", "LEAST"}
	walkParNames = []string{"ALL_HARD", "VIOLATED", "TOP", "ROW", "LOG", "SAMPLES"}
	sampleNames  = []string{"STEP", "SCORE", "BEST", "ONLINE", "OFFLINE"}
)

// The places of a chain's words.
const (
	chainCost = iota
	chainAbove
	chainBelow
	chainSize
	chainRaises
	chainRound
	chainSince
	chainLeast
	chainWords
)

// walkSource assembles the kernel of one way to walk on a formula, for groups of
// so many work-items.
func walkSource(w walker, lanes int, onChip bool) kernel.Source {
	s := kernel.Source{Name: "walk", Defines: population.Defines(false)}
	add := func(name string, value any) { s.Defines = append(s.Defines, kernel.Define{Name: name, Value: value}) }
	flag := func(name string, b bool) {
		if b {
			add(name, 1)
		} else {
			add(name, 0)
		}
	}
	list := func(prefix string, names []string) {
		for i, n := range names {
			add(prefix+n, i)
		}
		add(prefix+"WORDS", len(names))
	}
	list("FORMULA_", formulaNames)
	list("CHAIN_", chainNames)
	list("PAR_", walkParNames)
	list("SAMPLE_", sampleNames)
	add("GROUP_WORKERS", lanes)
	flag("ON_CHIP", onChip)
	g := w.on().ground
	flag("PARTIAL", g.hard > 0)
	flag("ALIKE", countsAlike(g.Table))
	part := kernel.Part{}
	way := ""
	switch w.(type) {
	case *weighting:
		way, part = "WEIGHTING", kernel.Part{Name: "search/local/weighting.cl", Text: weightingText}
		add("WINDOW", window)
		add("WANDER", wander)
		add("SIDESTEP", sidestep)
		add("SOFT_MOST", softMost)
		add("SOFT_SCALE", softScale)
		add("REST_PERIOD", restPeriod)
		add("PATIENCE", patience)
		add("UNFLIPPED", "(-((i64)1 << 40))")
		if g.hard > 0 {
			add("PERIOD", mostPeriod)
		} else {
			add("PERIOD", satPeriod)
		}
	case *tabu:
		way, part = "TABU", kernel.Part{Name: "search/local/tabu.cl", Text: tabuText}
		add("TENURE", tenure)
		add("TENURE_SHARE", tenureShare)
		add("TENURE_DRAWN", tenureDrawn)
		add("SCANNED", scanned)
		add("SCAN_BLOCK", scanBlock)
		add("SCAN_SHARE", scanShare)
	case *probing:
		way, part = "PROBING", kernel.Part{Name: "search/local/probing.cl", Text: probingText}
		add("ODDS_COUNT", oddsCount)
	}
	for _, name := range []string{"WEIGHTING", "TABU", "PROBING"} {
		flag(name, name == way)
	}
	s.Parts = []kernel.Part{kernel.Philox, kernel.Group, population.Part,
		{Name: "search/local/footing.cl", Text: footingText}, part, {Name: "search/local/walk.cl", Text: walkText}}
	return s
}

// words is a formula as footing.cl reads it.
func (g *ground) words() []uint32 {
	w := []uint32{uint32(g.vars), uint32(g.Clauses()), uint32(g.hard)}
	w = append(append(w, g.ClauseStart...), g.Lits...)
	w = append(w, g.LitStart...)
	for len(w) < len(formulaNames)+g.Clauses()+1+len(g.Lits)+2*g.vars+1 { // literals beyond the last that occurs
		w = append(w, uint32(len(g.Occ)))
	}
	return append(w, g.Occ...)
}

// onDevice is a walk's state as walk.cl has it.
func onDevice(w walker) []uint64 {
	f := w.on()
	n, m := f.ground.vars, len(f.tally)
	words := make([]uint64, chainWords+(n+63)/64, chainWords+(n+63)/64+m)
	words[chainCost] = uint64(f.cost)
	words[chainAbove], words[chainBelow] = uint64(len(f.above.clauses)), uint64(len(f.below.clauses))
	f.pack(words[chainWords:])
	for _, t := range f.tally {
		if t.count() == 0 {
			t = 0 // the place of a false clause is elsewhere
		}
		words = append(words, uint64(t.which())<<32|uint64(t.count()))
	}
	lists := func() {
		list, place := make([]uint32, m), make([]uint32, m)
		for i, o := range f.above.clauses {
			list[i], place[o.clause] = o.clause, uint32(i)
		}
		for i, o := range f.below.clauses {
			list[f.ground.hard+i], place[o.clause] = o.clause, uint32(i)
		}
		words = append(append(words, pairs(list)...), pairs(place)...)
	}
	switch w := w.(type) {
	case *weighting:
		words[chainSize], words[chainRaises] = uint64(w.good.size), uint64(w.raises)
		words[chainRound], words[chainSince] = uint64(w.round), uint64(w.since)
		lists()
		words = appendInts(words, w.gain, w.stamp, w.now)
		words = append(append(words, w.good.levels[0]...), w.heavy.levels[0]...)
	case *tabu:
		words[chainLeast] = uint64(w.least)
		words = appendInts(words, w.gain, w.until)
	case *probing:
		lists()
		words = append(words, pairs(w.broken())...)
	}
	return words
}

// fromDevice brings a walk to a state of walk.cl, as far as a checkpoint needs it.
func fromDevice(w walker, words []uint64) {
	f := w.on()
	n, m := f.ground.vars, len(f.tally)
	head := words[:chainWords]
	f.unpack(words[chainWords:])
	words = words[chainWords+(n+63)/64+m:]
	lists := func() {
		list := make([]uint32, 0, m+1)
		for _, x := range words[:(m+1)/2] {
			list = append(list, uint32(x), uint32(x>>32))
		}
		f.above.clauses, f.below.clauses = f.above.clauses[:0], f.below.clauses[:0]
		for _, c := range list[:head[chainAbove]] {
			f.above.push(c, f.ground, f.tally)
		}
		for _, c := range list[f.ground.hard:][:head[chainBelow]] {
			f.below.push(c, f.ground, f.tally)
		}
		words = words[2*((m+1)/2):]
	}
	switch w := w.(type) {
	case *weighting:
		w.raises, w.round, w.since = int64(head[chainRaises]), uint32(head[chainRound]), int64(head[chainSince])
		lists()
		toInts(w.stamp, words[n:])
		toInts(w.now, words[2*n:])
	case *tabu:
		w.least = int64(head[chainLeast])
		toInts(w.until, words[n:])
	case *probing:
		lists()
	}
}

// pairs puts two numbers into a word, the first one below.
func pairs(list []uint32) []uint64 {
	words := make([]uint64, (len(list)+1)/2)
	for i, x := range list {
		words[i/2] |= uint64(x) << (32 * (i & 1))
	}
	return words
}

func appendInts(words []uint64, lists ...[]int64) []uint64 {
	for _, list := range lists {
		for _, x := range list {
			words = append(words, uint64(x))
		}
	}
	return words
}

func toInts(to []int64, words []uint64) {
	for i := range to {
		to[i] = int64(words[i])
	}
}
