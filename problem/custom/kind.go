package custom

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// flags are those of the header's keys.
var flags = []problem.Flag{
	{Name: "genome", Default: "", Command: true, Help: "what genomes are: binary, discrete, permutation or real, instead of the header's word"},
	{Name: "length", Default: "", Command: true, Help: "`genes` of a genome: a number, or the name of an array"},
	{Name: "alphabet", Default: 0, Command: true, Help: "symbols of a discrete gene"},
	{Name: "lower", Default: 0.0, Command: true, Help: "the least value of real genes"},
	{Name: "upper", Default: 0.0, Command: true, Help: "the largest value of real genes"},
	{Name: "objective", Default: "", Command: true, Help: "maximize or minimize"},
	{Name: "score", Default: "", Command: true, Help: "what fitness returns: integer or real"},
	{Name: "patience", Default: "", Command: true, Help: "how long one evaluation may take before it counts as an endless loop, such as `5m`"},
	{Name: "data", Default: []string(nil), Command: true, Help: "an array from a CSV file, `name=file`; repeat it for more"},
}

func init() {
	problem.Register(problem.Kind{
		Name: "custom", Command: "evolve", Noun: "fitness function in C", Unit: "problem",
		Help: "Solve a problem of your own, written in C",
		Text: "Solves a problem of your own. Its objective is a function in C,\n\n" +
			"    score fitness(genome g, data d)\n\n" +
			"or, with several objectives, void scores(genome g, data d, score *to), and with constraints\n" +
			"score violation(genome g, data d), of which at most 0 is kept. It runs on the CPU (compiled by the system's C compiler), on CUDA and on OpenCL with\n" +
			"the same answers. A comment at the top says what genomes are, in TOML; --new prints a\n" +
			"file to begin with. Every algorithm that fits the genomes can be chosen. Prints the value,\n" +
			"then the genes. Your code runs in a process of its own, which may crash or hang.\n\n" +
			"docs/CUSTOM.md has the language, the header and all functions.",
		Examples: "  warbler evolve --new binary > my.c\n" +
			"  warbler evolve my.c\n" +
			"  warbler evolve examples/evolve/antenna.c --time 10s\n" +
			"  warbler evolve examples/evolve/satchel.c --algorithm tabu --generations 1000 --json\n" +
			"  warbler evolve examples/evolve/masts.c --generations 200 --plot front.svg",
		Genomes:    []problem.GenomeKind{problem.Binary, problem.Discrete, problem.Permutation, problem.Real},
		Extensions: []string{".c"},
		Read: func(r io.Reader, name string) ([]problem.Instance, error) {
			text, err := io.ReadAll(r)
			return []problem.Instance{&source{name, text}}, err
		},
		Flags: flags, Fronts: true, Hosted: true,
	})
}

// source is the text of a fragment.
type source struct {
	name string
	text []byte
}

// read compiles the fragment.
func (s *source) read(ctx context.Context, o problem.Options) (*apart, error) {
	options := Options{Header: map[string]any{}, Data: problem.Option[[]string](o, "data"), Open: o.Open}
	for _, f := range flags {
		if x, given := o.Values[f.Name]; f.Name != "data" && given && x != "" {
			options.Header[f.Name] = x
		}
	}
	return newApart(ctx, bytes.NewReader(s.text), s.name, options)
}

// Task implements problem.Instance. Where there is no C compiler, a search needs a
// device.
func (s *source) Task(ctx context.Context, o problem.Options) (*problem.Task, error) {
	p, err := s.read(ctx, o)
	if err != nil {
		return nil, err
	}
	f := p.fragment
	if f.Library == nil && (o.Device == "cpu" || o.Device == "auto") {
		return nil, fmt.Errorf("%s: %w; --device cuda or opencl needs none", s.name, f.compile(ctx))
	}
	written := form{answer.Genes{Problem: p}, p}
	t := &problem.Task{Instance: f.Title, Problem: p.problem(), Form: written, Doubt: written.doubt}
	if f.several() {
		t.Front = front{answer.GeneFront{Shape: f.Genomes}, together{p}}
	}
	if f.Bounded {
		t.Optimum = &f.BestScore
	}
	if text := strings.TrimSpace(f.Warnings); text != "" {
		t.Notes = append(t.Notes, text)
	}
	if text := p.trial.doubt(f); text != "" {
		t.Notes = append(t.Notes, text)
	}
	switch {
	case f.Library != nil && !p.trial.Checked:
		t.Details = append(t.Details, "the fragment was not tried with checks of every index: the C compiler has none here, or there is too much data")
	case f.Library != nil && len(p.trial.Scores) == 0:
		t.Details = append(t.Details, fmt.Sprintf("fitness is too slow to be tried with all checks: no genome was scored in %v", trialAtMost))
	}
	return t, nil
}

// Verify implements problem.Verifier: the answer is scored in a process of its own.
func (s *source) Verify(ctx context.Context, r io.Reader, name string) (string, error) {
	p, err := s.read(ctx, problem.Options{})
	if err != nil {
		return "", err
	}
	defer p.Close()
	value, g, err := answer.Genes{Problem: p}.ReadClaim(r, name)
	if err == nil {
		if err = search.CheckGenome(p.Representation(), g); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}
	if err != nil {
		return "", err
	}
	score, err := p.Judge(g)
	if err != nil {
		return "", err
	}
	o := p.Objective()
	if v := o.Violation(score); v > 0 {
		return "", problem.Wrong(fmt.Errorf("the genes violate constraints by %g", v))
	}
	if math.IsNaN(o.Value(score)) {
		return "", problem.Wrong(errors.New("the score of the genes is no number (NaN)"))
	}
	if value != "" {
		claimed, err := answer.ParseScore(o, value)
		if err != nil {
			return "", fmt.Errorf("%s: %q is no value: %w", name, value, err)
		}
		if claimed != score {
			return "", problem.Wrong(fmt.Errorf("the genes are worth %s, not %s", o.Format(score), value))
		}
	}
	return o.Format(score), nil
}

// form is how genomes are written. The code is all that says what a score is, so that
// there is nothing to check: search.Verify has it run again, in a process that has not
// searched.
type form struct {
	answer.Genes
	problem *apart
}

// Close ends the child that has scored answers.
func (f form) Close() error { return f.problem.Close() }

// doubt says what may be wrong with a fragment whose answer is not what its search said.
func (f form) doubt(err error) error {
	var wrong *search.VerifyError
	if !errors.As(err, &wrong) {
		return err
	}
	doubt := "fitness must depend on the genome and the data alone: does it read a variable before it is set, or outside of an array, or divide by zero?"
	switch has := f.problem.fragment.has; {
	case wrong.Reason != "" && has(repairName):
		doubt = "does repair set a gene that does not exist, or to a value that it cannot have?"
	case has(deltaName):
		doubt = "is delta always what a move adds to fitness, and do both depend on the genome and the data alone?"
	case has(groupName):
		doubt = "do all lanes of a team return the same score (team_sum), and does it depend on the genome and the data alone?"
	}
	return fmt.Errorf("%w; %s", err, doubt)
}

//go:embed templates
var templates embed.FS

// Templates are what there is to begin with: a kind of genomes, or what an objective can
// have beside.
var Templates = []string{"binary", "discrete", "permutation", "real", "mixed", "constraints", "objectives"}

// Template is one of Templates, a fragment that runs as it is.
func Template(kind string) (string, error) {
	text, err := templates.ReadFile("templates/" + kind + ".c")
	if err != nil {
		return "", fmt.Errorf("%s: it is %s", kind, strings.Join(Templates, ", "))
	}
	return string(text), nil
}
