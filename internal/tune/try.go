package tune

import (
	"context"
	"maps"
	"slices"

	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/search"
)

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
