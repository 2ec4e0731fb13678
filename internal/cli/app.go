package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/custom"
	"github.com/warbler-opt/warbler/search"
)

// Streams is where a command reads and writes: answers go to out, everything
// else to err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Terminal bool // err is a terminal

	OutTerminal bool // out is one
	InTerminal  bool // in is one
}

// App is one run of the command.
type App struct {
	Streams
	Quiet   bool
	Verbose int
	Log     *slog.Logger
	ran     bool         // a subcommand began: what fails now is no matter of flags
	over    func() error // why it must end, if it must
	Devices devices

	commands   []*cobra.Command // of extensions
	specials   map[string]Special
	algorithms []search.Algorithm
	closers    []func() error
}

// Run executes one command line and returns the exit status.
func Run(ctx context.Context, s Streams, args []string, extensions ...func(*App) Extension) ExitCode {
	if s.InTerminal {
		s.In = &typed{ctx, s.In}
	}
	a := newApp(ctx, s, extensions)
	root := a.root(args)
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	err := meantCommand(root, root.ExecuteContext(ctx))
	for _, close := range a.closers {
		err = errors.Join(err, close())
	}
	err = errors.Join(err, a.Devices.Close(), replicas.ClosePool())
	for joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) == 1; joined, ok = err.(interface{ Unwrap() []error }) {
		err = joined.Unwrap()[0]
	}
	if !a.ran {
		err = AsUserError(err)
	}
	a.complain(err)
	return exitOf(err)
}

func newApp(ctx context.Context, s Streams, extensions []func(*App) Extension) *App {
	a := &App{Streams: s, Log: slog.New(slog.DiscardHandler), over: ctx.Err, specials: map[string]Special{}}
	for _, extend := range extensions {
		a.extend(extend(a))
	}
	return a
}

// Command is the whole command, for documents and tests.
func Command(extensions ...func(*App) Extension) *cobra.Command {
	return newApp(context.Background(), Streams{}, extensions).root(nil)
}

// complain says what went wrong, unless that has been said.
func (a *App) complain(err error) {
	if coded, ok := errors.AsType[*CodedError](err); err == nil || ok && coded.err == nil {
		return
	}
	text := strings.TrimSpace(err.Error())
	if file, ok := errors.AsType[*fs.PathError](err); ok { // "open x: no such file" has the name in its midst; messages begin with it
		text = strings.TrimPrefix(text, file.Op+" ")
	}
	if exitOf(err) == ExitUser && !errors.As(err, new(*custom.CompileError)) && !errors.As(err, new(*subprocess.Error)) {
		// What a user can mend is said in one line, but for what a compiler says.
		text = strings.Join(strings.Fields(strings.ReplaceAll(text, "\n", "; ")), " ")
	}
	if errors.Is(err, context.Canceled) { // Ctrl-C, while a device was opened or a first population made
		text = strings.TrimSuffix(text, ": "+context.Canceled.Error())
		if text == context.Canceled.Error() || !strings.Contains(text, " ") { // it names no more than a device
			text = "stopped before there was an answer"
		}
	}
	fmt.Fprintln(a.Err, "warbler: "+text)
}

// Note tells the user something that is not the answer.
func (a *App) Note(format string, args ...any) {
	if !a.Quiet {
		fmt.Fprintf(a.Err, "warbler: "+format+"\n", args...)
	}
}

// root is the command with all subcommands that a command line may need.
func (a *App) root(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "warbler",
		Short: "GPU-accelerated evolutionary and exact search",
		Long: "Warbler searches with evolutionary and exact algorithms, on the CPU and on GPUs.\n" +
			"The same algorithm, parameters, seed and number of steps give the same answer on every device.\n\n" +
			"Answers go to standard output, everything else to standard error. Files may be\n" +
			"compressed (.gz, .xz, .bz2, .zst), and '-' is standard input.\n\n" + endRule,
		Example:            "  warbler knapsack examples/knapsack-50.txt\n  warbler sat examples/3sat-50.cnf\n  warbler maxsat examples/maxsat-100.wcnf --time 5s\n  warbler function rosenbrock --dim 10 --time 10s\n  warbler devices",
		Version:            warbler.Version(),
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true, // meantCommand has them
		PersistentPreRunE: func(c *cobra.Command, args []string) error {
			a.ran = true
			a.Log = newLog(a.Err, a.Verbose, a.Quiet)
			return distinct(c, args)
		},
	}
	root.SetVersionTemplate("warbler {{.Version}}\n")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok && errors.As(err, new(*strconv.NumError)) {
			return UserErrorf("--%s %s: it is %s", invalid.GetFlag().Name, invalid.GetValue(), domains[invalid.GetFlag().Value.Type()])
		}
		if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
			if hint := meantFlag(c, unknown.GetSpecifiedName()); hint != "" {
				return UserErrorf("%w; %s", err, hint)
			}
		}
		return UserErrorf("%w; 'warbler help%s' shows the flags", err, strings.TrimPrefix(c.CommandPath(), "warbler"))
	})
	root.PersistentFlags().BoolVarP(&a.Quiet, "quiet", "q", false, "print the answer and errors, nothing else")
	root.PersistentFlags().CountVarP(&a.Verbose, "verbose", "v", "say what is tried, chosen and how long it takes; -vv says more")
	root.AddCommand(a.generateCommand(), a.verifyCommand(), a.devicesCommand(), a.versionCommand(), a.manCommand())
	root.AddCommand(a.commands...)
	searches := map[string]func() *cobra.Command{"solve": a.solveCommand}
	for _, k := range problem.Kinds() {
		if k.Name == k.Command || !k.Several { // else it has that of another kind
			searches[k.Command] = func() *cobra.Command { return a.kindCommand(k) }
		}
	}
	alone := namesOne(args, root.Commands(), searches)
	for name, search := range searches {
		if !alone || name == args[0] {
			root.AddCommand(search())
		}
	}
	root.SetHelpCommand(a.helpCommand(root))
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	a.complete(root.Commands())
	sayUsage(root.Commands())
	return root
}

// namesOne reports whether a command line names its subcommand and needs no other. Those
// that search have many flags, which take most of the time to get started.
func namesOne(args []string, others []*cobra.Command, searches map[string]func() *cobra.Command) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "--version" || searches[args[0]] != nil ||
		slices.ContainsFunc(others, func(c *cobra.Command) bool { return c.Name() == args[0] && args[0] != "man" })
}

// domains are the values of flags by their type; some have a narrower one of their
// own, which is checked later.
var domains = map[string]string{
	"int": "a whole number below 2^63", "int64": "a whole number below 2^63", "uint32": "a whole number from 0 to 2^32-1", "uint64": "a whole number from 0 to 2^64-1",
	"float64": "a number", "bool": "true or false",
}

// sayUsage has commands that are given too few or too many names say how they are
// called.
func sayUsage(commands []*cobra.Command) {
	for _, c := range commands {
		sayUsage(c.Commands())
		if check := c.Args; check != nil {
			c.Args = func(c *cobra.Command, args []string) error {
				if err := check(c, args); err != nil {
					return UserErrorf("%w; it is called as '%s'", err, c.UseLine())
				}
				return nil
			}
		}
	}
}

// newLog is the log of -v: text without the time, which only matters to
// programs that run for days.
func newLog(w io.Writer, verbose int, quiet bool) *slog.Logger {
	level := slog.LevelWarn
	switch {
	case quiet:
		level = slog.LevelError
	case verbose == 1:
		level = slog.LevelInfo
	case verbose > 1:
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{
		Level: level,
		ReplaceAttr: func(groups []string, attr slog.Attr) slog.Attr {
			if len(groups) == 0 && attr.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return attr
		},
	}))
}

// Extension is a family of subcommands, or what some kinds of problems have in the
// Command that no other has.
type Extension struct {
	Commands   []*cobra.Command
	Specials   map[string]Special // by the kind's name
	Algorithms []search.Algorithm // that are no engines, for help
	Close      func() error       // releases what was opened, or is nil
}

// Special is what a kind has in the command that no other has.
type Special struct {
	// command changes the subcommand.
	Command func(c *cobra.Command)
	// task makes another task of an instance, or returns nil; whole says that the
	// subcommand is of this kind, and not solve.
	Task func(c *cobra.Command, f *KindFlags, p Picked, whole, several bool) (*Task, error)
	// proof judges a file with a proof about an instance.
	Proof func(in problem.Instance, path string) error
}

// extend adds an extension.
func (a *App) extend(e Extension) {
	a.commands = append(a.commands, e.Commands...)
	for name, s := range e.Specials {
		a.specials[name] = s
	}
	a.algorithms = append(a.algorithms, e.Algorithms...)
	if e.Close != nil {
		a.closers = append(a.closers, e.Close)
	}
}
