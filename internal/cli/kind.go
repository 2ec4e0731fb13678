package cli

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// KindFlags are the flags of a subcommand for some kinds of problems.
type KindFlags struct {
	SearchFlags
	instance int
	Own      []*OwnFlag
}

// OwnFlag is a flag of a kind, or of a generator.
type OwnFlag struct {
	problem.Flag
	kind  *problem.Kind // that it belongs to
	flag  *pflag.Flag
	value func() any
}

// written marks flags that name a file which a command writes.
const written = "written"

// bindOwn binds a flag of a kind or a generator.
func bindOwn(c *cobra.Command, k *problem.Kind, f problem.Flag) *OwnFlag {
	o := &OwnFlag{Flag: f, kind: k}
	s := c.Flags()
	switch d := f.Default.(type) {
	case string:
		o.value = bound(s.String, f, d)
	case int:
		o.value = bound(s.Int, f, d)
	case int64:
		o.value = bound(s.Int64, f, d)
	case uint64:
		o.value = bound(s.Uint64, f, d)
	case float64:
		o.value = bound(s.Float64, f, d)
	case bool:
		o.value = bound(s.Bool, f, d)
	default:
		o.value = bound[[]string](s.StringArray, f, nil)
	}
	o.flag = s.Lookup(f.Name)
	if len(f.Choices) > 0 {
		_ = c.RegisterFlagCompletionFunc(f.Name, words(f.Choices...))
	}
	if f.File != "" {
		_ = c.MarkFlagFilename(f.Name, strings.TrimPrefix(f.File, "."))
		_ = s.SetAnnotation(f.Name, written, []string{"true"})
	}
	return o
}

// bound binds a flag of a type.
func bound[T any](bind func(name string, d T, usage string) *T, f problem.Flag, d T) func() any {
	to := bind(f.Name, d, f.Help)
	return func() any { return *to }
}

// optionsOf are the values of flags. own may be of several kinds, which may have
// flags of the same names.
func optionsOf(flags []problem.Flag, own []*OwnFlag) problem.Options {
	options := problem.Options{Flags: flags, Values: map[string]any{}}
	for _, o := range own {
		if o.flag.Changed && slices.ContainsFunc(flags, func(f problem.Flag) bool { return f.Name == o.Name }) {
			options.Values[o.Name] = o.value()
		}
	}
	return options
}

// checkOwn finds values that a flag does not allow.
func checkOwn(own []*OwnFlag) error {
	for _, o := range own {
		if err := o.Check(o.value()); err != nil {
			return UserErrorf("--%s %v: %w", o.Name, o.value(), err)
		}
		if path, ok := o.value().(string); ok && o.File != "" {
			if err := Writable("--"+o.Name, path, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// algorithmNames are the words for --algorithm: auto, all that work on the problems of
// some kinds, and others.
func algorithmNames(kinds []*problem.Kind, others ...string) string {
	names := []string{"auto"}
	samples := map[*problem.Kind]problem.Problem{}
	for _, a := range search.Algorithms() {
		if slices.ContainsFunc(kinds, func(k *problem.Kind) bool { return takes(a, k, samples) }) {
			names = append(names, a.Name)
		}
	}
	if slices.ContainsFunc(kinds, func(k *problem.Kind) bool { return k.Exact }) {
		names = append(names, "exact")
	}
	return strings.Join(append(names, others...), "|")
}

// takes reports whether an algorithm works on the problems of a kind. A problem of it is
// made once.
func takes(a search.Algorithm, k *problem.Kind, samples map[*problem.Kind]problem.Problem) bool {
	if a.Fronts != k.Several && !(a.Fronts && k.Fronts) || !slices.ContainsFunc(k.Genomes, func(g problem.GenomeKind) bool { return slices.Contains(a.Kinds, g) }) {
		return false
	}
	if a.Suits == nil || k.Sample == nil {
		return true
	}
	p, made := samples[k]
	if !made {
		if sample, err := k.Sample(); err == nil {
			p = sample
		}
		samples[k] = p
	}
	if p == nil {
		return true
	}
	if p.Representation().Kind == problem.Real && !slices.Contains(a.Kinds, problem.Real) {
		coded, err := problem.NewCoded(p, 8, false)
		return err != nil || a.Suits(coded)
	}
	return a.Suits(p)
}

// bindKinds binds the flags of a search and those of kinds.
func (f *KindFlags) bindKinds(c *cobra.Command, kinds []*problem.Kind, others ...string) {
	f.Bind(c, algorithmNames(kinds, others...))
	for _, k := range kinds {
		for _, flag := range k.Flags {
			if slices.ContainsFunc(f.Own, func(o *OwnFlag) bool { return o.Name == flag.Name }) {
				continue
			}
			if len(kinds) > 1 {
				flag.Help += " (" + k.Noun + "s)"
			}
			f.Own = append(f.Own, bindOwn(c, k, flag))
		}
	}
	if slices.ContainsFunc(kinds, func(k *problem.Kind) bool { return k.Many }) {
		c.Flags().IntVar(&f.instance, "instance", 0, "answer only the `N`-th instance of each file, from 1")
	}
}

// kindCommand is the subcommand of a kind.
func (a *App) kindCommand(k *problem.Kind) *cobra.Command {
	f := &KindFlags{}
	use, solve := " FILE…", a.solveKind
	switch {
	case k.Several:
		use, solve = " NAME|FILE…", a.findFronts
	case k.Names != nil:
		use = " NAME…"
	}
	c := &cobra.Command{
		Use: k.Command + use, Short: k.Help, Long: k.Text + "\n\n" + endOf(k), Example: k.Examples,
		Args: cobra.MinimumNArgs(1), ValidArgsFunction: instancesOf(k),
		RunE: func(c *cobra.Command, args []string) error { return solve(c, k, f, args) },
	}
	f.bindKinds(c, []*problem.Kind{k})
	for _, name := range unvalued {
		c.Flags().Lookup(name).Hidden = k.Several
	}
	for name, usage := range k.Usage {
		c.Flags().Lookup(name).Usage = usage
	}
	if special := a.specials[k.Name].Command; special != nil {
		special(c)
	}
	return c
}

// single are the flags that make sense for one instance only.
func (f *KindFlags) single() []string {
	flags := f.SearchFlags.single()
	for _, o := range f.Own {
		if path, ok := o.value().(string); ok && o.File != "" && path != "" {
			flags = append(flags, "--"+o.Name)
		}
	}
	return flags
}

// Options are what the user said about an instance of a kind.
func (f *KindFlags) Options(k *problem.Kind) problem.Options {
	options := optionsOf(k.Flags, f.Own)
	options.Algorithm, options.Device = f.Algorithm, f.Device
	return options
}

// checkKinds finds the mistakes in the flags for some files.
func (f *KindFlags) checkKinds(unit, argument string, count int) error {
	if err := checkOwn(f.Own); err != nil {
		return err
	}
	if f.instance < 0 {
		return UserErrorf("--instance %d: instances count from 1", f.instance)
	}
	if single := f.single(); count > 1 && len(single) > 0 {
		return UserErrorf("%s is for one %s; give one %s", strings.Join(single, ", "), unit, argument)
	}
	return nil
}

// solveKind answers files or names of one kind.
func (a *App) solveKind(c *cobra.Command, k *problem.Kind, f *KindFlags, args []string) error {
	argument := "file"
	if k.Names != nil {
		argument = "name"
	}
	if err := f.checkKinds(k.Unit, argument, len(args)); err != nil {
		return err
	}
	instances := a.Instances(args, f.instance, f.single(), Only(k))
	if !k.Hosted {
		a.OpenAhead(c.Context(), f.Device)
	}
	if k.Names != nil {
		instances = each(args, func(name string) (*Picked, error) {
			in, err := k.Find(name)
			return &Picked{Instance: in, Kind: k, Paste: []string{name}}, AsUserError(err)
		})
	}
	return a.solveAll(c, f, instances, len(args) > 1, true)
}

// each gives what is made of one argument after the other.
func each(args []string, of func(name string) (*Picked, error)) iter.Seq2[*Picked, error] {
	return func(yield func(*Picked, error) bool) {
		for _, name := range args {
			if !yield(of(name)) {
				return
			}
		}
	}
}

// Only reads files of one kind. Of one that is of another kind it says so.
func Only(k *problem.Kind) reader {
	return func(r io.Reader, name string) (*problem.Kind, []problem.Instance, error) {
		other, text := problem.Recognize(r, name)
		list, err := k.Read(text, name)
		if err != nil && other != nil && other != k {
			err = fmt.Errorf("%w; 'warbler %s' is for such files", err, other.Command)
		}
		return k, list, err
	}
}

// solveAll answers instances, one after the other.
func (a *App) solveAll(c *cobra.Command, f *KindFlags, instances iter.Seq2[*Picked, error], several, whole bool) error {
	return a.Answers(c, &f.SearchFlags, instances, func(p *Picked, err error) (*Task, error) {
		if err != nil {
			return nil, err
		}
		return a.taskOf(c, f, *p, whole, several)
	})
}

// taskOf is the task of an instance.
func (a *App) taskOf(c *cobra.Command, f *KindFlags, p Picked, whole, several bool) (*Task, error) {
	for _, o := range f.Own {
		if o.File != "" && o.value() != "" && o.kind != p.Kind {
			return nil, UserErrorf("--%s is for %ss; %s holds something else", o.Name, o.kind.Noun, p.Paste[0])
		}
	}
	if special := a.specials[p.Kind.Name].Task; special != nil {
		if t, err := special(c, f, p, whole, several); t != nil || err != nil {
			if t != nil {
				t.several = several
			}
			return t, err
		}
	}
	several = several || len(p.Paste) > 1 && f.instance == 0
	options := f.Options(p.Kind)
	options.Several, options.Verbose = several, a.Verbose > 0
	t, err := a.NewTask(c.Context(), p.Kind, p, options)
	if err != nil {
		return nil, err
	}
	if t.several = several; t.Front != nil {
		return t, a.prepareFront(t, &f.SearchFlags)
	}
	return t, nil
}

// fileKinds are the kinds that have files.
func fileKinds() []*problem.Kind {
	return slices.DeleteFunc(problem.Kinds(), func(k *problem.Kind) bool { return k.Read == nil })
}

// ownKinds are those with one objective and a subcommand of their own.
func ownKinds() []*problem.Kind {
	return slices.DeleteFunc(fileKinds(), func(k *problem.Kind) bool { return k.Several || k.Name != k.Command })
}

func (a *App) solveCommand() *cobra.Command {
	f := &KindFlags{}
	var known []string
	for _, k := range fileKinds() {
		line := fmt.Sprintf("  %-10s a %s", k.Command, k.Noun)
		if len(k.Extensions) > 0 {
			line += " (" + strings.Join(k.Extensions, ", ") + ")"
		}
		known = append(known, line)
	}
	c := &cobra.Command{
		Use:   "solve FILE…",
		Short: "Solve whatever a file holds",
		Long: "Solves whatever a file holds, by its name and content; answers and exit status are\n" +
			"those of the subcommand for that problem. A .cnf is decided, as 'warbler sat' does.\n" +
			"A file may hold:\n\n" + strings.Join(known, "\n"),
		Example: "  warbler solve examples/mkp-30x5.txt\n" +
			"  warbler solve --generations 500 examples/qap-20.dat\n" +
			"  warbler solve --time 5s examples/planted-60.col\n" +
			"  warbler solve --time 5s examples/maxsat-100.wcnf",
		Args: cobra.MinimumNArgs(1), ValidArgsFunction: AnyFile,
		RunE: func(c *cobra.Command, files []string) error {
			if err := f.checkKinds("instance", "file", len(files)); err != nil {
				return err
			}
			return a.solveAll(c, f, a.Instances(files, f.instance, f.single(), problem.ReadFile), len(files) > 1, false)
		},
	}
	var deciding []string
	for _, d := range a.algorithms {
		deciding = append(deciding, d.Name)
	}
	f.bindKinds(c, ownKinds(), deciding...) // a problem in C says all in its file
	return c
}
