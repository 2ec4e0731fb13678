package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/indicator"
	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// unvalued are the flags of a search for a best value, which a front has not. Help does
// not show them; findFronts says why.
var unvalued = []string{"target", "stagnation", "top"}

// findFronts answers names and files of kinds with several objectives; the subcommand is
// of the kind that has names.
func (a *App) findFronts(c *cobra.Command, k *problem.Kind, f *KindFlags, names []string) error {
	for _, name := range unvalued {
		if c.Flags().Changed(name) {
			return UserErrorf("--%s: a front has no single value that could be compared; leave it out", name)
		}
	}
	if err := f.checkKinds(k.Unit, "name", len(names)); err != nil {
		return err
	}
	instances := each(names, func(name string) (*Picked, error) { return a.findFront(name, k, f) })
	return a.solveAll(c, f, instances, len(names) > 1, true)
}

// findFront finds a problem by its name, or reads a file.
func (a *App) findFront(name string, named *problem.Kind, f *KindFlags) (*Picked, error) {
	if k, in := findNamed(name); k == named {
		return &Picked{Instance: in, Kind: k, Paste: []string{name}}, nil
	}
	list, err := a.load(name, 0, func(r io.Reader, shown string) (*problem.Kind, []problem.Instance, error) {
		for _, flag := range []string{"dim", "objectives"} {
			if f.Options(named).Values[flag] != nil {
				return nil, nil, UserErrorf("--%s is for functions; %s is a file", flag, shown)
			}
		}
		k, list, err := problem.ReadFile(r, shown)
		if k != nil && !k.Several {
			return nil, nil, fmt.Errorf("%s: it is no problem with several objectives: such a file begins with the word %s ('warbler help generate' makes them)", shown, either(severalKinds()))
		}
		return k, list, err
	})
	switch {
	case errors.As(err, new(*fs.PathError)):
		return nil, UserErrorf("%w; a problem is a file or one of %s", err, strings.Join(named.Names(), ", "))
	case err != nil:
		return nil, AsUserError(err)
	}
	return &list[0], nil
}

// severalKinds are the names of those that have files and several objectives.
func severalKinds() (names []string) {
	for _, k := range fileKinds() {
		if k.Several {
			names = append(names, k.Name)
		}
	}
	return names
}

// frontAlgorithms are the names of those that find fronts.
func frontAlgorithms() (names []string) {
	for _, a := range search.Algorithms() {
		if a.Fronts {
			names = append(names, a.Name)
		}
	}
	return names
}

// prepareFront reads what a search for a front starts from.
func (a *App) prepareFront(t *Task, f *SearchFlags) error {
	// Others would search, by the first objective alone, and have no front to show.
	if algorithm, err := search.Lookup(f.Algorithm); f.Algorithm != "auto" && (err != nil || !algorithm.Fronts) {
		return UserErrorf("--algorithm %s: only %s finds fronts", f.Algorithm, either(frontAlgorithms()))
	}
	if f.Start == "" {
		return nil
	}
	list, err := a.readStart(t, f.Start)
	t.Start = func() []problem.Genome { return list }
	return err
}

// concludeFronts joins the fronts of all replicas, checks what came of it and
// draws it.
func (a *App) concludeFronts(t *Task, o *Outcome, picture string) error {
	names := t.criteria()
	volume := func(scores [][]problem.Score) float64 {
		if slices.ContainsFunc(names, func(c problem.Criterion) bool { return c.Reference == problem.Worst }) {
			return math.NaN() // of what, nobody has said
		}
		return indicator.FrontVolume(names, scores)
	}
	for _, front := range o.fronts {
		var scores [][]problem.Score
		for _, m := range front {
			if m.Violation == 0 {
				scores = append(scores, m.Scores)
			}
		}
		o.volumes = append(o.volumes, volume(scores))
	}
	o.front = replicas.JoinFronts(o.fronts)
	table := tableOf(t, o.front)
	if err := table.verify(t); err != nil {
		return WrongAnswer(t.Instance, err)
	}
	var points [][]problem.Score
	for _, m := range o.front {
		points = append(points, m.Scores)
	}
	o.volume = volume(points)
	if o.none = len(o.front) == 0; o.none {
		a.Note("%s: no feasible solution was found", t.Instance)
	}
	if picture == "" {
		return nil
	}
	return AsUserError(plot.WriteFront(picture, pictureTitle(t, o.Algorithm, o.Replicas), names, points))
}

// distances are how far a front is from the one that is known.
type distances struct{ igd, plus, spread float64 }

// distancesOf compares a front with the one that is known.
func distancesOf(list []problem.Criterion, front []search.Member, known [][]float64) distances {
	var scores [][]problem.Score
	for _, m := range front {
		scores = append(scores, m.Scores)
	}
	reference := make([][]float64, len(known))
	for i, f := range known {
		for m, x := range f {
			if list[m].Minimize {
				x = -x
			}
			reference[i] = append(reference[i], x)
		}
	}
	points := indicator.Points(list, scores)
	return distances{indicator.IGD(points, reference), indicator.IGDPlus(points, reference), indicator.Spread(points, reference)}
}

// readStart reads the solutions of a front.
func (a *App) readStart(t *Task, path string) ([]problem.Genome, error) {
	table, err := a.readTable(t, path)
	if err != nil {
		return nil, AsUserError(err)
	}
	var list []problem.Genome
	for k, row := range table.rows {
		g, err := t.Front.Genome(row.words)
		if err == nil {
			err = search.CheckGenome(t.Problem.Representation(), g)
		}
		if err != nil {
			return nil, UserErrorf("%s: row %d: %w", path, k+1, err)
		}
		list = append(list, g)
	}
	if len(list) == 0 {
		return nil, AsUserError(errors.New(path + ": there is no solution to start from"))
	}
	return list, nil
}

// findNamed is the instance that a name stands for, of a kind that has names, and
// that kind; or nil.
func findNamed(name string) (*problem.Kind, problem.Instance) {
	for _, k := range problem.Kinds() {
		if k.Names != nil && slices.Contains(k.Names(), strings.ToLower(name)) {
			if in, err := k.Find(name); err == nil {
				return k, in
			}
		}
	}
	return nil, nil
}
