package custom

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/internal/cache"
	"github.com/warbler-opt/warbler/internal/lazyregexp"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed native.h
var nativeText string

//go:embed entry.h
var entryText string

// nativeBaked is how many numbers stand in the source for the CPU.
const nativeBaked = 1 << 14

// nativeCells is the longest binary genome that is unpacked for the CPU.
const nativeCells = 1 << 14

// cells reports whether the CPU sees a number for each gene of a binary genome.
func (f *fragment) cells() bool {
	return f.Genomes.Kind == problem.Binary && f.Genomes.Length <= nativeCells
}

// compileLimit is how long a compiler may take: macros can make it work for
// ever.
const compileLimit = 2 * time.Minute

// CompileError is a fragment that the C compiler refused, or that did wrong when it
// was tried on random genomes.
type CompileError struct {
	File  string
	Log   string // the messages, each with the line that it is about
	Tried bool   // it compiles
}

func (e *CompileError) Error() string {
	if e.Tried {
		return strings.TrimSpace(e.Log)
	}
	return fmt.Sprintf("%s does not compile:\n%s", e.File, strings.TrimSpace(e.Log))
}

// noCompilerError says that this machine has no C compiler.
type noCompilerError struct{ tried []string }

func (e *noCompilerError) Error() string {
	return fmt.Sprintf("there is no C compiler here (tried %s), and the CPU needs one for custom problems; install one (Debian, Ubuntu: apt-get install gcc) or name it in $CC",
		strings.Join(e.tried, ", "))
}

// compiler is a C compiler and what it is called with.
type compiler struct {
	command []string
	version string
}

// findCompiler takes $CC, or the first that is there.
func findCompiler(ctx context.Context) (compiler, error) {
	candidates := [][]string{{"cc"}, {"gcc"}, {"clang"}, {"tcc"}}
	if words := strings.Fields(os.Getenv("CC")); len(words) > 0 {
		candidates = [][]string{words} // who names one means it
	}
	var tried []string
	for _, words := range candidates {
		tried = append(tried, words[0])
		path, err := exec.LookPath(words[0])
		if err == nil {
			path, err = filepath.Abs(path) // it runs in another folder
		}
		if err != nil {
			continue
		}
		c := compiler{command: append([]string{path}, words[1:]...)}
		out, err := c.run(ctx, "", "--version")
		// tcc says its version and then misses a file.
		if err != nil && !strings.Contains(string(out), "tcc version") {
			continue
		}
		c.version = string(out)
		return c, nil
	}
	return compiler{}, &noCompilerError{tried}
}

// tiny reports whether it is tcc, which knows few options.
func (c compiler) tiny() bool { return strings.Contains(c.version, "tcc") }

func (c compiler) run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, c.command[0], append(c.command[1:len(c.command):len(c.command)], args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C") // messages that can be read by pattern
	cmd.WaitDelay = time.Second
	return cmd.CombinedOutput()
}

// options are what keeps the bits the same as elsewhere (no contraction, no
// other precision, signed numbers that wrap around), what makes it quick, and
// what makes mistakes errors that would only be warnings.
func (c compiler) options() []string {
	options := []string{"-std=c11", "-O3", "-ffp-contract=off", "-fwrapv", "-fno-math-errno", "-fno-strict-aliasing", "-g1",
		"-fPIC", "-shared", "-Wl,-z,defs", "-fvisibility=hidden", "-Wall", "-Wno-unused", "-Wno-unknown-pragmas",
		"-Werror=implicit-function-declaration", "-Werror=implicit-int", "-Werror=int-conversion", "-Werror=incompatible-pointer-types", "-Werror=return-type", "-Werror=uninitialized", "-Wno-error=maybe-uninitialized",
		// Else a compiler may take a division by zero for one that never happens.
		"-fsanitize=integer-divide-by-zero", "-fsanitize-undefined-trap-on-error"}
	switch {
	case c.tiny():
		return []string{"-shared", "-g", "-Wall"}
	case runtime.GOARCH == "amd64":
		options = append(options, "-march=native")
	}
	if strings.Contains(c.version, "Free Software Foundation") { // gcc
		options = append(options, "-fmax-errors=10", "-fno-diagnostics-show-caret", "-fno-isolate-erroneous-paths-dereference",
			// Traps that are merged, or moved to where code is rarely run, lose their lines.
			"-fno-tree-tail-merge", "-fno-crossjumping", "-fno-reorder-blocks-and-partition")
	} else {
		options = append(options, "-ferror-limit=10", "-fno-caret-diagnostics")
	}
	return append(options, "-fno-diagnostics-color")
}

// cpu is the surface of a fragment for the CPU.
func (f *fragment) cpu() surface { return surface{fragment: f, baked: nativeBaked} }

// nativeSource is what the C compiler reads.
func (f *fragment) nativeSource() string { return f.cpu().native(nil) }

// native is a surface for the C compiler, with more defines and, behind them, parts.
func (s surface) native(more kernel.Defines, behind ...kernel.Part) string {
	var b strings.Builder
	r := s.Genomes
	defines := append(s.defines(), more...)
	defines.Add("LEN", r.Length)
	defines.Add("WORDS", r.Words())
	if s.cells() {
		defines.Add("CUSTOM_CELLS", 1)
	}
	for _, d := range defines {
		fmt.Fprintf(&b, "#define %s %v\n", d.Name, d.Value)
	}
	parts, _ := s.parts()
	native, entry := kernel.Part{Name: "problem/custom/native.h", Text: nativeText}, kernel.Part{Name: "problem/custom/entry.h", Text: entryText}
	for _, p := range slices.Concat([]kernel.Part{native}, parts, []kernel.Part{entry}, behind) {
		fmt.Fprintf(&b, "#line 1 %s\n%s\n", quoted(p.Name), p.Text)
	}
	return b.String()
}

// quoted is a file's name as #line wants it.
func quoted(name string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(name) + `"`
}

// compile makes Library and Warnings of the fragment for this CPU, or takes them from
// the cache. What it returns is a *CompileError where the fragment is wrong and a
// *noCompilerError where there is no compiler.
func (f *fragment) compile(ctx context.Context) error {
	c, err := f.compiler(ctx)
	if err != nil {
		return err
	}
	return f.compileBy(ctx, c)
}

// compiler is the one for this fragment, if there is one.
func (f *fragment) compiler(ctx context.Context) (compiler, error) {
	c, err := findCompiler(ctx)
	f.Lenient = err != nil || c.tiny()
	return c, err
}

func (f *fragment) compileBy(ctx context.Context, c compiler) error {
	ctx, cancel := context.WithTimeout(ctx, compileLimit)
	defer cancel()
	source, options := f.nativeSource(), c.options()
	if !f.Real && !c.tiny() {
		options = append(options, "-Wfloat-conversion") // see cuts
	}
	store := cache.Open()
	key := cache.Key("custom", source, strings.Join(options, " "), strings.Join(c.command, " "), c.version, processor())
	if kept := store.Load(key); len(kept) > 4 {
		if n := binary.LittleEndian.Uint32(kept); int(n) <= len(kept)-4 {
			f.Warnings, f.Library = string(kept[4:4+n]), kept[4+n:]
			return nil
		}
	}
	library, out, err := f.build(ctx, c, source, options)
	if err != nil {
		return err
	}
	if cut := f.cuts(out); cut != "" {
		return &CompileError{File: f.File, Log: cut}
	}
	f.Library = library
	f.Warnings, _, _ = f.annotate(out)
	kept := binary.LittleEndian.AppendUint32(nil, uint32(len(f.Warnings)))
	store.Store(key, slices.Concat(kept, []byte(f.Warnings), library))
	return nil
}

// build has a compiler make a library, or a program, of a source.
func (f *fragment) build(ctx context.Context, c compiler, source string, options []string) (product []byte, log string, err error) {
	dir, err := os.MkdirTemp("", "warbler-*")
	if err != nil {
		return nil, "", fmt.Errorf("%s: the C compiler needs a folder to write to ($TMPDIR): %w", f.File, err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "fragment.c"), []byte(source), 0o600); err != nil {
		return nil, "", fmt.Errorf("%s: it cannot be written for the C compiler: %w", f.File, err)
	}
	out, err := c.run(ctx, dir, append(options, "-o", "fragment.so", "fragment.c", "-lm")...)
	out = bytes.ReplaceAll(out, []byte(dir+"/"), nil) // which linkers put before a file's name
	switch {
	case ctx.Err() != nil:
		return nil, "", fmt.Errorf("%s: the C compiler was stopped: %w", f.File, ctx.Err())
	case errors.As(err, new(*exec.ExitError)):
		return nil, "", &CompileError{File: f.File, Log: f.refusal(string(out))}
	case err != nil:
		return nil, "", fmt.Errorf("%s: the C compiler %s cannot be run: %w", f.File, c.command[0], err)
	}
	if product, err = os.ReadFile(filepath.Join(dir, "fragment.so")); err != nil {
		return nil, "", fmt.Errorf("%s: the C compiler %s made no library: %w", f.File, c.command[0], err)
	}
	return product, string(out), nil
}

var cpuModel = lazyregexp.New(`(?m)^(?:model name|flags|Features)\s*:.*`)

// processor tells CPUs apart that a library may not run on both.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	first, _, _ := strings.Cut(string(text), "\n\n") // the others are alike
	return strings.Join(cpuModel().FindAllString(first, -1), "\n")
}

// refusal is what a compiler or a linker said that made no library. Where no error
// is about a line of the user's, what is about none is told too.
func (f *fragment) refusal(log string) string {
	text, others, wrong := f.annotate(log)
	switch {
	case text == "":
		return log
	case wrong:
		return text
	}
	return text + others
}

// message matches what is said about a line of the user's: by a compiler, with a
// column, or by a linker, with its name, a folder and a section before or after.
func (f *fragment) message() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\S+: )?(?:/.*/)?` + regexp.QuoteMeta(f.File) + `:(\d+)(?::\d+|:\([^()]*\))?: (.*)$`)
}

// annotate keeps what a compiler says about the user's own lines, and shows
// these; wrong is whether an error is among it. others are the errors about none.
// Columns go: the line may have been given a word that is not the user's. An error
// within a macro is told where the user calls it.
func (f *fragment) annotate(log string) (text, others string, wrong bool) {
	own := f.message()
	lines := strings.Split(f.Text, "\n")
	var b strings.Builder
	within := "" // a macro: the error
	for message := range strings.Lines(log) {
		m := own.FindStringSubmatch(strings.TrimSpace(message))
		if m == nil {
			if _, text, ok := strings.Cut(strings.TrimSpace(message), ": error: "); ok {
				within = "error: " + text
			} else if _, text, ok := strings.Cut(strings.TrimSpace(message), ": warning: "); ok && rounding().MatchString(text) {
				within = "warning: " + text
			}
			if !strings.Contains(message, ": warning: ") && !strings.Contains(message, ": note: ") {
				others += message
			}
			continue
		}
		if macro, ok := strings.CutPrefix(m[2], "note: in expansion of macro "); ok && within != "" {
			m[2], within = within+", in "+macro, ""
		}
		if strings.HasPrefix(m[2], "note: include '<") { // which a fragment cannot
			continue
		}
		if rounding().MatchString(m[2]) {
			if !strings.Contains(m[2], "to 'custom_score'") { // what is no score is the user's business
				continue
			}
			m[2] = "error: " + fraction
		}
		wrong = wrong || !strings.HasPrefix(m[2], "warning: ") && !strings.HasPrefix(m[2], "note: ")
		fmt.Fprintf(&b, "%s:%s: %s\n", f.File, m[1], f.plain(m[2]))
		if n, _ := strconv.Atoi(m[1]); n >= 1 && n <= len(lines) {
			fmt.Fprintf(&b, "    %s\n", strings.TrimSpace(lines[n-1]))
		}
	}
	return b.String(), others, wrong
}

var (
	ours     = lazyregexp.New(`\b` + prefix + `(\w+)`)
	known    = lazyregexp.New(` \{aka '[^']*'\}`)
	conflict = lazyregexp.New(`conflicting types for '(\w+)'`)
)

// plain has a message speak of what the user knows.
func (f *fragment) plain(message string) string {
	message = ours().ReplaceAllString(known().ReplaceAllString(message, ""), "$1")
	message = complement().ReplaceAllString(message, fraction)
	message = strings.NewReplacer("custom_score", "score", "custom_data", "data", "custom_team", "team", "const cell *", "genome", "cell *", "genome_rw").Replace(message)
	if m := conflict().FindStringSubmatch(message); m != nil {
		for _, d := range f.declarations() {
			if d[0] == m[1] {
				return message + "; it is " + d[1]
			}
		}
	}
	return message
}

// ownMessages keeps of a device's compiler's messages those about errors in the user's
// own lines, or all where there are none.
func (f *fragment) ownMessages(log string) string {
	var b strings.Builder
	echo := false // of the message before
	for line := range strings.Lines(log) {
		at := strings.Index(line, f.File)
		named := at >= 0 && at+len(f.File) < len(line) && strings.ContainsRune(":(", rune(line[at+len(f.File)]))
		isEcho := strings.HasPrefix(line, "    ")
		if named && (isEcho && echo || !isEcho && strings.Contains(line, "error")) {
			b.WriteString(f.plain(strings.TrimRight(line, "\r\n")) + "\n")
			echo = !isEcho
		} else {
			echo = false
		}
	}
	if b.Len() == 0 {
		return log
	}
	return b.String()
}
