package local

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The genomes that have neighbors, and those that annealing changes in another way.
var (
	genomes = []problem.GenomeKind{problem.Binary, problem.Discrete, problem.Permutation}
	vectors = []problem.GenomeKind{problem.Real}
)

// What every search has.
var (
	neighborhoodParam = search.Param{Name: "neighborhood", Type: search.Choice, Default: "auto", Choices: append([]string{"auto"}, neighborhood.Names...), Kinds: genomes,
		Help: "moves: flip (a bit) or pair (two); change (a gene's symbol); exchange (two places), rotation (three), insertion, reversal (of a segment) or or-opt (up to three neighbors elsewhere); auto: reversal, or insertion, where the problem knows what it is worth, else the first of a representation"}
	rotationsParam = search.Param{Name: "rotations", Type: search.Int, Default: "1", Min: 1, Max: 2, Kinds: genomes,
		Help: "rotation: directions in which three places pass round what they have; 1: as Luong et al. 2010, 2: both"}
)

// steps is a parameter that is a number of steps.
func steps(name, unless, help string) search.Param {
	return search.Param{Name: name, Type: search.Int, Default: unless, Min: 0, Max: 1 << 30, Unit: "steps", Help: help}
}

// algorithms are the searches, with what parameters they have besides those of the
// neighborhood.
var algorithms = []search.Algorithm{
	{Name: "climb", Help: "hill climbing: the best move of all while one improves, then a new start at random"},
	{Name: "tabu", Help: "tabu search: the best move of all, for better or worse, of those that are not tabu", Paper: "Luong et al. 2010", Params: search.Table{
		steps("tenure", "0", "steps for which a move is tabu; 0: twice the square root of the number of moves, or of genes where these are tabu, as Luong et al. 2010"),
		steps("tenure-range", "10", "up to so many steps more, at random, so that the search does not run in circles"),
		steps("restart", "1000", "steps without a new best after which the search begins anew at random; 0: never"),
	}},
	{Name: "robust", Help: "robust tabu search: no gene goes back to a value for a random number of steps", Paper: "Taillard 1991", Params: search.Table{
		steps("tenure", "0", "least steps for which a gene may not take a value again; 0: from 0.9 to 1.1 times the places of a permutation, as Taillard 1991, "+
			"and from one to two times the square root of other genes"),
		steps("tenure-range", "0", "up to so many steps more, at random, where tenure is given"),
		steps("restart", "0", "steps without a new best after which the search begins anew at random; 0: never"),
	}},
	{Name: "annealing", Help: "simulated annealing: random moves, for the worse ever more rarely as a temperature falls", Paper: "Kirkpatrick et al. 1983",
		Kinds: vectors,
		Suits: func(p problem.Problem) bool {
			return p.Representation().Kind == problem.Real || !problem.ObjectiveOf(p).Float
		},
		Footprint: vectorFootprint,
		Params: search.Table{
			{Name: "start", Type: search.Float, Default: "auto", Auto: true, Min: 1e-12, Max: 1e18,
				Help: "the first temperature; auto: half of the median of what moves from a good solution cost, or of what one of fifty such stays below for reversal and or-opt; real vectors: a tenth of the geometric mean of losses"},
			{Name: "end", Type: search.Float, Default: "auto", Auto: true, Min: 1e-12, Max: 1e18,
				Help: "the last temperature; auto: an eighth of what one of fifty such moves stays below, or a 32nd; real vectors: 1e-8 of the first"},
			{Name: "trials", Type: search.Int, Default: "0", Min: 0, Max: 1 << 30,
				Help: "moves tried while the temperature falls for the first time, after which the search begins anew and takes twice as many; 0: ten for every move there is; real vectors: twenty for every gene"},
			{Name: "chains", Type: search.Int, Default: "8", Min: 1, Max: 1 << 20, Kinds: vectors,
				Help: "real vectors: searches side by side, of which the best counts"},
		}},
	{Name: "iterated", Help: "iterated local search: again and again from the best, after some random moves", Paper: "Lourenço et al. 2003", Params: search.Table{
		{Name: "search", Type: search.Choice, Default: "climb", Choices: []string{"climb", "tabu", "robust"}, Help: "the local search of a round"},
		steps("patience", "0", "tabu and robust: steps without a new best of the round after which it ends; 0: as many as genes, and at least 100"),
		{Name: "perturbation", Type: search.Int, Default: "0", Min: 0, Max: 1 << 16,
			Help: "most random moves between two rounds, whose number is drawn; 0: one for five genes, and at least 3"},
		steps("tenure", "0", "as that of tabu or robust"),
		steps("tenure-range", "0", "as that of tabu or robust"),
	}},
}

func init() {
	for _, a := range algorithms {
		a.Kinds, a.Begins = slices.Concat(genomes, a.Kinds), true
		a.Params = append(search.Table{neighborhoodParam, rotationsParam}, a.Params...)
		name, table := a.Name, a.Params
		a.New = func(ctx context.Context, c search.Config) (search.Engine, error) {
			return newEngine(ctx, c, name, table)
		}
		a.Patience = func(s search.Settings, p problem.Problem) int64 { return patienceOf(name, s, p) }
		search.Register(a)
	}
}

// patienceOf is how long a run without a limit waits for a better solution. The best of
// annealing comes at the end of a cooling, each of which takes twice as long as the last;
// where moves are quick to judge, some more of them pay.
func patienceOf(name string, s search.Settings, of problem.Problem) int64 {
	if p, err := newPlan(name, s, of); err == nil && name == "annealing" {
		switch of.(type) {
		case problem.Mover, problem.Changer, problem.Exchanger, problem.Inserter, problem.Reverser:
			return max(1<<24, 8*p.length)
		}
		return max(1<<20, 8*p.length)
	}
	return max(10_000, 100*int64(of.Representation().Length))
}

// What a search remembers of its moves.
const (
	noMemory   = iota
	tabuMoves  // until when each is tabu
	tabuValues // until when each gene may not take each value
)

// maxMemory bounds what a replica remembers.
const maxMemory = 1 << 27

// plan is what the parameters come down to.
type plan struct {
	neighborhood.Moves
	problem             problem.Problem
	rep                 problem.Representation
	objective           problem.Objective
	repairer            problem.Repairer                          // or nil
	begin               func(g problem.Genome, at problem.Random) // the problem's own way, or nil
	size                int                                       // moves
	memory              int
	tenure, tenureRange int64
	patience            int64 // steps without a new best before a new start, or the next round
	iterated            bool
	perturbation        int       // most moves of a perturbation
	length              int64     // trials of the first cooling
	temperatures        []float64 // of annealing, as they fall
	start, end          float64   // of them, NaN for auto
	sampling            sampling  // which finds those
	sampled             int64     // genomes that it has scored
	allowed             int64     // evaluations of a replica; 0: any number
	limit               func()    // tells that it has, or nil
}

// temperatureCount is how many temperatures a cooling has.
const temperatureCount = 1024

// newMoves is the neighborhood of a name for a problem, with rotations of so many
// directions.
func newMoves(name string, rotations int, of problem.Problem) (neighborhood.Moves, error) {
	r := of.Representation()
	if name == "auto" {
		switch of.(type) {
		case problem.Reverser:
			name = neighborhood.Reversal.String()
		case problem.Inserter:
			name = neighborhood.Insertion.String()
		}
	}
	fitting := map[problem.GenomeKind][]neighborhood.Kind{problem.Binary: {neighborhood.Flip, neighborhood.Pair}, problem.Discrete: {neighborhood.Change},
		problem.Permutation: {neighborhood.Exchange, neighborhood.Rotation, neighborhood.Insertion, neighborhood.Reversal, neighborhood.OrOpt}}[r.Kind]
	m := neighborhood.Moves{Kind: -1, N: r.Length, Alphabet: r.Alphabet}
	for i, kind := range fitting {
		if name == kind.String() || name == "auto" && i == 0 {
			m.Kind = kind
		}
	}
	if m.Kind == neighborhood.Rotation {
		m.Rotations = rotations
	}
	refuse := func(reason string) (neighborhood.Moves, error) {
		return m, &search.ParamError{Name: neighborhoodParam.Name, Value: name, Reason: reason}
	}
	switch {
	case m.Kind < 0:
		return refuse(fmt.Sprintf("%s is no move of %v genomes", name, r.Kind))
	case rotations > 1 && m.Kind != neighborhood.Rotation:
		return m, &search.ParamError{Name: rotationsParam.Name, Value: fmt.Sprint(rotations), Reason: fmt.Sprintf("%d is for neighborhood=rotation, not for %s", rotations, m.Kind), With: []string{neighborhoodParam.Name}}
	case m.Count() > math.MaxInt32:
		return refuse(fmt.Sprintf("%d moves are more than a search can look at", m.Count()))
	}
	return m, nil
}

func newPlan(name string, s search.Settings, of problem.Problem) (p *plan, err error) {
	r := of.Representation()
	p = &plan{problem: of, rep: r, objective: problem.ObjectiveOf(of)}
	p.repairer, _ = of.(problem.Repairer)
	p.begin = problem.OperatorsOf(of).First
	if p.Moves, err = newMoves(s.Choice("neighborhood"), s.Int("rotations"), of); err != nil {
		return p, err
	}
	p.size, p.patience = p.Size(), math.MaxInt64
	method := name
	switch name {
	case "annealing":
		p.start, p.end = s.Float("start"), s.Float("end")
		if err := falls(p.start, p.end); err != nil {
			return p, err
		}
		if p.length = int64(s.Int("trials")); p.length == 0 {
			p.length = 10 * int64(max(1, p.size))
		}
		p.temperatures = make([]float64, temperatureCount)
	case "iterated":
		p.iterated, method = true, s.Choice("search")
		if p.perturbation = s.Int("perturbation"); p.perturbation == 0 {
			p.perturbation = max(3, p.N/5)
		}
		if p.patience = int64(s.Int("patience")); p.patience == 0 {
			p.patience = int64(max(100, p.N))
		}
	case "tabu", "robust":
		if n := s.Int("restart"); n > 0 {
			p.patience = int64(n)
		}
	}
	root := func(n int) int64 { return int64(math.Sqrt(float64(n))) }
	switch method {
	case "tabu":
		p.memory, p.tenure, p.tenureRange = tabuMoves, int64(s.Int("tenure")), int64(s.Int("tenure-range"))
		switch {
		case p.tenure > 0:
		case p.Kind == neighborhood.Change:
			p.tenure = 2 * root(p.TabuEntries())
		default:
			p.tenure = 2 * root(p.size)
		}
	case "robust":
		p.memory, p.tenure, p.tenureRange = tabuValues, int64(s.Int("tenure")), int64(s.Int("tenure-range"))
		if n := p.N; p.tenure == 0 {
			p.tenure, p.tenureRange = root(n), root(n)
			if r.Kind == problem.Permutation {
				p.tenure = int64((9*n + 9) / 10)
				p.tenureRange = int64(11*n/10) - p.tenure
			}
		}
	}
	if p.remembered() > maxMemory {
		return p, &search.UnsuitedError{Algorithm: name, Reason: fmt.Sprintf("it would have to remember %d moves; use annealing", p.remembered()), Params: []string{neighborhoodParam.Name}}
	}
	if p.temperatures != nil && p.objective.Float {
		return p, &search.UnsuitedError{Algorithm: name, Reason: "it weighs differences of scores, which must be whole numbers here"}
	}
	if _, err := p.Evaluator(of); err != nil {
		return p, &search.UnsuitedError{Algorithm: name, Reason: err.Error()}
	}
	return p, nil
}

// falls refuses temperatures that rise.
func falls(start, end float64) error {
	if end > start {
		return &search.ParamError{Name: "end", Value: fmt.Sprint(end), Reason: fmt.Sprintf("a temperature falls, so it ends at most at start=%g, not at %g", start, end), With: []string{"start"}}
	}
	return nil
}

// remembered is how many words a replica remembers by.
func (p *plan) remembered() int {
	switch p.memory {
	case tabuMoves:
		return p.TabuEntries()
	case tabuValues:
		return p.N * p.Values()
	}
	return 0
}

// evaluations is how many genomes a replica has valued by a step.
func (p *plan) evaluations(step int64) int64 {
	if p.temperatures != nil {
		return p.sampled + 1 + step
	}
	return 1 + step*int64(p.size)
}
