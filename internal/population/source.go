package population

import (
	"embed"
	"math"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed real.cl
var realText string

// RealGenomes is the kernel part with genomes of floats in global memory, a
// work-item each, as problem.Kernel promises them, and how the problem's tables
// get on chip.
var RealGenomes = kernel.Part{Name: "internal/population/real.cl", Text: realText}

// Word is a word of parameters for kernels: a name of the dialect and its value.
type Word struct {
	Name  string
	Value uint64
}

// Int is the word of an integer.
func Int(name string, x int) Word { return Word{name, uint64(x)} }

// Real is the word of a float.
func Real(name string, x float64) Word { return Word{name, math.Float64bits(x)} }

// Flag is the word of a truth: 1 or 0.
func Flag(name string, b bool) Word { return Word{name, uint64(bit(b))} }

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// List is the words of a list, of which the first has the name.
func List(name string, values []uint64) []Word {
	words := make([]Word, len(values))
	for i, x := range values {
		words[i].Value = x
	}
	words[0].Name = name
	return words
}

// Values appends the values of words to a list.
func Values(to []uint64, words []Word) []uint64 {
	for _, w := range words {
		to = append(to, w.Value)
	}
	return to
}

// Bounds are the lower bounds of the genes, and the upper ones.
func Bounds(r problem.Representation) []float64 {
	return append(append([]float64(nil), r.Lower...), r.Upper...)
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
	s.Define("LEN", f.Rep.Length)
	s.Define("WORDS", words) // of a binary genome
	s.Define("STRIDE", f.Rep.Stride())
	s.Define("REPAIR", bit(k.Repair))
	s.Define("CACHED", bit(cached))
	s.Define("CACHE_WORDS", k.Cache)
	s.Add(kernel.Philox, kernel.Elementary, kernel.Group, Part)
	return s
}

// Define adds a #define; a truth is 1 or 0.
func (s *Source) Define(name string, value any) {
	if b, ok := value.(bool); ok {
		value = bit(b)
	}
	s.Defines = append(s.Defines, kernel.Define{Name: name, Value: value})
}

// Index defines the names of a list as the indices of its elements.
func (s *Source) Index(prefix string, names ...string) {
	for i, name := range names {
		s.Define(prefix+name, i)
	}
}

// Words defines the names of words as their indices, and how many there are.
func (s *Source) Words(prefix string, words []Word) {
	for i, w := range words {
		if w.Name != "" {
			s.Define(prefix+w.Name, i)
		}
	}
	s.Define(prefix+"WORDS", len(words))
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
