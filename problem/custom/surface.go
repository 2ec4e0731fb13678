package custom

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed before.cl
var beforeText string

//go:embed after.cl
var afterText string

//go:embed moves.cl
var movesText string

// words are what a fragment sees, as macros that end with it: searches use the
// same names for their own.
var words = [][2]string{
	{"genome", "GENOME"},
	{"genome_rw", "GENOME_RW"},
	{"data", "custom_data"},
	{"score", "custom_score"},
	{"team", "custom_team"},
	{"LENGTH", "LEN"},
	{"gene(g, i)", "CUSTOM_GENE(g, i)"},
	{"set_gene(g, i, v)", "CUSTOM_SET(g, i, v)"},
	{"lane(t)", "((int)LANE)"},
	{"lanes(t)", "((int)TEAM)"},
	{"team_sum(t, x)", "CUSTOM_SUM(t, x)"},
	{"team_min(t, x)", "CUSTOM_LEAST(t, x)"},
	{"team_barrier(t)", "CUSTOM_WAIT(t)"},
	{"min(a, b)", "MIN(a, b)"},
	{"max(a, b)", "MAX(a, b)"},
	{"abs(x)", "((x) < 0 ? -(x) : (x))"},
	{"sin(x)", "elementary_sin(x)"},
	{"cos(x)", "elementary_cos(x)"},
	{"exp(x)", "elementary_exp(x)"},
	{"log(x)", "elementary_log(x)"},
	{"pow(x, y)", "elementary_pow(x, y)"},
	{"sqrt(x)", "custom_sqrt(x)"},
	{"fabs(x)", "custom_fabs(x)"},
	{"floor(x)", "custom_floor(x)"},
	{"ceil(x)", "custom_ceil(x)"},
}

// walkWords are those that a local search sees otherwise.
var walkWords = map[string]string{
	"genome":     "custom_view",
	"gene(g, i)": "custom_look(g, (u32)(i))",
	"lane(t)":    "0",
	"lanes(t)":   "1",
}

// plainWords are those that fragments with variables do not have.
var plainWords = []string{"genome_rw", "gene(g, i)", "set_gene(g, i, v)", "LENGTH"}

// surface is a fragment between what makes it readable and what calls it.
type surface struct {
	*fragment
	device  bool // it is for one, not for the C compiler
	walking bool // it is for a local search that asks delta
	baked   int  // numbers that may stand in the source
	fixed   bool // data has arrays of known sizes, which a compiler can check
}

// unrolledGenes is the longest genome over which loops are unrolled on a GPU.
const unrolledGenes = 128

// defines are what the parts expect.
func (s surface) defines() (d kernel.Defines) {
	// The version for a whole group is called on a device where there is one, on the
	// CPU where there is no other.
	grouped := s.has(groupName) && (s.device || !s.has(fitnessName))
	d.Add("CUSTOM_KIND", int(s.Genomes.Kind))
	d.Add("CUSTOM_REAL", s.Real)
	if s.several() {
		minimized := 0
		for m, c := range s.Criteria {
			if c.Minimize {
				minimized |= 1 << m
			}
		}
		d.Add("CUSTOM_MINIMIZE", minimized)
		d.Add("CUSTOM_OBJECTIVES", len(s.Criteria))
	} else {
		d.Add("CUSTOM_MINIMIZE", s.Minimize)
	}
	if s.has(limitName) {
		d.Add("CUSTOM_VIOLATION", 1)
	}
	d.Add("CUSTOM_GROUP", grouped)
	d.Add("CUSTOM_REPAIR", s.has(repairName))
	d.Add("CUSTOM_DELTA", s.has(deltaName))
	d.Add("CUSTOM_WALK", s.walking)
	called := prefix
	if s.mixed() {
		called = "custom_seen_"
	}
	d.Add("USER(n)", called+"##n")
	return d
}

// parts are the fragment for a compiler, and the numbers that do not stand in them.
func (s surface) parts() (list []kernel.Part, buffer []uint64) {
	begin, end := s.macros()
	data, buffer := s.data()
	text, outline := s.renamed()
	if s.Lenient && !s.Real {
		text = outline.wholeReturns(s.fragment, text)
		if o, err := s.scan(text); err == nil {
			outline = o
		}
	}
	text = outline.qualified(text)
	if s.device && s.Genomes.Length <= unrolledGenes {
		text = s.unrolled(text)
	}
	if s.fixed {
		text = s.sized(text)
	}
	if s.mixed() {
		data += s.point()
		end += s.seen()
	}
	after := kernel.Part{Name: "problem/custom/after.cl", Text: afterText}
	if s.walking {
		after = kernel.Part{Name: "problem/custom/moves.cl", Text: movesText}
	}
	return []kernel.Part{
		kernel.Elementary, problem.ScorePart,
		{Name: "problem/custom/before.cl", Text: beforeText},
		{Name: "problem/custom/data", Text: data + begin},
		{Name: s.File, Text: text},
		{Name: "problem/custom/end", Text: end},
		after,
	}, buffer
}

// hidden are the macros that are defined for the fragment only.
func (s surface) hidden() (list [][2]string) {
	own := s.own()
	add := func(signature, body string) {
		name, _, _ := strings.Cut(signature, "(")
		if !slices.Contains(own, name) { // else the user has one
			list = append(list, [2]string{signature, body})
		}
	}
	for _, w := range words {
		if seen, ok := walkWords[w[0]]; ok && s.walking {
			w[1] = seen
		}
		if w[0] == "genome" && s.mixed() {
			w[1] = "custom_point"
		}
		if s.mixed() && slices.Contains(plainWords, w[0]) {
			continue
		}
		add(w[0], w[1])
	}
	for _, c := range s.constants() {
		add(c[0], c[1])
	}
	for _, a := range s.Arrays {
		if !a.Scalar {
			add(a.Name+"_count", strconv.Itoa(len(a.Words)))
			add(a.Name+"_rows", strconv.Itoa(a.Rows))
			add(a.Name+"_columns", strconv.Itoa(a.Columns))
		}
	}
	for _, n := range s.aliases() {
		list = append(list, [2]string{n, prefix + n})
	}
	return list
}

// macros define what the fragment sees, and end it again: begin stands before the
// fragment, end behind it. What they may hide is put away first, for some drivers have
// macros for floor and the like. NVRTC, which has none, does not know the pragmas that
// keep them either.
func (s surface) macros() (begin, end string) {
	var before, defines, after strings.Builder
	for _, n := range s.aliases() { // nor is there one for a search's macros
		fmt.Fprintf(&before, "#if defined(__CUDACC_RTC__) && defined(%s)\n#line %d %s\n#error %s is a name of this search: take another, or do without ##\n#endif\n",
			n, s.lineOf(n), quoted(s.File), n)
	}
	if s.Genomes.Kind == problem.Discrete {
		fmt.Fprintf(&defines, "#ifndef ALPHABET // as a search may have it\n#define ALPHABET %d\n#endif\n", s.Genomes.Alphabet)
	}
	for _, h := range s.hidden() {
		name, _, _ := strings.Cut(h[0], "(")
		fmt.Fprintf(&before, "#pragma push_macro(%q)\n#undef %s\n", name, name)
		fmt.Fprintf(&defines, "#define %s %s\n", h[0], h[1])
		fmt.Fprintf(&after, "#undef %s\n#pragma pop_macro(%q)\n", name, name)
	}
	// A definition of another type is then told at its place.
	for _, d := range s.declarations() {
		if s.has(d[0]) {
			fmt.Fprintf(&defines, "DEVICE %s;\n", strings.Replace(d[1], d[0]+"(", prefix+d[0]+"(", 1))
		}
	}
	return before.String() + defines.String(), after.String()
}

// declarations are how the functions begin that mean something, behind their names.
func (f *fragment) declarations() [][2]string {
	move := map[problem.GenomeKind]string{problem.Discrete: ", int symbol", problem.Permutation: ", int j"}[f.Genomes.Kind]
	return [][2]string{
		{fitnessName, "score fitness(genome g, data d)"},
		{groupName, "score fitness_group(genome g, data d, team t)"},
		{repairName, "void repair(genome_rw g, data d)"},
		{deltaName, "score delta(genome g, data d, int i" + move + ")"},
		{limitName, f.limitType() + " violation(genome g, data d)"},
		{severalName, "void scores(genome g, data d, score *to)"},
	}
}

// limitType is what violation returns: a score or a double, as the user likes.
func (f *fragment) limitType() string {
	if i, ok := f.outline.defined(limitName); ok && identifier().FindString(storage().ReplaceAllString(f.Text[i.from:i.head], "")) == "double" {
		return "double"
	}
	return "score"
}

// data declares the type of d, and how it is made. The numbers of the first arrays that
// fit stand in the source, the others in a buffer. A member whose name the fragment has
// for something else too is called as the rewritten text calls it.
func (s surface) data() (text string, buffer []uint64) {
	var constants, members, set strings.Builder
	room, own := s.baked, s.own()
	for _, a := range s.Arrays {
		member := a.Name
		if slices.Contains(own, member) {
			member = prefix + member
		}
		kind := "i64"
		if a.Real {
			kind = "f64"
		}
		pointer, of := "*"+member, ""
		if s.fixed {
			pointer, of = fmt.Sprintf("(*%s)[%d]", member, len(a.Words)), "&"
		}
		switch {
		case a.Scalar:
			fmt.Fprintf(&members, "    %s %s;\n", kind, member)
			fmt.Fprintf(&set, "    d.%s = %s;\n", member, a.literal(0))
		case len(a.Words) <= room:
			room -= len(a.Words)
			fmt.Fprintf(&constants, "CONSTANT const %s custom_data_%s[%d] = {", kind, a.Name, len(a.Words))
			for k := range a.Words {
				constants.WriteString(a.literal(k) + ",")
			}
			constants.WriteString("};\n")
			fmt.Fprintf(&members, "    CONSTANTPTR const %s %s;\n", kind, pointer)
			fmt.Fprintf(&set, "    d.%s = %scustom_data_%s;\n", member, of, a.Name)
		default:
			fmt.Fprintf(&members, "    GLOBAL const %s %s;\n", kind, pointer)
			fmt.Fprintf(&set, "    d.%s = (GLOBAL const %s %s)(words + %d);\n", member, kind, strings.Replace(pointer, member, "", 1), len(buffer))
			buffer = append(buffer, a.Words...)
		}
	}
	if members.Len() == 0 { // C has no empty structures
		members.WriteString("    int nothing;\n")
		set.WriteString("    d.nothing = 0;\n")
	}
	return constants.String() + "typedef struct {\n" + members.String() + "} custom_data;\n" +
		"DEVICE custom_data custom_data_of(GLOBAL const u64 *words)\n{\n    custom_data d;\n" + set.String() + "    return d;\n}\n", buffer
}

// literal is a number in C.
func (a array) literal(k int) string {
	if a.Real { // seventeen digits name a float64 exactly in every compiler
		return strconv.FormatFloat(math.Float64frombits(a.Words[k]), 'e', 17, 64)
	}
	if n := int64(a.Words[k]); n != math.MinInt64 {
		return strconv.FormatInt(n, 10) + "l"
	}
	return "(-9223372036854775807l - 1)"
}

// deviceBaked is how many numbers stand in the source for a device. They become
// operands of instructions there, but every other number is another program.
const deviceBaked = 1024

// Kernel is the fragment for devices.
func (f *fragment) Kernel() problem.Kernel {
	s := surface{fragment: f, device: true, baked: deviceBaked}
	parts, data := s.parts()
	return problem.Kernel{Defines: s.defines(), Parts: parts, Data: data, Repair: f.has(repairName), Serial: !f.has(groupName)}
}

// deltaKernel is delta for devices. What the kernels of flips, of other symbols and of
// exchanges need beside it, moves.cl takes from the kind of genomes.
func (f *fragment) deltaKernel() problem.MoveKernel {
	s := surface{fragment: f, device: true, walking: true, baked: deviceBaked}
	parts, data := s.parts()
	return problem.MoveKernel{Defines: s.defines(), Parts: parts, Data: data, Words: 1}
}
