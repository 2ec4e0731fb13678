package custom

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/warbler-opt/warbler/internal/choose"
	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Serve is the whole program in a child that runs a fragment, and returns at once
// elsewhere. A program that solves custom problems calls it first in its main.
func Serve() { subprocess.Serve() }

// Problem is a fragment that is solved in children. Close ends the child that
// scores answers once more. With several objectives it is a problem.MultiObjective.
type Problem interface {
	problem.Problem
	problem.Valued
	problem.Hashed
	search.Opener
	io.Closer
}

var _ Problem = (*apart)(nil)

// apart is a fragment from the side of the process that does not run it.
type apart struct {
	*subprocess.Problem
	fragment *fragment
	trial    trial
}

// Open reads and compiles a fragment. Where there is no C compiler, only devices can
// search.
func Open(ctx context.Context, name string, options Options) (Problem, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(ctx, f, name, options)
}

// Read is Open for a text; name is its file's, for messages.
func Read(ctx context.Context, r io.Reader, name string, options Options) (Problem, error) {
	p, err := newApart(ctx, r, name, options)
	if err != nil {
		return nil, err
	}
	return p.problem(), nil
}

// newApart reads, compiles and tries a fragment.
func newApart(ctx context.Context, r io.Reader, name string, options Options) (*apart, error) {
	f, err := readFragment(r, name, options)
	if err != nil {
		return nil, err
	}
	p := &apart{fragment: f}
	c, err := f.compiler(ctx)
	if err == nil {
		err = p.compile(ctx, c)
	}
	if _, missing := errors.AsType[*noCompilerError](err); err != nil && (!missing || f.several()) {
		return nil, err
	}
	p.Problem = subprocess.New(f, f, p.explain, f.Library == nil)
	return p, nil
}

// compile compiles the fragment and tries it, both at once as far as that goes.
func (p *apart) compile(ctx context.Context, c compiler) error {
	tried := make(chan error, 1)
	trying, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		var err error
		p.trial, err = p.fragment.try(trying, c)
		tried <- err
	}()
	err := p.fragment.compileBy(ctx, c)
	if err != nil {
		stop()
	}
	if failed := <-tried; err == nil {
		err = failed
	}
	if err == nil && p.trial.Wrong != "" {
		err = &CompileError{File: p.fragment.File, Log: p.trial.Wrong, Tried: true}
	}
	return err
}

// OpenEngine makes an engine in a child. What a device's compiler says is told as far as
// it is about the fragment.
func (p *apart) OpenEngine(ctx context.Context, a search.Algorithm, c search.Config) (search.Engine, error) {
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
func (p *apart) Prefers(bool) string {
	if p.fragment.several() {
		return "nsga2"
	}
	return choose.Algorithm(p.fragment, "", 0)
}
