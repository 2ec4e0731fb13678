package memetic

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// table lists the parameters of the memetic algorithm.
var table = search.Table{
	{Name: "population", Type: search.Int, Default: "0", Min: 0, Max: 1 << 16,
		Help: "members, two at least; 0: 48, and 64 for 55 places and more"},
	{Name: "children", Type: search.Int, Default: "100", Min: 0, Max: 1 << 20,
		Help: "children of a generation, each with its local search; 0: as many as members"},
	{Name: "tournament", Type: search.Int, Default: "2", Min: 1, Max: 1024,
		Help: "members drawn for each parent, which is the best of them"},
	{Name: "replacement", Type: search.Choice, Default: "plus", Choices: []string{"plus", "comma"},
		Help: "plus: the best of members and children live on; comma: the best of the children only"},
	{Name: "crossover", Type: search.Choice, Default: "uniform", Choices: []string{"uniform", "common"},
		Help: "what parents share is kept, and the rest taken from one of them at random where that is free (uniform), or dealt at random (common, as Luong et al. 2010)"},
	{Name: "pc", Type: search.Float, Default: "1", Min: 0, Max: 1, Symbol: "Pc",
		Help: "the share of children by crossover; the others are perturbations of one parent"},
	{Name: "renewal", Type: search.Int, Default: "0", Min: 0, Max: 1 << 30, Unit: "generations",
		Help: "generations without a new best after which all members but the best are renewed; 0: never"},
	{Name: "renewed", Type: search.Choice, Default: "random", Choices: []string{"random", "perturbed"},
		Help: "random: by random members; perturbed: by exchanges for a tenth of the places, and for a tenth more each time until there is a new best"},
	{Name: "search", Type: search.Choice, Default: "robust", Choices: []string{"robust", "tabu"},
		Help: "robust: a place may not go back to a location for about n iterations; tabu: a list of the last moves, as Luong et al. 2010"},
	{Name: "neighborhood", Type: search.Choice, Default: "exchange", Choices: []string{"exchange", "rotation"},
		Help: "exchange: of two places; rotation: of three, with search=tabu only"},
	{Name: "rotations", Type: search.Int, Default: "1", Min: 1, Max: 2,
		Help: "rotation: directions in which three places pass round what they have; 1: as Luong et al. 2010, 2: both"},
	{Name: "iterations", Type: search.Int, Default: "0", Min: 0, Max: 1 << 30,
		Help: "iterations of a local search; 0: 100 at first, 3 % more in every generation, and at most the square of the places, or 2,000 for fewer than 45"},
	{Name: "rounds", Type: search.Int, Default: "1", Min: 1, Max: 1 << 20,
		Help: "local searches of a child, each but the first after a perturbation of the best"},
	{Name: "perturbation", Type: search.Int, Default: "0", Min: 0, Max: 1 << 16,
		Help: "most exchanges of a perturbation, whose number is drawn; 0: one for ten places, and ten for any number"},
	{Name: "tenure", Type: search.Int, Default: "0", Min: 0, Max: 1 << 24,
		Help: "robust: least iterations of a prohibition, 0: a quarter of the places for some children and nine tenths for the others, by what has proved itself; tabu: length of the list, 0: twice the square root of the moves"},
	{Name: "tenure-range", Type: search.Int, Default: "0", Min: 0, Max: 1 << 24,
		Help: "robust: up to so many iterations more, at random, where tenure is given"},
	{Name: "min-distance", Type: search.Float, Default: "0.7", Min: 0, Max: 1,
		Help: "a member that differs from a better one in less than this share of the places lives on only if there are too few others"},
}

func init() {
	search.Register(search.Algorithm{
		Name:   "memetic",
		Help:   "crossover that keeps what parents share, and a tabu search for every child",
		Paper:  "Luong, Melab and Talbi 2010; Taillard 1991",
		Kinds:  []problem.GenomeKind{problem.Permutation},
		Params: table,
		Shared: true,
		// A generation is a hundred tabu searches, which are short at first.
		Patience: func(s search.Settings, _ problem.Problem) int64 {
			if s.Int("iterations") == 0 {
				return 60
			}
			return 10
		},
		Footprint: func(s search.Settings, r problem.Representation) (float64, []string) {
			return footprint(s, r), []string{"population", "children"}
		},
		New: newEngine,
	})
}

// footprint is the population and, of each child, what its search keeps: rows, what
// it remembers by, and what the problem knows of the permutation, which is taken to
// be two tables of 32-bit numbers as those of a quadratic assignment.
func footprint(s search.Settings, r problem.Representation) float64 {
	p := plan{rep: r, robust: s.Choice("search") == "robust", moves: movesOf(s, r.Length)}
	p.members, p.children = sizes(s, r.Length)
	n := float64(r.Length)
	child := 4*float64(p.memory()) + 8*n*n + 8*n // and a row of gains
	return population.MemberBytes(r, float64(p.members), 1) + population.MemberBytes(r, float64(p.children), 4) + float64(p.children)*child
}

// movesOf are the moves of so many places.
func movesOf(s search.Settings, n int) neighborhood.Moves {
	if s.Choice("neighborhood") == "rotation" {
		return neighborhood.Moves{Kind: neighborhood.Rotation, N: n, Rotations: s.Int("rotations")}
	}
	return neighborhood.Moves{Kind: neighborhood.Exchange, N: n}
}

// memory is how many words a search remembers by.
func (p *plan) memory() int {
	if p.robust {
		return p.rep.Length * p.rep.Length
	}
	return p.moves.TabuEntries()
}

// sizes are how many members and children there are for so many places.
func sizes(s search.Settings, n int) (members, children int) {
	members, children = s.Int("population"), s.Int("children")
	switch {
	case members == 0 && n < 55:
		members = 48
	case members == 0:
		members = 64
	}
	if children == 0 {
		children = members
	}
	return members, children
}

// tenure is how long a search forbids something: least iterations, and up to
// spread less one more, at random.
type tenure struct{ least, spread int }

// mostTurned is how many places have rotations of one direction, and of both, whose
// indices in tabu.cl fit 32 bits.
var mostTurned = [3]int{1: 1625, 2: 1290}

// plan is what the parameters come down to.
type plan struct {
	rep          problem.Representation
	members      int
	children     int
	tournament   int
	comma        bool // replacement
	robust       bool
	moves        neighborhood.Moves
	iterations   int     // of a search, the most
	before       []int64 // iterations of a search in all generations before one, while they grow
	rounds       int
	perturbation int
	tenures      [2]tenure // of brief and of other children
	minDistance  int
	uniform      bool   // crossover
	pc           uint64 // rng's threshold
	renewal      int64
	perturbed    bool // renewed by perturbation
}

func newPlan(c search.Config) (p plan, err error) {
	s, err := table.Settings(c.Values)
	if err != nil {
		return p, err
	}
	if _, ok := c.Problem.(problem.Exchanger); !ok && c.Device != nil {
		return p, &search.UnsuitedError{Algorithm: "memetic", Reason: fmt.Sprintf("problem %s does not say what moves are worth, so it runs on the CPU only", c.Problem.Name())}
	}
	p = plan{
		rep:        c.Problem.Representation(),
		robust:     s.Choice("search") == "robust",
		tournament: s.Int("tournament"), comma: s.Choice("replacement") == "comma",
		iterations: s.Int("iterations"), rounds: s.Int("rounds"), perturbation: s.Int("perturbation"), minDistance: int(math.Ceil(s.Float("min-distance") * float64(c.Problem.Representation().Length))),
		uniform: s.Choice("crossover") == "uniform", pc: rng.Threshold(s.Float("pc")), renewal: int64(s.Int("renewal")), perturbed: s.Choice("renewed") == "perturbed",
	}
	n := p.rep.Length
	p.moves = movesOf(s, n)
	if rotations := s.Int("rotations"); rotations > 1 && p.moves.Kind == neighborhood.Exchange {
		return p, &search.ParamError{Name: "rotations", Value: fmt.Sprint(rotations), Reason: fmt.Sprintf("%d is for neighborhood=rotation, not for exchange", rotations), With: []string{"neighborhood"}}
	}
	switch {
	case p.moves.Rotations > 0 && p.robust:
		return p, &search.ParamError{Name: "neighborhood", Value: "rotation", Reason: "robust search exchanges two places; add search=tabu", With: []string{"search"}}
	case p.moves.Rotations > 0 && n < 3:
		return p, &search.ParamError{Name: "neighborhood", Value: "rotation", Reason: fmt.Sprintf("a rotation needs three places, and there are %d", n)}
	case p.moves.Rotations > 0 && n > mostTurned[p.moves.Rotations]:
		return p, &search.ParamError{Name: "rotations", Value: fmt.Sprint(p.moves.Rotations), Reason: fmt.Sprintf("those of %d places are more than a search can look at; %d places are the most", n, mostTurned[p.moves.Rotations]), With: []string{"neighborhood"}}
	}
	if p.members, p.children = sizes(s, n); p.members == 1 {
		return p, &search.ParamError{Name: "population", Value: "1", Reason: "children have two parents"}
	}
	if p.comma && p.children < p.members {
		return p, &search.ParamError{Name: "replacement", Value: "comma", Reason: fmt.Sprintf("%d children cannot take the place of %d members", p.children, p.members), With: []string{"children", "population"}}
	}
	p.before = []int64{0}
	if p.iterations == 0 {
		p.iterations = max(2000, n*n)
		p.grow()
	}
	if p.perturbation == 0 {
		p.perturbation = max(10, n/10)
	}
	given := tenure{s.Int("tenure"), 1 + s.Int("tenure-range")}
	p.tenures = [2]tenure{given, given}
	switch {
	case given.least > 0:
	case p.robust:
		// Uniform instances want short ones, structured ones those of Taillard 1991.
		p.tenures[0] = tenure{max(1, n/4), 1 + n/10}
		p.tenures[1].least = (9*n + 9) / 10
		p.tenures[1].spread = 11*n/10 - p.tenures[1].least + 1
	default: // section IV.A
		p.tenures[0].least = 2 * int(math.Sqrt(float64(p.moves.Size())))
		p.tenures[1] = p.tenures[0]
	}
	return p, nil
}

// grow makes searches of the first generations shorter. Where few evaluations can be
// made, many short searches find more than a few long ones; in the long run it is the
// other way round.
func (p *plan) grow() {
	const first, growth = 100, 32
	total := int64(0)
	for length := first; length < p.iterations; length += length / growth {
		total += int64(length)
		p.before = append(p.before, total)
	}
}

// made is how many iterations a search has made in a round of each generation before
// one, which counts from 0.
func (p *plan) made(generation int64) int64 {
	last := int64(len(p.before) - 1)
	if generation < last {
		return p.before[generation]
	}
	return p.before[last] + (generation-last)*int64(p.iterations)
}

// length is how many iterations a search makes in a round of a generation.
func (p *plan) length(generation int64) int { return int(p.made(generation+1) - p.made(generation)) }

// evaluations is how many permutations a replica has valued by a step.
func (p *plan) evaluations(step int64) int64 {
	return int64(p.members) + int64(p.children)*int64(p.rounds)*(step+p.made(step)*int64(p.moves.Size()))
}

// valued is how many a child has valued after some rounds of a generation.
func (p *plan) valued(generation int64, rounds int) int64 {
	return int64(rounds) * (1 + int64(p.length(generation))*int64(p.moves.Size()))
}
