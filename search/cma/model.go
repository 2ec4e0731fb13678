package cma

import (
	"math"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// model is a replica's distribution and the course of its run.
type model struct {
	level      int64 // of the population
	run        int64 // restarts so far
	filled     int64 // chunks of this generation that are scored
	generation int64 // of this run
	age        int64 // generations since C was taken apart
	due        bool  // it is to be taken apart before the next chunk

	calm      int64         // generations whose best lay within TolFun …
	low, high problem.Score // … and the ends of that range
	record    problem.Score // the best of this run …
	recordAt  int64         // … and its generation

	large      int64 // the level of the large populations
	small      bool  // this run has a small one
	spentLarge int64 // chunks of all restarts with large populations …
	spentSmall int64 // … and with small ones
	lastLarge  int64 // chunks of the last restart with a large one

	first float64 // the step size at the start of the run
	sigma float64
	decay float64 // (1 − cs)^(2 generation)

	mean, ps, pc, d []float64 // n each
	c, b            []float64 // n × n; row k of b is column k of B, an axis. Or C's diagonal, and b empty
}

// modelNames are the first words of a model in checkpoints and on devices,
// MODEL_… in the dialect; the vectors and matrices follow.
var modelNames = []string{"LEVEL", "RUN", "FILLED", "GENERATION", "AGE", "DUE", "CALM", "LOW", "HIGH", "RECORD", "RECORD_AT",
	"LARGE", "SMALL", "SPENT_LARGE", "SPENT_SMALL", "LAST_LARGE", "FIRST", "SIGMA", "DECAY"}

// modelWords is the size of a model.
func (p *plan) modelWords() int {
	return len(modelNames) + 4*p.n + p.cells + p.axes()
}

// axes is the elements of B, which is the identity where C is diagonal.
func (p *plan) axes() int {
	if p.separable() {
		return 0
	}
	return p.cells
}

func (p *plan) newModel() model {
	n := p.n
	m := model{c: make([]float64, p.cells), b: make([]float64, p.axes())}
	for _, v := range []*[]float64{&m.mean, &m.ps, &m.pc, &m.d} {
		*v = make([]float64, n)
	}
	return m
}

// lists are the vectors and matrices in their order.
func (m *model) lists() [][]float64 { return [][]float64{m.mean, m.ps, m.pc, m.d, m.c, m.b} }

// flag is 1 for true.
func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// words appends the model as devices and checkpoints have it.
func (m *model) words(to []uint64) []uint64 {
	to = append(to, uint64(m.level), uint64(m.run), uint64(m.filled), uint64(m.generation), uint64(m.age), flag(m.due),
		uint64(m.calm), uint64(m.low), uint64(m.high), uint64(m.record), uint64(m.recordAt),
		uint64(m.large), flag(m.small), uint64(m.spentLarge), uint64(m.spentSmall), uint64(m.lastLarge),
		math.Float64bits(m.first), math.Float64bits(m.sigma), math.Float64bits(m.decay))
	for _, list := range m.lists() {
		for _, x := range list {
			to = append(to, math.Float64bits(x))
		}
	}
	return to
}

// set is the inverse of words.
func (m *model) set(w []uint64) {
	m.level, m.run, m.filled, m.generation, m.age, m.due = int64(w[0]), int64(w[1]), int64(w[2]), int64(w[3]), int64(w[4]), w[5] != 0
	m.calm, m.low, m.high, m.record, m.recordAt = int64(w[6]), int64(w[7]), int64(w[8]), int64(w[9]), int64(w[10])
	m.large, m.small, m.spentLarge, m.spentSmall, m.lastLarge = int64(w[11]), w[12] != 0, int64(w[13]), int64(w[14]), int64(w[15])
	m.first, m.sigma, m.decay = math.Float64frombits(w[16]), math.Float64frombits(w[17]), math.Float64frombits(w[18])
	w = w[len(modelNames):]
	for _, list := range m.lists() {
		for i := range list {
			list[i] = math.Float64frombits(w[i])
		}
		w = w[len(list):]
	}
}

// beginRun sets a model to the start of its run.
func (p *plan) beginRun(m *model, r *params) {
	at := rng.Address{Seed: r.seed, Individual: uint32(m.run), Purpose: rng.Init}
	for j := range m.mean {
		x0, x1, _, _ := at.Block(uint32(j))
		m.mean[j] = rng.Unit(x0, x1)
		m.ps[j], m.pc[j], m.d[j] = 0, 0, 1
	}
	if m.run == 0 {
		m.first = r.sigma
		if p.start != nil {
			copy(m.mean, p.start)
		}
	}
	clear(m.c)
	clear(m.b)
	for j := range p.n {
		m.c[p.diagonal(j)] = 1
		if !p.separable() {
			m.b[p.diagonal(j)] = 1
		}
	}
	m.filled, m.generation, m.age, m.due = 0, 0, 0, false
	m.calm, m.low, m.high, m.record, m.recordAt = 0, 0, 0, problem.Worst, 0
	m.sigma, m.decay = m.first, 1
}

// diagonal is where element j, j of C is.
func (p *plan) diagonal(j int) int {
	if p.separable() {
		return j
	}
	return j*p.n + j
}
