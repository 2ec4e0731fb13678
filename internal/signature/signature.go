// Package signature reads the parameters of kernels from their source, and
// compares the arguments of a launch with them.
package signature

import (
	"fmt"
	"math"
	"strings"

	"github.com/warbler-opt/warbler/internal/lazyregexp"
)

// Kind is the type of a kernel's parameter or of an argument.
type Kind int

// The kinds. Any is a parameter whose type the dialect's vocabulary does
// not show (a typedef or a macro): everything matches it.
const (
	Any Kind = iota
	Buffer
	Int32
	Uint32
	Int64
	Uint64
	Float32
	Float64
)

var kindNames = [...]string{"any", "Buffer", "int32", "uint32", "int64", "uint64", "float32", "float64"}

func (k Kind) String() string { return kindNames[k] }

// Size is the number of bytes of an argument of this kind.
func (k Kind) Size() int {
	switch k {
	case Int32, Uint32, Float32:
		return 4
	}
	return 8
}

// dialectKinds has the prelude's scalar types.
var dialectKinds = map[string]Kind{
	"i32": Int32, "u32": Uint32, "i64": Int64, "u64": Uint64, "f32": Float32, "f64": Float64,
}

// Scalar encodes a scalar argument: its bits, in the low bytes, and its kind.
// It reports false for anything that is not one.
func Scalar(a any) (uint64, Kind, bool) {
	switch v := a.(type) {
	case int32:
		return uint64(uint32(v)), Int32, true
	case uint32:
		return uint64(v), Uint32, true
	case int64:
		return uint64(v), Int64, true
	case uint64:
		return v, Uint64, true
	case float32:
		return uint64(math.Float32bits(v)), Float32, true
	case float64:
		return math.Float64bits(v), Float64, true
	}
	return 0, Any, false
}

// Signature is what the source says of a kernel's parameters. Drivers do not:
// CUDA before 12.4 tells nothing, and an OpenCL driver takes a number for a
// buffer's handle and crashes.
type Signature struct {
	Params []Kind
	Local  bool // has a LOCAL_PARAM
}

// Check compares a launch with the signature; a nil signature allows all. The
// answer is the reason for a LaunchError, or "".
func (s *Signature) Check(args int, local int) string {
	switch {
	case s == nil:
		return ""
	case args != len(s.Params):
		return fmt.Sprintf("it has %d parameters, %d arguments were given", len(s.Params), args)
	case s.Local && local <= 0:
		return "it has a LOCAL_PARAM, the shape's Local is 0"
	case !s.Local && local > 0:
		return fmt.Sprintf("it has no LOCAL_PARAM, the shape's Local is %d", local)
	}
	return ""
}

// CheckKind compares the kind of argument i (from 0) with the parameter's.
func (s *Signature) CheckKind(i int, k Kind) string {
	if s == nil || i >= len(s.Params) || s.Params[i] == Any || s.Params[i] == k {
		return ""
	}
	return fmt.Sprintf("argument %d is %v, the parameter is %v", i+1, k, s.Params[i])
}

var (
	wordEnd    = lazyregexp.New(`\w$`)
	kernelHead = lazyregexp.New(`^(?:_\w+)?[^\w;{}][^;{}]*?\bvoid\s+(\w+)\s*\(((?:[^()]|\([^()]*\))*)(\)?)`)
	localParam = lazyregexp.New(`\bLOCAL_PARAM\s*\(\s*\w+\s*\)`)
	paramWords = lazyregexp.New(`\w+`)
)

// Read reads the parameters of every kernel in an assembled source. A
// kernel whose parameter list it does not understand, or that is there twice
// under different conditions, is left out.
func Read(text string) map[string]*Signature {
	code, known := findMacros(uncommented(text))
	out := map[string]*Signature{}
	seen := map[string]bool{}
	parts := strings.Split(code, "KERNEL")
	for i, rest := range parts[1:] {
		head, _, _ := strings.Cut(rest, "{")
		m := kernelHead().FindStringSubmatch(head)
		if m == nil || wordEnd().MatchString(parts[i]) { // KERNEL only ends another word
			continue
		}
		name, list, end := m[1], m[2], m[3]
		if seen[name] {
			delete(out, name)
			continue
		}
		seen[name] = true
		if s := parameters(list, known); s != nil && end != "" {
			out[name] = s
		}
	}
	return out
}

// parameters reads a parameter list.
func parameters(list string, known macros) *Signature {
	s := &Signature{}
	list, ok := known.expand(list)
	if !ok {
		return nil
	}
	if bare := localParam().ReplaceAllString(list, ""); bare != list {
		list, s.Local = bare, true
	}
	if strings.ContainsAny(list, "#()") {
		return nil
	}
	if strings.TrimSpace(list) == "" || strings.TrimSpace(list) == "void" {
		return s
	}
	for p := range strings.SplitSeq(list, ",") {
		words := paramWords().FindAllString(p, -1)
		if len(words) > 0 && words[0] == "const" {
			words = words[1:]
		}
		switch {
		case strings.Contains(p, "*"):
			s.Params = append(s.Params, Buffer)
		case len(words) < 2:
			return nil // a macro that may stand for several parameters
		default:
			s.Params = append(s.Params, dialectKinds[words[0]])
		}
	}
	return s
}
