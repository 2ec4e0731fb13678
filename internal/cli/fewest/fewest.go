// Package fewest colors graphs with as few colors as can be: a series of searches, each
// with fewer colors than the last coloring.
package fewest

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/coloring"
)

// family is what colors graphs with as few colors as can be.
type family struct{ *cli.App }

// Extend makes the search for the fewest colors.
func Extend(a *cli.App) cli.Extension {
	f := &family{a}
	return cli.Extension{Specials: map[string]cli.Special{"coloring": {Task: f.task}}}
}

// task is the task of coloring a graph with as few colors as can be, or nil
// where --colors says how many.
func (a *family) task(c *cobra.Command, f *cli.KindFlags, p cli.Picked, _, _ bool) (*cli.Task, error) {
	if problem.Option[int](f.Options(p.Kind), "colors") != 0 {
		return nil, nil
	}
	for _, flag := range []struct{ name, value string }{
		{"--trace", f.Trace}, {"--plot", f.Plot}, {"--checkpoint", f.Checkpoint}, {"--resume", f.Resume},
	} {
		if flag.value != "" {
			return nil, cli.UserErrorf("%s is for one number of colors; say which with --colors", flag.name)
		}
	}
	target := 1
	if f.Target != "" {
		var err error
		if target, err = strconv.Atoi(f.Target); err != nil || target < 1 {
			return nil, cli.UserErrorf("--target %q: it is a number of colors", f.Target)
		}
	}
	t, err := a.NewTask(c.Context(), p.Kind, p, f.Options(p.Kind))
	if err != nil {
		return nil, err
	}
	t.Solve = func(ctx context.Context, s *cli.Session, t *cli.Task) (*cli.Outcome, error) {
		g := p.Instance.(*coloring.Graph)
		d := &descent{Session: s, task: t, graph: g, neighbors: graph.New(g.Vertices, g.Edges), began: time.Now(), target: target}
		return d.run(ctx)
	}
	return t, nil
}
