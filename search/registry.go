package search

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/warbler-opt/warbler/internal/likeness"
	"github.com/warbler-opt/warbler/problem"
)

var registry = struct {
	sync.RWMutex
	byName map[string]Algorithm
}{byName: map[string]Algorithm{}}

// Register adds an algorithm; the init functions of the algorithms' packages
// call it, in every run of a program, so it does next to nothing. It panics on a name
// that is taken.
func Register(a Algorithm) {
	registry.Lock()
	defer registry.Unlock()
	if _, taken := registry.byName[a.Name]; taken || a.Name == "" || a.New == nil {
		panic(fmt.Sprintf("search: algorithm %q cannot be registered", a.Name))
	}
	registry.byName[a.Name] = a
}

// Lookup finds an algorithm by its name.
func Lookup(name string) (Algorithm, error) {
	registry.RLock()
	defer registry.RUnlock()
	if a, ok := registry.byName[name]; ok {
		return a, nil
	}
	return Algorithm{}, unknown(name, slices.Sorted(maps.Keys(registry.byName)))
}

// LookupFor is Lookup for a problem: where there is no such algorithm, the error lists
// those that work on it.
func LookupFor(p problem.Problem, name string) (Algorithm, error) {
	a, err := Lookup(name)
	if err != nil {
		err = unknown(name, suiting(p))
	}
	return a, err
}

func unknown(name string, known []string) error {
	return &UnsuitedError{Reason: fmt.Sprintf("there is no algorithm %q; known: %s", name, strings.Join(likeness.Order(name, known), ", "))}
}

// Algorithms are all that are registered, by name.
func Algorithms() []Algorithm {
	registry.RLock()
	defer registry.RUnlock()
	return slices.SortedFunc(maps.Values(registry.byName), func(a, b Algorithm) int { return strings.Compare(a.Name, b.Name) })
}

// suiting are the names of the algorithms that work on a problem.
func suiting(p problem.Problem) []string {
	var names []string
	for _, a := range Algorithms() {
		if a.misfit(p) == "" && a.suits(p) {
			names = append(names, a.Name)
		}
	}
	return names
}

func (a Algorithm) suits(p problem.Problem) bool { return a.Suits == nil || a.Suits(p) }

// Fits is nil where the algorithm works on genomes such as those of a problem, has a use
// for all its objectives and for operators that it brings with it, and else an
// *UnsuitedError.
func (a Algorithm) Fits(p problem.Problem) error {
	if reason := a.misfit(p); reason != "" {
		return &UnsuitedError{Reason: reason, others: suiting(p)}
	}
	return nil
}

// misfit is why an algorithm is not for a problem, if it is not.
func (a Algorithm) misfit(p problem.Problem) string {
	kind, own := p.Representation().Kind, problem.OperatorsOf(p)
	several, ok := p.(problem.MultiObjective)
	switch {
	case !slices.Contains(a.Kinds, kind):
		return fmt.Sprintf("algorithm %s does not work on %v genomes", a.Name, kind)
	case p.Representation().Long && !a.Long:
		return fmt.Sprintf("algorithm %s takes permutations of at most %d places, not %d", a.Name, problem.MaxOrder, p.Representation().Length)
	case ok && !a.Fronts:
		return fmt.Sprintf("algorithm %s is for one objective, and problem %s has %d", a.Name, p.Name(), len(several.Criteria()))
	case !a.Breeds && own.Cross != nil:
		return fmt.Sprintf("algorithm %s has no use for a crossover of the problem's own", a.Name)
	case !a.Breeds && own.Mutate != nil:
		return fmt.Sprintf("algorithm %s has no use for a mutation of the problem's own", a.Name)
	case !a.Begins && own.First != nil:
		return fmt.Sprintf("algorithm %s has no use for a first population of the problem's own", a.Name)
	}
	return ""
}

// Engine checks a configuration against the algorithm's own description and
// makes an engine of it.
func (a Algorithm) Engine(ctx context.Context, c Config) (Engine, error) {
	if err := a.Fits(c.Problem); err != nil {
		return nil, err
	}
	if err := a.Params.check(c.Values, false); err != nil {
		return nil, err
	}
	if err := a.Params.counts(c.Values, c.Problem.Representation().Kind); err != nil {
		return nil, err
	}
	if ignored(c.Problem) {
		return nil, &UnsuitedError{Algorithm: a.Name, Reason: fmt.Sprintf("problem %s has constraints that its score does not tell: "+
			"wrap it in problem.Penalized, or let what violates them have negative scores (problem.Objective.Rule)", c.Problem.Name())}
	}
	if len(c.Replicas) == 0 {
		c.Replicas = Seeds(1, 1)
	}
	for _, r := range c.Replicas {
		if err := a.Params.check(r.Values, true); err != nil {
			return nil, err
		}
	}
	if o, ok := c.Problem.(Opener); ok {
		return o.OpenEngine(ctx, a, c)
	}
	if err := a.room(&c); err != nil {
		return nil, err
	}
	e, err := guarded(func() (Engine, error) { return a.New(ctx, c) })
	var unsuited *UnsuitedError
	if errors.As(err, &unsuited) && !a.suits(c.Problem) {
		unsuited.others = suiting(c.Problem)
	}
	if err != nil {
		return nil, err // and not a nil pointer of the algorithm's type
	}
	return e, nil
}

// ignored reports whether a problem has constraints that a search for the best score
// would not see.
func ignored(p problem.Problem) bool {
	_, constrained := p.(problem.Constrained)
	_, several := p.(problem.MultiObjective) // whose first score knows them
	o := problem.ObjectiveOf(p)
	return constrained && !several && o.Rule == "" && !o.Constrained
}

// Opener is a problem that opens its engines itself, somewhere else than in this
// process.
type Opener interface {
	OpenEngine(ctx context.Context, a Algorithm, c Config) (Engine, error)
	// Judge is its Evaluate, which can fail there.
	Judge(g problem.Genome) (problem.Score, error)
}
