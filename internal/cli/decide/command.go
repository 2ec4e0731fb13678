// Package decide is the subcommand that decides whether formulas are satisfiable.
package decide

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/drat"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/lookahead"
	"github.com/warbler-opt/warbler/search/lookahead/pipeline"
)

// family is what decides formulas.
type family struct {
	*cli.App
	// What stays from formula to formula.
	solver  *pipeline.Solver
	devices replicas.Places // that decide
	sought  bool            // it is known whether there is a device for swarms
}

// close releases the pipeline and the devices.
func (a *family) close() (err error) {
	if a.solver != nil {
		err = a.solver.Close()
	}
	return errors.Join(err, a.devices.Close())
}

// Extend makes the subcommand that decides formulas.
func Extend(a *cli.App) cli.Extension {
	f := &family{App: a}
	return cli.Extension{
		Commands:   []*cobra.Command{f.satCommand()},
		Specials:   map[string]cli.Special{"maxsat": {Task: f.solveCNF, Proof: f.verifyProof}},
		Algorithms: Algorithms,
		Close:      f.close,
	}
}

// satAlgorithms are the words for --algorithm of sat.
const satAlgorithms = "auto|lookahead|swarm|pipeline|walk|portfolio"

// usualCubeDepth makes up to 256 cubes.
const usualCubeDepth = 8

// satFlags are the flags of sat; of those of a search it has a few.
type satFlags struct {
	cli.SearchFlags
	assume        []string
	cubes         string
	emitCubes     string
	cubeDepth     int
	deterministic bool
	proof         string
	memory        string
	bytes         uint64 // of memory
}

func (a *family) satCommand() *cobra.Command {
	f := &satFlags{}
	c := &cobra.Command{
		Use:   "sat FILE.cnf…",
		Short: "Decide satisfiability: a model, or a proof that there is none",
		Long: "Finds an assignment that satisfies all clauses of a .cnf file, or proves that there is none. The\n" +
			"complete search looks ahead at every decision and is at its best on hard random 3-SAT.\n\n" +
			"Prints what the SAT Competitions ask for: 's SATISFIABLE' and the true literals in 'v' lines,\n" +
			"'s UNSATISFIABLE', or 's UNKNOWN' when it was interrupted; the exit status is 10, 20 or 0. With\n" +
			"several files it is the one that all answers have, or 0.\n\n" +
			"--algorithm lookahead is the complete search; walk is local search, which cannot prove anything;\n" +
			"portfolio is both at once, and what auto takes. The verdict is always the same; with\n" +
			"--deterministic, which takes lookahead or a swarm, so are the model and the number of nodes.\n\n" +
			"--algorithm swarm is a complete search for GPUs, thousands of small ones at once, for at most 1023\n" +
			"variables after simplification. It takes the place of lookahead, alone and in a portfolio, where\n" +
			"--device names a device; in a portfolio also where --device is auto and there is a GPU, for formulas\n" +
			"of " + strconv.Itoa(leastSwarmVars) + " variables or more. It makes no proofs and takes no cubes, which is refused where a device is\n" +
			"named. What is too large for it the CPU decides, unless a swarm was asked for by name.\n\n" +
			"--algorithm pipeline is the complete search of Meyer et al. 2010 over batches of formulas, for at\n" +
			"most 511 variables and clauses of at most three literals, on the CPU and on all devices that\n" +
			"--device names; 'warbler help pipeline' lists its parameters.\n\n" +
			"The complete searches take at most a million clauses. Of a larger formula a portfolio is the walk\n" +
			"alone, which says so; to refute one, a CDCL solver such as CaDiCaL or Kissat is the better tool.\n\n" +
			"--emit-cubes divides a formula by --cube-depth decisions into cubes, lines such as 'a 1 -2 0';\n" +
			"--cubes searches these parts and no others. When all of them are refuted, the formula is said to\n" +
			"be unsatisfiable if that can be seen to follow, else unknown.",
		Example: "  warbler sat examples/3sat-50.cnf\n" +
			"  warbler sat --deterministic --assume 1,2 --json examples/3sat-50.cnf\n" +
			"  warbler sat --algorithm pipeline -p batch=1000 examples/3sat-50.cnf\n" +
			"  warbler sat --emit-cubes cubes.txt --cube-depth 4 examples/3sat-50.cnf",
		Args: cobra.MinimumNArgs(1), ValidArgsFunction: cli.Files("cnf"),
		RunE: func(c *cobra.Command, files []string) error { return a.decideFormulas(c, f, files) },
	}
	f.bindSat(c)
	return c
}

// bindSat binds the flags; what a decision has no use for keeps its default.
func (f *satFlags) bindSat(c *cobra.Command) {
	whole := &cobra.Command{}
	f.Bind(whole, satAlgorithms)
	s := c.Flags()
	s.SortFlags = false
	for _, name := range []string{"algorithm", "param", "params", "threads", "device", "seed", "time", "out", "json", "progress"} {
		s.AddFlag(whole.Flags().Lookup(name))
	}
	s.Lookup("algorithm").Usage = "how to decide: " + satAlgorithms
	s.Lookup("seed").Usage = "of the walk"
	s.Lookup("param").Usage = "a parameter of the pipeline, `name=value`; repeat it for more"
	s.StringVar(&f.memory, "memory", "", "what the search may use, with cubes and a walk, as 2G: by default a quarter of the host's `BYTES` and half of a device's")
	s.StringArrayVar(&f.assume, "assume", nil, "`LITERALS` that must be true, as 1,-2,3; repeat it for more")
	s.StringVar(&f.cubes, "cubes", "", "a `FILE` of cubes: search these parts only")
	s.StringVar(&f.emitCubes, "emit-cubes", "", "write cubes to a `FILE` instead of searching them")
	s.IntVar(&f.cubeDepth, "cube-depth", usualCubeDepth, "decisions of a cube of --emit-cubes, 1 to "+strconv.Itoa(cnf.MaxCubeDepth))
	s.BoolVar(&f.deterministic, "deterministic", false, "the same model and number of nodes for any number of threads")
	s.StringVar(&f.proof, "proof", "", "a `FILE` for a refutation in DRAT, when there is no model")
	for _, name := range []string{"cubes", "emit-cubes"} {
		_ = c.RegisterFlagCompletionFunc(name, cli.AnyFile)
	}
	_ = c.MarkFlagFilename("proof", "drat")
	_ = s.SetAnnotation("param", cli.Known, []string{"pipeline"})
}

// checkSat finds flags that do not go together.
func (f *satFlags) checkSat(files []string) error {
	values, err := f.Values()
	onDevice := !cli.Anywhere(f.Device) && f.Algorithm != "pipeline"
	switch {
	case !slices.Contains(strings.Split(satAlgorithms, "|"), f.Algorithm):
		return cli.UserErrorf("--algorithm %s: formulas are decided by %s; 'warbler maxsat' has other algorithms", f.Algorithm, strings.ReplaceAll(satAlgorithms, "|", ", "))
	case f.Algorithm != "pipeline" && (len(f.Params) > 0 || f.ParamsFile != ""):
		return cli.UserErrorf("-p and --params are for --algorithm pipeline")
	case err != nil:
		return err
	case onDevice && f.Algorithm == "walk":
		return cli.UserErrorf("--device %s: a walk of sat runs on the CPU; --algorithm lookahead, swarm and pipeline decide formulas on devices", f.Device)
	}
	if _, err := pipeline.Params.Settings(values); err != nil {
		return cli.UserErrorf("-p %w", err)
	}
	if f.bytes, err = bytesOf(f.memory); err != nil {
		return cli.UserErrorf("--memory %w", err)
	}
	for _, flag := range []struct{ name, value string }{{"--cubes", f.cubes}, {"--emit-cubes", f.emitCubes}, {"--proof", f.proof}} {
		switch {
		case flag.value == "":
		case onDevice:
			return cli.UserErrorf("%s: what decides formulas on devices has no use for it; use --device cpu", flag.name)
		case len(files) > 1:
			return cli.UserErrorf("%s is for one formula; give one file", flag.name)
		case f.Algorithm == "walk" || f.Algorithm == "pipeline" || f.Algorithm == "swarm":
			return cli.UserErrorf("%s: a %s has no use for it; use --algorithm lookahead", flag.name, f.Algorithm)
		}
	}
	switch {
	case f.deterministic && (f.Algorithm == "walk" || f.Algorithm == "portfolio"):
		return cli.UserErrorf("--deterministic is for --algorithm lookahead and swarm")
	case f.proof != "" && len(f.assume) > 0:
		return cli.UserErrorf("--proof is of a formula alone; add what you assume to it as clauses")
	case f.emitCubes != "" && f.cubes != "":
		return cli.UserErrorf("--emit-cubes makes cubes and --cubes takes them; give one of them")
	case f.emitCubes != "" && f.proof != "":
		return cli.UserErrorf("--emit-cubes searches nothing that could be proven; leave --proof out")
	case f.emitCubes == "" && f.cubeDepth != 0 && f.cubeDepth != usualCubeDepth:
		return cli.UserErrorf("--cube-depth is for --emit-cubes")
	case f.emitCubes != "" && (f.cubeDepth < 1 || f.cubeDepth > cnf.MaxCubeDepth):
		return cli.UserErrorf("--cube-depth %d: it is a whole number from 1 to %d", f.cubeDepth, cnf.MaxCubeDepth)
	}
	if err := cli.Writable("--emit-cubes", f.emitCubes, true); err != nil {
		return err
	}
	return cli.Writable("--proof", f.proof, true)
}

func (a *family) decideFormulas(c *cobra.Command, f *satFlags, files []string) error {
	if err := f.checkSat(files); err != nil {
		return err
	}
	instances := a.Instances(files, 0, nil, cli.Only(problem.LookupKind("maxsat")))
	several := len(files) > 1
	a.OpenAhead(c.Context(), f.Device)
	return a.Answers(c, &f.SearchFlags, instances, func(p *cli.Picked, err error) (*cli.Task, error) {
		if unread, ok := errors.AsType[*cli.UnreadError](err); ok {
			return a.undecided(unread.Name, f, several), nil
		}
		if err != nil {
			return nil, err
		}
		return a.satTask(p, f, several)
	})
}

// satKind is what --json names.
var satKind = &problem.Kind{Name: "sat"}

// solveCNF decides a .cnf of solve, or returns nil where there is something else.
func (a *family) solveCNF(c *cobra.Command, f *cli.KindFlags, p cli.Picked, whole, several bool) (*cli.Task, error) {
	if whole || p.Instance.(*sat.Formula).Format != "" {
		return nil, nil
	}
	if err := decidable(f, c); err != nil {
		return nil, err
	}
	return a.satTask(&p, &satFlags{SearchFlags: f.SearchFlags}, several)
}

// decidable refuses flags that a decision about a .cnf has no use for.
func decidable(f *cli.KindFlags, c *cobra.Command) error {
	own := func(name string) bool {
		return slices.ContainsFunc(f.Own, func(o *cli.OwnFlag) bool { return o.Name == name && o.File == "" })
	}
	var useless []string
	c.Flags().Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "algorithm", "threads", "device", "seed", "time", "out", "json", "progress", "quiet", "verbose", "instance":
		default:
			if !own(flag.Name) {
				useless = append(useless, "--"+flag.Name)
			}
		}
	})
	if len(useless) > 0 {
		return cli.UserErrorf("%s: deciding a .cnf has no use for it; 'warbler maxsat' has", strings.Join(useless, ", "))
	}
	return (&satFlags{SearchFlags: f.SearchFlags}).checkSat(nil)
}

// satTask is the task of a formula; several says that its answer is one of many.
func (a *family) satTask(p *cli.Picked, f *satFlags, several bool) (*cli.Task, error) {
	formula := p.Instance.(*sat.Formula)
	if formula.Format != "" {
		return nil, cli.UserErrorf("%s: its clauses have weights; 'warbler maxsat' is for those", formula.Name)
	}
	notes, err := formula.Strict().Examine(a.Verbose > 0)
	if err != nil {
		return nil, cli.AsUserError(err)
	}
	for _, text := range notes {
		a.Note("%s", text)
	}
	d := &decision{family: a, formula: formula, flags: f, several: several}
	d.options = lookahead.Options{Memory: f.bytes, Seed: f.Seed, Threads: f.Threads, Deterministic: f.deterministic}
	assumed := strings.Join(f.assume, ",")
	words := strings.FieldsFunc(assumed, func(r rune) bool { return r == ',' || r == ' ' })
	if d.options.Assume, err = cnf.Literals(words); err != nil {
		return nil, cli.UserErrorf("--assume %s: %w", assumed, err)
	}
	stranger := func(x int32) bool { return int(max(x, -x)) > formula.Vars }
	if i := slices.IndexFunc(d.options.Assume, stranger); i >= 0 {
		return nil, cli.UserErrorf("--assume %s: %s has no literal %d; its variables are 1 to %d", assumed, formula.Name, d.options.Assume[i], formula.Vars)
	}
	if f.cubes != "" {
		r, name, err := a.Open(f.cubes)
		if err != nil {
			return nil, cli.AsUserError(err)
		}
		defer r.Close()
		if d.options.Cubes, err = cnf.ReadCubes(r, name, f.bytes); err != nil {
			return nil, cli.AsUserError(advised(err))
		}
	}
	for i, cube := range d.options.Cubes {
		if j := slices.IndexFunc(cube, stranger); j >= 0 {
			return nil, cli.UserErrorf("%s: cube %d has the literal %d, and %s the variables 1 to %d", f.cubes, i+1, cube[j], formula.Name, formula.Vars)
		}
	}
	t := &cli.Task{Task: &problem.Task{Instance: formula.Name}, Kind: satKind, Paste: p.Paste, Seconds: p.Seconds}
	t.Decide = func(ctx context.Context, s *cli.Session) (cli.ExitCode, error) { return d.run(ctx, s, t) }
	return t, nil
}

// undecided is the task of a formula that there was no time to read.
func (a *family) undecided(name string, f *satFlags, several bool) *cli.Task {
	d := &decision{family: a, formula: &sat.Formula{Name: name}, flags: f, several: several, algorithm: f.decider(), result: lookahead.Result{Status: sat.Unknown}}
	t := &cli.Task{Task: &problem.Task{Instance: name}, Kind: satKind}
	t.Decide = func(_ context.Context, s *cli.Session) (cli.ExitCode, error) { return d.conclude(s, t) }
	return t
}

// create makes a file; the error of closing it is not lost. One that is there is
// removed: some file systems write a file that was emptied to the disk when it is
// closed, and for a large proof that takes longer than one may wait.
func create(path string, write func(io.Writer) error) error {
	mode := fs.FileMode(0o666)
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
		mode = info.Mode().Perm()
		_ = os.Remove(path) // else it is emptied
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return cli.AsUserError(err)
	}
	err = write(file)
	if closed := file.Close(); err == nil {
		err = cli.AsUserError(closed)
	}
	return err
}

// verifyProof judges a refutation.
func (a *family) verifyProof(in problem.Instance, path string) error {
	r, name, err := a.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	lemmas, err := drat.Check(in.(*sat.Formula), r, name)
	return a.Verdict(fmt.Sprintf("unsatisfiable, by a proof of %d clauses", lemmas), err)
}

// Algorithms are the ways of sat to decide, as algorithms are described that are
// found by their name; they are no engines, since they have nothing but a verdict.
var Algorithms = []search.Algorithm{
	{
		Name: "lookahead", Help: "for warbler sat: complete depth-first search that looks ahead at every decision, on all cores, with proofs and cubes; on a device that is named, a swarm",
		Paper: "Heule, van Maaren: Look-Ahead Based SAT Solvers, 2009; Mijnders, de Wilde, Heule: recursive weights, 2010", Kinds: []problem.GenomeKind{problem.Binary},
	},
	{
		Name: "swarm", Help: "for warbler sat: the same in thousands of small searches on a GPU, 32 lookaheads at a time",
		Paper: "Heule, van Maaren: Look-Ahead Based SAT Solvers, 2009; work given away between launches", Kinds: []problem.GenomeKind{problem.Binary},
	},
	{
		Name: "pipeline", Help: "for warbler sat: complete search over batches of formulas",
		Paper: "Meyer, Schönfeld, Stamminger, Wanka: 3-SAT on CUDA, 2010", Kinds: []problem.GenomeKind{problem.Binary}, Params: pipeline.Params,
	},
	{
		Name: "portfolio", Help: "for warbler sat: lookahead, or a swarm on a device, with a walk beside it",
		Paper: "see lookahead, swarm and walk", Kinds: []problem.GenomeKind{problem.Binary},
	},
}
