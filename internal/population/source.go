package population

import (
	"embed"
	"math"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed *.cl
var files embed.FS

// Word is a word of parameters for kernels, or a list of words: a name of the dialect
// and its value.
type Word struct {
	Name  string
	Value uint64
	List  []uint64 // if there is one, instead of the value
}

// Int is the word of an integer.
func Int(name string, x int) Word { return Word{Name: name, Value: uint64(x)} }

// Real is the word of a float.
func Real(name string, x float64) Word { return Word{Name: name, Value: math.Float64bits(x)} }

// Reals is the list of words of floats.
func Reals(name string, list []float64) Word {
	words := make([]uint64, len(list))
	for i, x := range list {
		words[i] = math.Float64bits(x)
	}
	return Word{Name: name, List: words}
}

// Flag is the word of a truth: 1 or 0.
func Flag(name string, b bool) Word {
	if b {
		return Int(name, 1)
	}
	return Int(name, 0)
}

// RareWords is the size of a table of rng.Masks.
const RareWords = 64

// Rare is the table of masks whose bits are rare, or room for one.
func Rare(name string, m rng.Masks) Word {
	table := make([]uint64, RareWords)
	copy(table, m.Table())
	return Word{Name: name, List: table}
}

// RateWords are the seed and the rates of a replica.
func RateWords(r variation.Rates) []Word {
	return []Word{{Name: "SEED", Value: r.Seed}, {Name: "PC", Value: r.PC}, {Name: "PM", Value: r.PM}, Rare("RARE", r.Genes)}
}

// OperatorWords are the numbers of operators, of which the first three choose them.
func OperatorWords(o *variation.Operators) []Word {
	return []Word{
		Int("CROSSOVER", o.Crossover), Int("MUTATION", o.Mutation), Flag("PER_GENOME", o.PerGenome),
		{Name: "PU", Value: o.PU}, Real("BLEND", o.Blend), Real("EXPONENT_C", 1/(o.EtaC+1)), Real("EXPONENT_M", 1/(o.EtaM+1)), Real("SIGMA", o.Sigma),
	}
}

// Values appends the values of words to a list.
func Values(to []uint64, words []Word) []uint64 {
	for _, w := range words {
		if w.List != nil {
			to = append(to, w.List...)
		} else {
			to = append(to, w.Value)
		}
	}
	return to
}

// Source assembles the kernels of an algorithm for a problem.
type Source struct{ kernel.Source }

// NewSource begins a source with the statistics and the judge. cached says that
// the problem's tables are kept on chip.
func NewSource(f *Frame, k problem.Kernel, cached bool) *Source {
	s := &Source{kernel.Source{Name: f.Name}}
	s.Defines = append(Defines(f.Float), k.Defines...)
	words := 0
	if f.Rep.Kind == problem.Binary {
		words = f.Rep.Words()
	}
	s.Defines.Add("LEN", f.Rep.Length)
	s.Defines.Add("WORDS", words) // of a binary genome
	s.Defines.Add("STRIDE", f.Rep.Stride())
	if variation.Classed(f.Rep) {
		s.Defines.Add("CLASSED", true)
	}
	s.Defines.Add("REPAIR", k.Repair)
	s.Defines.Add("CACHED", cached)
	s.Defines.Add("CACHE_WORDS", k.Cache)
	s.Add(kernel.Philox, kernel.Elementary, kernel.Group, Part)
	return s
}

// Words defines the names of words as their indices, and how many there are.
func (s *Source) Words(prefix string, words []Word) {
	at := 0
	for _, w := range words {
		s.Defines.Add(prefix+w.Name, at)
		at += max(1, len(w.List))
	}
	s.Defines.Add(prefix+"WORDS", at)
}

// Add appends parts.
func (s *Source) Add(parts ...kernel.Part) { s.Parts = append(s.Parts, parts...) }

// Problem appends the parts of a problem's kernel.
func (s *Source) Problem(k problem.Kernel) {
	for _, p := range k.Parts {
		if p != kernel.Elementary {
			s.Add(p)
		}
	}
}

// Files appends files that lie in a folder of the repository and are embedded
// in the program.
func (s *Source) Files(folder string, files embed.FS, names ...string) {
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic("population: " + err.Error()) // a name that is not embedded
		}
		s.Add(kernel.Part{Name: folder + "/" + name, Text: string(text)})
	}
}
