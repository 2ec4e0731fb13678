package custom

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Serve is the whole program in a child that runs a fragment, and returns at once
// elsewhere. A program that solves custom problems calls it first in its main.
func Serve() { subprocess.Serve() }

var _ search.Opener = (*Problem)(nil)

// Problem is a fragment that is solved in children. Close ends the child that
// scores answers once more.
type Problem struct {
	*subprocess.Problem
	fragment *fragment
	tried    sync.Once
}

// Open reads and compiles a fragment. Where there is no C compiler, only devices can
// search.
func Open(ctx context.Context, name string, options Options) (*Problem, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(ctx, f, name, options)
}

// Read is Open for a text; name is its file's, for messages.
func Read(ctx context.Context, r io.Reader, name string, options Options) (*Problem, error) {
	f, err := readFragment(r, name, options)
	if err != nil {
		return nil, err
	}
	err = f.compile(ctx)
	if _, missing := errors.AsType[*noCompilerError](err); err != nil && !missing {
		return nil, err
	}
	p := &Problem{fragment: f}
	p.Problem = subprocess.New(f, f, p.explain, f.Library == nil)
	return p, nil
}

// OpenEngine makes an engine in a child. What a device's compiler says is told as far as
// it is about the fragment.
func (p *Problem) OpenEngine(ctx context.Context, a search.Algorithm, c search.Config) (search.Engine, error) {
	if err := p.try(ctx, c); err != nil {
		return nil, err
	}
	e, err := p.Problem.OpenEngine(ctx, a, c)
	var refused *subprocess.Error
	if errors.As(err, &refused) {
		if _, log, ok := strings.Cut(refused.Text, " does not compile:\n"); ok {
			refused.Text = fmt.Sprintf("%s does not compile for %s:\n%s", p.fragment.File, c.Device.Info().ID(), strings.TrimSpace(p.fragment.ownMessages(log)))
		}
	}
	return e, err
}

// Prefers implements problem.Advised.
func (p *Problem) Prefers(bool) string {
	if p.fragment.Genomes.Kind == problem.Real {
		return "differential"
	}
	return "genetic"
}

// How many genomes are tried, and for how long at most where they are slow.
const (
	trials    = 64
	trialTime = 200 * time.Millisecond
)

// try scores random genomes on the CPU before a device gets the fragment: there
// mistakes have a line, and a device may compute on after them. What a repair
// would have changed first cannot be tried.
func (p *Problem) try(ctx context.Context, c search.Config) (err error) {
	if c.Device == nil || p.fragment.Library == nil || p.fragment.has(repairName) {
		return nil
	}
	limit := time.Duration(0)
	if c.Stop.Time > 0 {
		limit = c.Stop.Time + subprocess.Grace
	}
	p.tried.Do(func() {
		began := time.Now()
		g := problem.NewGenomes(p.Representation(), 1).At(0)
		for i := 0; i < trials && err == nil && time.Since(began) < trialTime; i++ {
			variation.Initialize(g, p.Representation(), rng.Address{Seed: 1, Purpose: rng.Init, Individual: uint32(i)})
			_, err = p.JudgeWithin(ctx, g, limit)
		}
	})
	var lost *subprocess.LostError
	if errors.As(err, &lost) {
		lost.Reason = strings.Replace(lost.Reason, again, ", when it was tried on the CPU", 1)
	}
	return err
}
