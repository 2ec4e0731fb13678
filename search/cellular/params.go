package cellular

import (
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The choices of each operator, in the order of their numbers.
var (
	selectionNames = []string{"neighbors", "tournament"}
	crossoverNames = []string{"mask", "two-point"}
	mutationNames  = []string{"mask", "one"}
	migrationNames = []string{"diffusion", "best", "none"}
	feedbackNames  = []string{"adaptive", "literal", "none"}
)

const (
	selectNeighbors = iota
	selectTournament
)

const (
	crossMask = iota
	crossTwoPoint
)

const (
	mutateMask = iota
	mutateOne
)

const (
	migrateDiffusion = iota
	migrateBest
	migrateNone
)

const (
	feedbackAdaptive = iota
	feedbackLiteral
	feedbackNone
)

// table lists the parameters of the cellular genetic algorithm.
var table = search.Table{
	{Name: "width", Type: search.Int, Default: "10", Min: 1, Max: 1 << 12, Unit: "cells", Symbol: "SP_x",
		Help: "columns of an island"},
	{Name: "height", Type: search.Int, Default: "10", Min: 1, Max: 1 << 12, Unit: "cells", Symbol: "SP_y",
		Help: "rows of an island"},
	{Name: "across", Type: search.Int, Default: "10", Min: 1, Max: 1 << 12, Unit: "islands",
		Help: "columns of the grid of islands"},
	{Name: "down", Type: search.Int, Default: "3", Min: 1, Max: 1 << 12, Unit: "islands",
		Help: "rows of the grid of islands"},
	{Name: "selection", Type: search.Choice, Default: "neighbors", Choices: selectionNames,
		Help: "where the mate comes from: the better of two drawn from the four neighbors, or from the whole island, which diffusion does not widen"},
	{Name: "crossover", Type: search.Choice, Default: "mask", Choices: crossoverNames,
		Help: "mask: each gene comes from the mate with probability pc; two-point: with probability pc a stretch of genes does"},
	{Name: "pc", Type: search.Float, Default: "0.2", Min: 0, Max: 1, Symbol: "P_c", PerReplica: true,
		Help: "probability of recombination, for a gene or for a child as crossover says"},
	{Name: "mutation", Type: search.Choice, Default: "mask", Choices: mutationNames,
		Help: "mask: each gene flips with probability pm; one: with probability pm one gene does"},
	{Name: "pm", Type: search.Float, Default: "0.1", Min: 0, Max: 1, Symbol: "P_m", PerReplica: true,
		Help: "probability of mutation, for a gene or for a child as mutation says"},
	{Name: "migration", Type: search.Choice, Default: "diffusion", Choices: migrationNames,
		Help: "diffusion: neighbors across borders; best: each island's best replaces the worst of the next island"},
	{Name: "pd", Type: search.Float, Default: "0.05", Min: 0, Max: 1, Symbol: "P_d", PerReplica: true,
		Help: "probability that a generation has diffusion or migration"},
	{Name: "passes", Type: search.Int, Default: "20", Min: 0, Max: 1 << 16, Symbol: "MAX_ITER", PerReplica: true,
		Help: "most passes of hill climbing over the genes of a child; 0 does without"},
	{Name: "feedback", Type: search.Choice, Default: "adaptive", Choices: feedbackNames,
		Help: "how the passes are controlled: by the share of climbs that used all of them; literal: as figure 10 counts them, down to none; none: always the most"},
	{Name: "decrease", Type: search.Int, Default: "2", Min: 0, Max: 1 << 16, Unit: "passes", Symbol: "DEC_ITER", PerReplica: true,
		Help: "by how much the passes change from generation to generation"},
	{Name: "fp", Type: search.Float, Default: "0.2", Min: 0, Max: 1, Symbol: "F_p", PerReplica: true,
		Help: "the share of climbs that must use all passes for them to increase"},
}

func init() {
	search.Register(search.Algorithm{
		Name:   "cellular",
		Help:   "cellular genetic algorithm on islands with diffusion, and hill climbing with feedback",
		Paper:  "Munawar, Wahib, Munetomo and Akama, Hybrid of genetic algorithm and local search to solve MAX-SAT problem using nVidia CUDA framework, 2009",
		Kinds:  []problem.GenomeKind{problem.Binary},
		Params: table,
		Breeds: true,
		Begins: true,
		Footprint: func(s search.Settings, r problem.Representation) (float64, []string) {
			one := replica{plan: planOf(s, r)}
			climbs := 4 * float64(one.plan.members()) // replica.last
			return population.Footprint(one.Arrays()) + climbs, []string{"width", "height", "across", "down"}
		},
		New: newEngine,
	})
}
