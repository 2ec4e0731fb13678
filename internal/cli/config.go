package cli

import (
	"bytes"
	"os"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// saved is the header of the checkpoint to resume from, or nil. It decides the
// Algorithm where none was named.
func (s *Session) saved(algorithm *string) (*search.Header, error) {
	if s.Flags.Resume == "" {
		return nil, nil
	}
	var err error
	if s.checkpoint, err = os.ReadFile(s.Flags.Resume); err != nil {
		return nil, AsUserError(err)
	}
	c, err := search.ReadCheckpoint(bytes.NewReader(s.checkpoint))
	if err != nil {
		return nil, UserErrorf("%s: %w", s.Flags.Resume, err)
	}
	if *algorithm == "auto" {
		*algorithm = c.Header.Algorithm
	}
	return &c.Header, nil
}

// config is the engine's configuration. What the command line leaves open,
// a checkpoint decides; where both speak and differ, the engine refuses.
func (s *Session) config(t *Task, a search.Algorithm, values search.Values, saved *search.Header) (search.Config, error) {
	f := s.Flags
	c := search.Config{
		Problem: t.Problem, Threads: f.Threads, Values: values,
		Replicas: search.Seeds(f.Seed, f.replicas),
		Trace:    f.Trace != "" || f.Plot != "",
	}
	var err error
	if c.Stop, err = f.stop(t, a); err != nil {
		return c, err
	}
	if saved != nil {
		for name, value := range saved.Values {
			if _, given := values[name]; !given {
				values[name] = value
			}
		}
		if !s.command.Flags().Changed("seed") && !s.command.Flags().Changed("replicas") {
			c.Replicas = saved.Replicas
		}
	}
	if t.Start != nil && f.Resume == "" {
		c.Start = t.Start()
	}
	if f.Start != "" && t.Front == nil {
		g, err := s.startFrom(t, f.Start)
		if err != nil {
			return c, AsUserError(err)
		}
		c.Start = []problem.Genome{g}
	}
	return c, nil
}

// startFrom reads an answer to start from.
func (a *App) startFrom(t *Task, path string) (problem.Genome, error) {
	r, name, err := a.Open(path)
	if err != nil {
		return problem.Genome{}, err
	}
	defer r.Close()
	g, err := t.Form.Read(r, name)
	if err != nil {
		return g, err
	}
	if err := search.CheckGenome(t.Problem.Representation(), g); err != nil {
		return g, UserErrorf("%s: %w", name, err)
	}
	return g, nil
}
