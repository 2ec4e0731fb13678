package problem

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Kind is a sort of problem as the command, campaigns and documents know it: what
// the folder of a problem registers. All lists of problems are made of these.
type Kind struct {
	Name     string // "knapsack": of the subcommand, and of the problem in --json
	Command  string // the subcommand where it is called otherwise, or is one for several kinds
	Noun     string // what an instance is, in messages: "x is a knapsack"
	Unit     string // what a file holds, in messages: "for one formula"; empty: "instance"
	Help     string // one line
	Text     string // of the help page
	Examples string // command lines that can be pasted, each indented by two blanks

	Genomes []GenomeKind // that its problems can have; the first is the usual one
	Several bool         // problems have several objectives, and their answers are fronts
	Fronts  bool         // some of them have: those whose tasks have a Front
	Hosted  bool         // problems are worked on in child processes, which open devices themselves
	Exact   bool         // the answers of some instances can be proven: see Task.Prove
	// Endless says that at a terminal a search without a limit goes on until its answer
	// is proven optimal, and that such an answer is told to be.
	Endless bool
	// ByAlgorithm says that what a problem is depends on the algorithm where its options
	// leave it open.
	ByAlgorithm bool
	// Penalized says that a negative score is no answer, though the objective has no
	// rule that says so.
	Penalized bool

	// A kind has files or names. Extensions belong to it alone. Recognize looks at the
	// first bytes of a file whose extension says nothing; a kind without it takes the
	// files that no other wants, and only one kind may.
	// Shared are extensions that its files have beside those of other kinds.
	Extensions []string
	Shared     []string
	Recognize  func(head []byte) bool
	Read       func(r io.Reader, name string) ([]Instance, error)
	Many       bool            // a file may hold several instances
	Names      func() []string // of its instances, where it has no files
	Find       func(name string) (Instance, error)

	Flags      []Flag
	Usage      map[string]string // of flags that all have, where another text is clearer
	Generators []Generator
	// Sample is a small problem, for tests of everything with everything.
	Sample func() (Problem, error)
}

// Instance is data to make a problem of.
type Instance interface {
	// Task makes a problem of it. Everything that is wrong, the user can change.
	Task(ctx context.Context, o Options) (*Task, error)
}

// Verifier is an instance that judges answers that were printed, by whatever program.
type Verifier interface {
	// Verify reads an answer, whose name is for messages. It returns what is right
	// about it in a few words, or what is wrong (ErrWrong), or why it cannot be read.
	Verify(ctx context.Context, r io.Reader, name string) (right string, err error)
}

// ErrWrong is an answer that can be read but is wrong: what errors.Is finds in the
// errors that Wrong makes.
var ErrWrong = errors.New("the answer is wrong")

// Wrong marks an error as what is wrong with an answer.
func Wrong(err error) error { return wrongError{err} }

type wrongError struct{ error }

func (e wrongError) Unwrap() []error { return []error{e.error, ErrWrong} }

// Task is an instance with its options, ready to be searched.
type Task struct {
	Instance string // its name
	Label    string // what campaigns call it, where that is not clear enough
	Problem  Problem
	Form     Form            // of its answers; nil: a line with the value and one with the genes, unchecked
	Front    FrontForm       // of its answers, where there are several objectives
	Options  map[string]any  // that made the problem, as --json has them
	Optimum  *Score          // that the file claims, or nil
	Start    func() []Genome // to start from, where the user names nothing; or nil
	Notes    []string        // what the user should know
	Details  []string        // what the user may want to know, with -v
	Picture  string          // the file of a picture of the best solution, or empty
	// Draw draws that picture.
	Draw func(w io.Writer, g Genome) error

	// Prove finds a solution that is proven to be optimal; it is nil where that cannot
	// be done. It takes as long as it takes; quick says that it gives up, without a
	// solution, where that is long. What is wrong, the user can change.
	Prove func(ctx context.Context, quick bool) (Outcome, error)
	// Bound is a score that is proven to be out of reach or the best, once Prove has found
	// one, for the user to see how far off a solution is; or nil.
	Bound func() (Score, bool)
	// Proven says that Prove has its proof at hand, whatever algorithm was asked for.
	Proven bool
	// Mend replaces a solution that is no answer, and says why it did, or nothing; or nil.
	Mend func(g Genome, s Score) (Genome, Score, string)
	// Doubt adds to the error of a wrong answer what may be wrong with the problem; or nil.
	Doubt func(err error) error
}

// Form is how the answers of a task are judged, written and read. It may also be a
// Reporter or an io.Closer.
type Form interface {
	// Check judges a solution by the instance as it was read. It shares no code with
	// the search.
	Check(g Genome, s Score) error
	// Write writes a solution as the field's programs do.
	Write(w io.Writer, g Genome, s Score) error
	// Show is a solution for JSON.
	Show(g Genome, s Score) any
	// Read reads an answer to start from, in either form that the command prints; it
	// need not be right.
	Read(r io.Reader, name string) (Genome, error)
}

// Reporter is a Form whose answers are more than solutions.
type Reporter interface {
	// Improved writes that a better solution has been found and checked.
	Improved(w io.Writer, s Score) error
	// Report writes the answer instead of Write.
	Report(w io.Writer, o Outcome) error
	// Conclude says what an answer means: a word for JSON, or nothing for the usual one,
	// and the exit status.
	Conclude(o Outcome) (status string, exit int)
	// Remainder is for JSON what a solution leaves undone, or nil.
	Remainder(g Genome) (any, error)
}

// Outcome is what a search has come to.
type Outcome struct {
	Best    []Found // the best first; only a proof may have found none
	Optimal bool    // the best is proven to be
	None    bool    // proven that no solution is feasible; those in Best are none
}

// Found is a solution.
type Found struct {
	Genome Genome
	Score  Score
}

// FrontForm is how the solutions of a front are judged, written and read.
type FrontForm interface {
	Words(g Genome) []string
	Genome(words []string) (Genome, error)
	// Check compares the values that are claimed of a solution with those that it has.
	// It shares no code with the search.
	Check(words, claimed []string) error
}

// Generator makes random instances.
type Generator struct {
	Name      string // "3sat"; of a kind with one generator the kind's
	Help      string
	Text      string
	Examples  string
	Flags     []Flag // --seed and --out are added
	Extension string // of its files, without the dot
	// Make makes an instance of the options and "seed". What is wrong, the user can
	// change.
	Make func(o Options) (Writable, error)
	// Campaign has the bounds of what a campaign may generate, or is nil where it may
	// generate nothing.
	Campaign *Campaign
}

// Campaign are the bounds of generated instances in a campaign: beyond them a number
// is a slip of the pen that would take all memory.
type Campaign struct {
	Flags []Flag // those that a campaign can set, with its own bounds
	// Name is what an instance is called, without its seed.
	Name func(o Options) string
	// Size is how large an instance is, in Unit.
	Size func(o Options) int64
	Most int64  // of all instances of a plan's entry together
	Unit string // "clauses"
}

// Writable is an instance that can be written as a file.
type Writable interface {
	Instance
	Write(w io.Writer) error
}

var kinds struct {
	sync.RWMutex
	list []*Kind // by name
}

// Register adds a kind; the init functions of the problems' packages call it. It
// panics on a name or an extension that is taken.
func Register(k Kind) {
	kinds.Lock()
	defer kinds.Unlock()
	for _, other := range kinds.list {
		clash := slices.ContainsFunc(k.Extensions, func(x string) bool { return slices.Contains(other.Extensions, x) })
		if clash || other.Name == k.Name || k.Read != nil && other.Read != nil && k.Recognize == nil && other.Recognize == nil && len(k.Extensions)+len(other.Extensions) == 0 {
			panic(fmt.Sprintf("problem: kinds %s and %s clash", k.Name, other.Name))
		}
	}
	if k.Command == "" {
		k.Command = k.Name
	}
	if k.Unit == "" {
		k.Unit = "instance"
	}
	at, _ := slices.BinarySearchFunc(kinds.list, k.Name, func(k *Kind, name string) int { return strings.Compare(k.Name, name) })
	kinds.list = slices.Insert(kinds.list, at, &k)
}

// Kinds are all that are registered, by name.
func Kinds() []*Kind {
	kinds.RLock()
	defer kinds.RUnlock()
	return slices.Clone(kinds.list)
}

// glance is how many bytes at the beginning of a file may tell what it is: room for
// a row of the largest matrix.
const glance = 16 << 10

// ReadFile reads all instances of a file, whatever they are: by its extension or,
// where that says nothing, by its first bytes.
func ReadFile(r io.Reader, name string) (*Kind, []Instance, error) {
	k, text := Recognize(r, name)
	if k != nil {
		list, err := k.Read(text, name)
		return k, list, err
	}
	var known []string
	for _, other := range Kinds() {
		if other.Read != nil && other.Recognize == nil && len(other.Extensions) == 0 {
			k = other // which nothing tells but that it is no other
		}
		if other.Read != nil {
			known = append(known, strings.Join(append([]string{other.Name}, other.Extensions...), " "))
		}
	}
	if k == nil {
		return nil, nil, fmt.Errorf("%s: it is no problem that is known here", name)
	}
	list, err := k.Read(text, name)
	if err != nil {
		err = fmt.Errorf("%w; nor is it any other file that can be read: %s", err, strings.Join(known, ", "))
	}
	return k, list, err
}

// Recognize is the kind that the extension of a file or its first bytes tell, or nil,
// and the whole file, to be read instead of r.
func Recognize(r io.Reader, name string) (*Kind, io.Reader) {
	text := bufio.NewReaderSize(r, 2*glance)
	extension := Extension(name)
	for _, k := range Kinds() {
		if slices.Contains(k.Extensions, extension) {
			return k, text
		}
	}
	head, _ := text.Peek(glance) // an error comes again when it is read
	for _, k := range Kinds() {
		if k.Recognize != nil && k.Recognize(head) {
			return k, text
		}
	}
	return nil, text
}

// LookupKind finds a kind by its name; it is nil where there is none.
func LookupKind(name string) *Kind {
	for _, k := range Kinds() {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// Extension is a file's extension under that of its compression.
func Extension(name string) string {
	ext := strings.ToLower(filepath.Ext(name))
	switch ext {
	case ".gz", ".xz", ".bz2", ".zst":
		return Extension(strings.TrimSuffix(name, filepath.Ext(name)))
	}
	return ext
}
