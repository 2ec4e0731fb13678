package search

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/warbler-opt/warbler/problem"
)

var registry struct {
	sync.RWMutex
	byName map[string]Algorithm
}

// Register adds an algorithm; the init functions of the algorithms' packages
// call it. It panics on a name that is taken and on a table whose defaults it
// does not allow itself.
func Register(a Algorithm) {
	if _, err := a.Params.Settings(nil); err != nil {
		panic(fmt.Sprintf("search: algorithm %s: %v", a.Name, err))
	}
	registry.Lock()
	defer registry.Unlock()
	if _, taken := registry.byName[a.Name]; taken || a.Name == "" || a.New == nil {
		panic(fmt.Sprintf("search: algorithm %q cannot be registered", a.Name))
	}
	if registry.byName == nil {
		registry.byName = make(map[string]Algorithm)
	}
	registry.byName[a.Name] = a
}

// UnknownAlgorithmError is a name that no algorithm has.
type UnknownAlgorithmError struct {
	Name  string
	Known []string // the most alike first
}

func (e *UnknownAlgorithmError) Error() string {
	return fmt.Sprintf("there is no algorithm %q; known: %s", e.Name, strings.Join(e.Known, ", "))
}

// Lookup finds an algorithm by its name.
func Lookup(name string) (Algorithm, error) {
	registry.RLock()
	defer registry.RUnlock()
	if a, ok := registry.byName[name]; ok {
		return a, nil
	}
	known := make([]string, 0, len(registry.byName))
	for n := range registry.byName {
		known = append(known, n)
	}
	sort.Strings(known)
	return Algorithm{}, &UnknownAlgorithmError{Name: name, Known: byLikeness(name, known)}
}

// Algorithms are all that are registered, by name.
func Algorithms() []Algorithm {
	registry.RLock()
	defer registry.RUnlock()
	all := make([]Algorithm, 0, len(registry.byName))
	for _, a := range registry.byName {
		all = append(all, a)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// Fitting are the algorithms that work on problems with one objective and
// genomes of a kind, by name.
func Fitting(kind problem.GenomeKind) []Algorithm {
	var fitting []Algorithm
	for _, a := range Algorithms() {
		if a.Fits(kind) && !a.Fronts {
			fitting = append(fitting, a)
		}
	}
	return fitting
}

// Suiting are the names of the algorithms that work on a problem.
func Suiting(p problem.Problem) []string {
	var names []string
	for _, a := range Algorithms() {
		if a.Fits(p.Representation().Kind) && a.suits(p) {
			names = append(names, a.Name)
		}
	}
	return names
}

func (a Algorithm) suits(p problem.Problem) bool { return a.Suits == nil || a.Suits(p) }

// Fits reports whether the algorithm works on genomes of a kind.
func (a Algorithm) Fits(kind problem.GenomeKind) bool {
	for _, k := range a.Kinds {
		if k == kind {
			return true
		}
	}
	return false
}

// Engine checks a configuration against the algorithm's own description and
// makes an engine of it.
func (a Algorithm) Engine(ctx context.Context, c Config) (Engine, error) {
	if kind := c.Problem.Representation().Kind; !a.Fits(kind) {
		return nil, &UnfitError{Algorithm: a.Name, Kind: kind, Problem: c.Problem}
	}
	if err := a.Params.Check(c.Values); err != nil {
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
		if err := a.Params.CheckReplica(r.Values); err != nil {
			return nil, err
		}
	}
	if o, ok := c.Problem.(Opener); ok {
		return o.OpenEngine(ctx, a, c)
	}
	if err := a.room(c); err != nil {
		return nil, err
	}
	if err := a.hint(&c); err != nil {
		return nil, err
	}
	e, err := a.make(ctx, c)
	if err != nil {
		var unsuited *UnsuitedError
		if errors.As(err, &unsuited) && !a.suits(c.Problem) {
			unsuited.Others = Suiting(c.Problem)
		}
	}
	return e, err
}

// ignored reports whether a problem has constraints that a search for the best score
// would not see.
func ignored(p problem.Problem) bool {
	_, constrained := p.(problem.Constrained)
	_, several := p.(problem.MultiObjective) // whose first score knows them
	return constrained && !several && problem.ObjectiveOf(p).Rule == ""
}

// Opener is a problem that opens its engines itself, somewhere else than in this
// process.
type Opener interface {
	OpenEngine(ctx context.Context, a Algorithm, c Config) (Engine, error)
	// Judge is its Evaluate, which can fail there.
	Judge(g problem.Genome) (problem.Score, error)
}

// UnsuitedError is a problem, a device or a parameter that an algorithm cannot
// work with, for a reason that its table does not tell.
type UnsuitedError struct {
	Algorithm string
	Reason    string
	Others    []string // algorithms that work with the problem, where that is what is wrong
	Params    []string // or the parameters, the one to change first
	Rule      string   // or a stop rule, as plans name it
}

func (e *UnsuitedError) Error() string { return e.Algorithm + ": " + e.Reason + theseDo(e.Others) }

// UnfitError is a problem whose genomes an algorithm does not work on.
type UnfitError struct {
	Algorithm string
	Kind      problem.GenomeKind
	Problem   problem.Problem // or nil: any of the kind
}

func (e *UnfitError) Error() string {
	var names []string
	for _, a := range Fitting(e.Kind) {
		if e.Problem == nil || a.suits(e.Problem) {
			names = append(names, a.Name)
		}
	}
	return fmt.Sprintf("algorithm %s does not work on %v genomes", e.Algorithm, e.Kind) + theseDo(names)
}

// theseDo lists algorithms, if there are any.
func theseDo(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; these do: " + strings.Join(names, ", ")
}
