package tune

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/search"
)

// The most that a plan may ask for: beyond it a number is a slip of the pen.
const (
	maxBudget     = 1 << 24
	maxCandidates = 1 << 16
	maxInstances  = 1 << 16
	maxSeeds      = 1 << 20
)

// Plan is a plan that has been checked.
type Plan struct {
	experiment.Head // the seeds are those of runs, for each instance
	Algorithm       search.Algorithm
	Method          string        // "halving" or "race"
	Budget          int           // runs on training instances
	Candidates      int           // in the first round; 0 leaves it to the budget
	FirstTest       int           // trials of a candidate before it may be dropped
	Confidence      float64       // of tests that drop candidates
	Seed            uint64        // of what is drawn
	Fixed           search.Values // of all candidates that are drawn
	Baseline        search.Values // complete
	Space           Space
	Training        []*experiment.Case
	HeldOut         []*experiment.Case
}

// ReadPlan reads and checks a plan. Files that it names lie beside it. A mistake
// is an *experiment.PlanError.
func ReadPlan(path string) (*Plan, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parsePlan(path, string(text), experiment.Beside(path))
}

func parsePlan(file, text string, files experiment.Files) (*Plan, error) {
	head, err := experiment.ReadHead(file, text, maxSeeds, "name", "device", "algorithm", "method", "budget", "candidates", "first",
		"confidence", "seed", "split", "seeds", "stop", "parameters", "baseline", "tune", "training", "heldout")
	if err != nil {
		return nil, err
	}
	p := &Plan{Head: head}
	root := p.Root
	p.readMethod()
	p.readAlgorithm()
	if root.Err() == nil {
		p.readInstances(files)
	}
	if root.Err() == nil && p.Budget < p.least() {
		root.Failf("budget", "%d runs are too few for this plan; it takes %d", p.Budget, p.least())
	}
	if err := root.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// least is the smallest budget that makes sense: a first test of two candidates.
func (p *Plan) least() int {
	return max(2, p.Candidates) * min(p.FirstTest, p.trials())
}

// trials is how many there are.
func (p *Plan) trials() int { return len(p.Training) * p.Seeds.Count }

func (p *Plan) readMethod() {
	root := p.Root
	p.Method = root.Text("method")
	switch p.Method {
	case "":
		p.Method = "race"
	case "race":
	case "halving":
		if root.Has("confidence") {
			root.Failf("confidence", `it is for method = "race"`)
		}
	default:
		root.Failf("method", "it is race or halving")
	}
	if !root.Has("budget") {
		root.Failf("budget", "say how many runs the training instances may take")
	}
	p.Budget = int(root.Whole("budget", 2, 2, maxBudget))
	p.Candidates = int(root.Whole("candidates", 0, 2, maxCandidates))
	p.FirstTest = int(root.Whole("first", 5, 1, maxBudget))
	p.Confidence = root.Number("confidence", 0.95, 0.5, 0.9999)
	p.Seed = uint64(root.Whole("seed", 1, 0, math.MaxInt64))
}

// readAlgorithm reads what is tuned, what is not, and the baseline.
func (p *Plan) readAlgorithm() {
	root := p.Root
	if p.Algorithm = experiment.ReadAlgorithm(root, "algorithm"); root.Err() != nil {
		return
	}
	p.Fixed = p.readValues(root.Table("parameters"))
	baseline := maps.Clone(p.Fixed)
	maps.Copy(baseline, p.readValues(root.Table("baseline")))
	p.Baseline = p.Algorithm.Params.Fill(baseline)
	p.Space = readSpace(root.Table("tune"), p.Algorithm.Params)
	for _, r := range p.Space {
		if _, twice := p.Fixed[r.Param.Name]; twice {
			root.Table("tune").Failf(r.Param.Name, "it is fixed in [parameters] already")
		}
	}
}

func (p *Plan) readValues(t *document.Table) search.Values {
	v := search.Values{}
	for _, name := range t.Names() {
		if text, ok := experiment.ReadValue(t, name, t.Values[name], p.Algorithm.Params); ok {
			v[name] = text
		}
	}
	return v
}

// readInstances reads the training instances and those that are held out: given,
// or split off.
func (p *Plan) readInstances(files experiment.Files) {
	root := p.Root
	p.Training = experiment.ReadCases(root, "training", p.Algorithm, files)
	split := root.Number("split", 0, 0, 0.9)
	switch {
	case root.Has("heldout") && split > 0:
		root.Failf("split", "instances are held out by split or by [[heldout]]; give one of them")
	case !root.Has("heldout") && split == 0:
		root.Failf("", "it takes instances that are held out: either [[heldout]], or split = 0.5 for half of those of [[training]]")
	}
	if root.Err() != nil {
		return
	}
	if root.Has("heldout") {
		p.HeldOut = experiment.ReadCases(root, "heldout", p.Algorithm, files)
	}
	if len(p.Training)+len(p.HeldOut) > maxInstances {
		root.Failf("training", "these are more than %d instances", maxInstances)
	}
	if root.Err() != nil {
		return
	}
	p.compareInstances() // while they are in the plan's order
	p.shuffle(int(math.Round(split * float64(len(p.Training)))))
	if len(p.Training) == 0 || len(p.HeldOut) == 0 {
		root.Failf("split", "it leaves no instance on one side")
	}
}

// The individuals of what is drawn once for a plan; candidates count from 0.
const drawOrder = math.MaxUint32

// shuffle brings the training instances into an order that has nothing to do
// with their names, and holds out the last ones.
func (p *Plan) shuffle(last int) {
	order := make([]uint16, len(p.Training))
	rng.Address{Seed: p.Seed, Individual: drawOrder, Purpose: rng.Tune}.Permutation(order)
	shuffled := make([]*experiment.Case, len(order))
	for i, j := range order {
		shuffled[i] = p.Training[j]
	}
	p.Training, p.HeldOut = shuffled[:len(shuffled)-last], append(p.HeldOut, shuffled[len(shuffled)-last:]...)
}

// compareInstances refuses what cannot be told in one table, and instances that
// are not held out at all.
func (p *Plan) compareInstances() {
	seen := map[string]bool{}
	for _, c := range slices.Concat(p.Training, p.HeldOut) {
		if c.Kind != p.Training[0].Kind || c.Objective.Minimize != p.Training[0].Objective.Minimize {
			c.Place.Failf("", "%s is a %s, and %s a %s: tune for one kind of problem", c.Name, c.Kind, p.Training[0].Name, p.Training[0].Kind)
			return
		}
		if seen[c.Identity()] {
			c.Place.Failf("", "%s is in the plan already", c.Name)
			return
		}
		seen[c.Identity()] = true
	}
}

// Try makes an engine of the baseline for every instance: what an algorithm
// refuses beyond its table is a mistake in the plan too. So are a choice
// that no candidate can have, and ranges without any candidate.
func (p *Plan) Try(ctx context.Context) error {
	root := p.Root
	written := experiment.Written{
		Parameters: []*document.Table{root.Table("baseline"), root.Table("parameters")},
		Stop:       []*document.Table{root.Table("stop")}, Algorithm: root, Key: "algorithm",
	}
	for _, c := range slices.Concat(p.Training, p.HeldOut) {
		if err := c.Try(ctx, p.Baseline); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return written.Mistake(c.Name, err)
		}
	}
	if err := p.equalize(ctx); err != nil {
		return err
	}
	written.Parameters = []*document.Table{root.Table("tune")}
	for i := range p.Space {
		for _, text := range p.Space[i].Choices {
			err := p.tryValue(ctx, &p.Space[i], text)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				return written.Mistake(p.Training[0].Name, err)
			}
		}
	}
	// Ranges may have numbers that do not go together; some must.
	l := newPool(p)
	fresh, err := l.draw(ctx, 1, source{iteration: 1})
	if err == nil && len(fresh) == 0 && l.refusal != nil {
		written.Key = "tune"
		err = written.Mistake(p.Training[0].Name, l.refusal)
	}
	return err
}

// equalize gives all candidates the budget that the baseline has. Else one that does more
// in a generation would look better for it.
func (p *Plan) equalize(ctx context.Context) error {
	for _, c := range slices.Concat(p.Training, p.HeldOut) {
		if equal, err := c.Equalize(ctx, p.Baseline); err != nil {
			return err
		} else if !equal {
			return p.Root.Mistake("stop", errors.New("candidates must have equal budgets to be compared; give evaluations or time"))
		}
	}
	return nil
}

// Allowed says what a run of every candidate may spend.
func (p *Plan) Allowed() string {
	least, most, limit := int64(math.MaxInt64), int64(0), p.Training[0].Stop()
	for _, c := range slices.Concat(p.Training, p.HeldOut) {
		least, most = min(least, c.Stop().Evaluations), max(most, c.Stop().Evaluations)
	}
	var words []string
	switch {
	case most == 0:
	case least == most:
		words = append(words, fmt.Sprintf("%d evaluations", most))
	default:
		words = append(words, fmt.Sprintf("%d to %d evaluations, by instance,", least, most))
	}
	if limit.Time > 0 {
		words = append(words, limit.Time.String())
	}
	return "at most " + strings.Join(words, " and ") + " a run"
}

// timed reports whether time is all that candidates have equal.
func (p *Plan) timed() bool { return p.Training[0].Stop().Evaluations == 0 }

// tryValue finds a choice that the algorithm refuses whatever the other parameters
// that are tuned are. What goes with some of those only is left to the draw of
// candidates.
func (p *Plan) tryValue(ctx context.Context, r *Range, text string) error {
	values := maps.Clone(p.Fixed)
	values[r.Param.Name] = text
	err := p.Training[0].Try(ctx, values)
	about, _ := search.FaultOf(err)
	others := slices.ContainsFunc(p.Space, func(o Range) bool {
		return o.Param.Name != r.Param.Name && slices.Contains(about, o.Param.Name)
	})
	if others || !slices.Contains(about, r.Param.Name) {
		return nil
	}
	return err
}
