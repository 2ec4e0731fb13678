// Package evolve makes problems of fragments that users wrote: read and compiled
// here (package problem/custom), solved in children (package internal/subprocess).
//
// A program that uses it calls Serve first in its main.
package evolve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/problem/custom"
	"github.com/warbler-opt/warbler/search"
)

// kind is the name under which children know how to open fragments.
const kind = "custom"

func init() { subprocess.Register(kind, custom.Open) }

// Serve is the whole program in a child that runs a fragment, and returns at
// once elsewhere.
func Serve() { subprocess.Serve() }

var _ search.Opener = (*Problem)(nil)

// Problem is a fragment that is solved in children.
type Problem struct {
	*subprocess.Problem
	Fragment *custom.Fragment
	library  []byte // or nil
	tried    sync.Once
}

// Read reads and compiles a fragment; name is its file's. Where there is no C
// compiler, Compiled is false and only devices can search.
func Read(ctx context.Context, r io.Reader, name string, options custom.Options) (*Problem, error) {
	f, err := custom.Read(r, name, options)
	if err != nil {
		return nil, err
	}
	p := &Problem{Fragment: f}
	p.library, err = f.Compile(ctx)
	var none *custom.NoCompilerError
	if err != nil && !errors.As(err, &none) {
		return nil, err
	}
	spec, err := f.Encode(p.library)
	if err != nil {
		return nil, err
	}
	p.Problem = subprocess.New(f.Face(), kind, spec, p.explain)
	if p.library == nil {
		p.OnDevices()
	}
	return p, nil
}

// Compiled reports whether the CPU can run the fragment.
func (p *Problem) Compiled() bool { return p.library != nil }

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
			refused.Text = fmt.Sprintf("%s does not compile for %s:\n%s", p.Fragment.File, c.Device.Info().ID(), strings.TrimSpace(p.Fragment.Own(log)))
		}
	}
	return e, err
}

// again ends what is said about a child that was to score.
const again = ", while the answer was scored again"

// traps are the signals of mistakes that compiled code looks for itself, by
// architecture: see NATIVE_TRAP in problem/custom/native.h.
var traps = map[string]struct{ division, gene string }{
	"amd64": {"SIGILL", "SIGTRAP"},
	"arm64": {"SIGTRAP", "SIGILL"},
}

// explain says what became of a child.
func (p *Problem) explain(c subprocess.Crash) string {
	file, function := p.Fragment.File, ""
	pc := c.PC
	if c.Signal == "SIGTRAP" && runtime.GOARCH == "amd64" {
		pc-- // it is behind the instruction
	}
	if line, in := p.Fragment.Where(p.library, c.Entry, pc); line > 0 {
		file, function = fmt.Sprintf("%s:%d", file, line), in
	}
	what := function
	if what == "" {
		what = strings.Join(p.Fragment.Functions(), " or ")
	}
	if c.Device != "" {
		what += " on " + c.Device
	}
	doing := ""
	if c.Scoring {
		doing = again
	}
	switch {
	case c.Hung:
		return fmt.Sprintf("%s: %s did not return %s: an endless loop? Its process was ended%s", file, what, c.Waited, doing)
	case c.Memory:
		return fmt.Sprintf("%s: there is not enough memory: fewer genes, members or replicas need less%s", file, doing)
	case c.Signal == "SIGFPE", c.Signal != "" && c.Signal == traps[runtime.GOARCH].division:
		return fmt.Sprintf("%s: division by zero in %s%s", file, what, doing)
	case c.Signal == "SIGSEGV" || c.Signal == "SIGBUS":
		return fmt.Sprintf("%s: %s reads or writes memory that is not its own: an index outside of an array, a wild pointer, or arrays or a recursion too large for its stack%s", file, what, doing)
	case c.Signal != "" && c.Signal == traps[runtime.GOARCH].gene:
		return fmt.Sprintf("%s: %s asks for a gene that is not one of 0 to %d%s", file, what, p.Fragment.Representation.Length-1, doing)
	case c.Signal == "SIGILL" || c.Signal == "SIGTRAP":
		return fmt.Sprintf("%s: %s asks for a gene that is not one of 0 to %d, or divides by zero%s", file, what, p.Fragment.Representation.Length-1, doing)
	case c.Killed:
		return fmt.Sprintf("%s: the process that ran %s was killed: is the memory full?%s", file, what, doing)
	}
	how := c.Ending
	if c.Signal != "" {
		how = c.Signal
	}
	return fmt.Sprintf("%s: the process that ran %s crashed (%s)%s", file, what, how, doing)
}

// Open is Read for a file.
func Open(ctx context.Context, name string, options custom.Options) (*Problem, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(ctx, f, name, options)
}
