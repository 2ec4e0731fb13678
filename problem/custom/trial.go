package custom

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/cache"
	"github.com/warbler-opt/warbler/internal/lazyregexp"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed trial.h
var trialText string

// How many genomes are tried, for how long where they are slow, and for how long
// if not even one is done.
const (
	trials      = 64
	trialTime   = 200 * time.Millisecond
	trialAtMost = 2 * time.Second
)

// trial is what came of trying a fragment.
type trial struct {
	Wrong   string          // what is wrong with it, with its line, or nothing
	Checked bool            // by the compiler's checks of undefined behavior and of memory
	Scores  []problem.Score // of random genomes; none where it is too slow
}

// doubt says why a search may find nothing, or nothing.
func (t trial) doubt(f *fragment) string {
	if len(t.Scores) < 2 || slices.ContainsFunc(t.Scores, func(s problem.Score) bool { return s != t.Scores[0] }) {
		return ""
	}
	if f.several() && f.has(limitName) && t.Scores[0] == problem.Worst {
		return fmt.Sprintf("%s: warning: all of %d random genomes violate constraints", f.File, len(t.Scores))
	}
	switch o := f.Objective(); {
	case o.Feasible(t.Scores[0]) && math.IsNaN(o.Value(t.Scores[0])):
		return fmt.Sprintf("%s: warning: the scores of %d random genomes are all NaN, which is no number and counts as the worst: does fitness divide 0 by 0, or take the root or the logarithm of a negative number?", f.File, len(t.Scores))
	default:
		return fmt.Sprintf("%s: warning: %d random genomes all score %s, so a search has nothing to go by", f.File, len(t.Scores), o.Format(t.Scores[0]))
	}
}

// checks are what compilers look for in a trial, the most first. Numbers wrap around
// when they overflow, so that is not looked for.
var checks = [][]string{
	{"-fsanitize=undefined,float-cast-overflow,address", "-fno-sanitize=signed-integer-overflow,shift-base", "-fno-sanitize-recover=all"},
	{"-fsanitize=undefined,float-cast-overflow", "-fno-sanitize=signed-integer-overflow,shift-base", "-fno-sanitize-recover=all"},
	nil, // genes are checked anyway
}

// try scores random genomes by a program of its own, in which every index is
// checked, and undefined behavior as far as the compiler knows how: mistakes have a
// line there, and a search may compute on after them. What came of it is kept as
// compiled code is. A compiler that cannot check is no error.
func (f *fragment) try(ctx context.Context, c compiler) (t trial, err error) {
	ctx, cancel := context.WithTimeout(ctx, compileLimit)
	defer cancel()
	options := []string{"-std=gnu11", "-O0", "-g1", "-w", "-ffp-contract=off", "-fwrapv", "-fno-math-errno", "-fno-strict-aliasing"}
	input, ok := f.trialInput()
	if !ok {
		return t, nil
	}
	store := cache.Open()
	key := cache.Key("trial", f.trialSource(true), fmt.Sprint(options, checks), string(input), strings.Join(c.command, " "), c.version, processor())
	if json.Unmarshal(store.Load(key), &t) == nil {
		return t, nil
	}
	// Where the sizes of arrays cannot be told to the compiler, and where it lacks a
	// library for its checks, there is less to check.
	for _, fixed := range []bool{true, false} {
		for _, check := range checks {
			program, _, err := f.build(ctx, c, f.trialSource(fixed), slices.Concat(options, check))
			if err == nil {
				t, err = f.runTrial(ctx, program, input)
			}
			if ctx.Err() != nil {
				return t, fmt.Errorf("%s: stopped before the search began, while it was tried on random genomes: %w", f.File, ctx.Err())
			}
			if err != nil {
				continue
			}
			t.Checked = check != nil
			keepTrial(store, key, t)
			return t, nil
		}
	}
	keepTrial(store, key, trial{})
	return trial{}, nil
}

// keepTrial keeps what came of a trial.
func keepTrial(store cache.Cache, key string, t trial) {
	if kept, err := json.Marshal(t); err == nil {
		store.Store(key, kept)
	}
}

// trialSource is the program. With fixed the arrays of data have sizes.
func (f *fragment) trialSource(fixed bool) string {
	s := f.cpu()
	s.fixed = fixed
	var more kernel.Defines
	more.Add("CUSTOM_TRIAL", 1)
	more.Add("TRIAL_ROW", f.rowGenes())
	more.Add("TRIAL_CLOCKS", trialTime.Microseconds())
	return s.native(more, kernel.Part{Name: "problem/custom/trial.h", Text: trialText})
}

// rowGenes is how many genes, or words of bits, a genome is in memory.
func (f *fragment) rowGenes() int {
	if f.Genomes.Kind == problem.Binary {
		return f.Genomes.Words()
	}
	return f.Genomes.Length
}

// trialWords is the most data beside the source of a trial: it is sent.
const trialWords = 1 << 24

// trialInput is what the program reads; false: that is too much.
func (f *fragment) trialInput() ([]byte, bool) {
	_, words := f.cpu().data()
	if len(words) > trialWords {
		return nil, false
	}
	size := f.rowGenes() * map[problem.GenomeKind]int{problem.Binary: 8, problem.Discrete: 1, problem.Permutation: 2, problem.Real: 8}[f.Genomes.Kind]
	count := max(1, min(trials, 1<<26/size))
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(words)))
	out = binary.LittleEndian.AppendUint64(out, uint64(count))
	for _, w := range words {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	g := problem.NewGenomes(f.Genomes, 1).At(0)
	for i := range count {
		variation.Initialize(g, f.Genomes, rng.Address{Seed: 1, Purpose: rng.Init, Individual: uint32(i)})
		out = append(out, unsafe.Slice((*byte)(row(g)), size)...)
	}
	return out, true
}

// errUntried is a trial that came to nothing.
var errUntried = errors.New("custom: the trial failed")

// runTrial runs the program.
func (f *fragment) runTrial(ctx context.Context, program, input []byte) (t trial, err error) {
	limited, cancel := context.WithTimeout(ctx, trialAtMost)
	defer cancel()
	cmd, done, err := runnable(limited, program)
	if err != nil {
		return t, err
	}
	defer func() { _ = done() }() // nothing is lost with it
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0", "UBSAN_OPTIONS=print_stacktrace=0")
	cmd.Stdin = bytes.NewReader(input)
	cmd.WaitDelay = time.Second
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err = cmd.Run()
	t.Scores = make([]problem.Score, out.Len()/8)
	if _, err := binary.Decode(out.Bytes(), binary.LittleEndian, t.Scores); err != nil {
		return t, err
	}
	if err == nil || limited.Err() != nil { // what is too slow may be right
		return t, nil
	}
	if t.Wrong = f.trialSays(log.String()); t.Wrong == "" {
		return t, errUntried
	}
	return t, nil
}

var (
	outOfBounds = lazyregexp.New(`^index (-?\d+) out of bounds for type '.*\[(\d+)\]'`)
	noGene      = lazyregexp.New(`^gene (-?\d+)$`)
	frame       = lazyregexp.New(`(?m)^ +#\d+ 0x[0-9a-f]+ in (\S+) (.*?):(\d+)(?::\d+)?$`)
	overrun     = lazyregexp.New(`AddressSanitizer: (?:[a-z-]*(?:overflow|underflow|underrun)|SEGV|use-after-scope|unknown-crash|BUS) on`)
	beside      = lazyregexp.New(`is located (\d+) bytes (?:to the )?(after|right of|before|left of) global variable '(?:custom_data_)?(\w+)' .*of size (\d+)`)
)

// notItsOwn is what a function does with an address that leads nowhere.
const notItsOwn = " reads or writes memory that is not its own: an index outside of an array, or a wild pointer"

// trialSays makes a sentence of what a program said that found a mistake, or nothing
// where that is not about the fragment.
func (f *fragment) trialSays(log string) string {
	own := f.message()
	for line := range strings.Lines(log) {
		m := own.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		what, ok := strings.CutPrefix(m[2], "runtime error: ")
		if !ok {
			continue
		}
		at, _ := strconv.Atoi(m[1])
		if index := outOfBounds().FindStringSubmatch(what); index != nil {
			what = fmt.Sprintf("index %s is outside of an array of %s", index[1], index[2])
		} else if gene := noGene().FindStringSubmatch(what); gene != nil {
			what = fmt.Sprintf("%s asks for gene %s, which is not one of 0 to %d", f.outline.functionAt(at), gene[1], f.Genomes.Length-1)
		} else if strings.Contains(what, " address ") {
			what = f.outline.functionAt(at) + notItsOwn
		} else if in := f.outline.functionAt(at); in != "" {
			what = f.plain(what) + " in " + in
		}
		return f.at(at, what)
	}
	if !overrun().MatchString(log) {
		return ""
	}
	for _, m := range frame().FindAllStringSubmatch(log, -1) {
		if !sameFile(m[2], f.File) {
			continue
		}
		at, _ := strconv.Atoi(m[3])
		what := strings.TrimPrefix(m[1], prefix) + notItsOwn
		if b := beside().FindStringSubmatch(log); b != nil {
			side := "behind the end"
			if b[2] == "before" || b[2] == "left of" {
				side = "before the beginning"
			}
			what = fmt.Sprintf("%s reads or writes %s of %s", strings.TrimPrefix(m[1], prefix), side, strings.TrimPrefix(b[3], prefix))
		}
		return f.at(at, what)
	}
	return ""
}

// at is a message with its line.
func (f *fragment) at(line int, what string) string {
	text := fmt.Sprintf("%s:%d: %s, when it was tried on a random genome", f.File, line, what)
	if lines := strings.Split(f.Text, "\n"); line >= 1 && line <= len(lines) {
		text += "\n    " + strings.TrimSpace(lines[line-1])
	}
	return text
}

// sized has the text use arrays of data whose sizes are known: each is a pointer to
// a whole one there, so what d.name was is d.name[0]. Lines stay where they are.
func (s surface) sized(text string) string {
	var variables []string
	for _, m := range ofData().FindAllStringSubmatch(text, -1) {
		variables = append(variables, m[1])
	}
	own := s.own()
	var b strings.Builder
	at := 0
	for _, m := range member().FindAllStringSubmatchIndex(text, -1) {
		isData := slices.Contains(variables, text[m[2]:m[3]])
		if !isData || !slices.ContainsFunc(s.Arrays, func(a array) bool {
			name := a.Name
			if slices.Contains(own, name) {
				name = prefix + name
			}
			return !a.Scalar && name == text[m[4]:m[5]]
		}) {
			continue
		}
		b.WriteString(text[at:m[1]] + "[0]")
		at = m[1]
	}
	return b.String() + text[at:]
}

var (
	ofData = lazyregexp.New(`\bdata\s*\*?\s*(?:const\s+)?([A-Za-z_]\w*)`)
	member = lazyregexp.New(`\b([A-Za-z_]\w*)\s*(?:\.|->)\s*([A-Za-z_]\w*)\b`)
)
