package population

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

// Program assembles the kernels of an algorithm for a problem, and says what they
// begin with: the arrays of the algorithm, what the skeleton has, and what else the
// algorithm asks for. Of that list Compile writes, in the dialect,
//
//	replica           a struct with what a replica has: name, or where there are two buffers name and
//	                  next_name, for each array and room; state, own, par, data, bounds, seed, step, anchor
//	REPLICA_PARAMS    the first parameters of all kernels: the arrays of all replicas, states, rooms,
//	                  nodes, rules, records, best_rows, replicas, par, data, bounds and constants
//	REPLICA(r, back)  the replica r, at the start of a step; back is 1 in step 0
//	replica_swap(h)   makes what is next what is now, for a step in the same launch
//
// CUDA's compiler takes tables for read-only, and reads them ahead of writes, only if
// they are in no struct: with TABLES_APART, par, data and bounds are not set.
//
// A step makes what is next of what is now; in step 0 there is nothing now. In an
// array with two buffers that does not alternate, next is always the second.
type Program struct {
	Source
	Team   int  // work-items that share a genome; 0: one, which has it in global memory
	Nodes  int  // nodes that a replica has
	Single bool // there is one replica, which begins where all do
	Swaps  any  // whether buffers alternate: a truth, or an expression for one

	device    *Device
	problem   problem.Kernel
	replica   int // index of the part that Compile writes
	par       []Word
	own       func(replica int) []Word
	fields    []string
	rooms     []room
	constants []room
}

// room is memory on a device that kernels begin with: of each replica, or of all.
type room struct {
	element  string // type
	name     string
	elements int
	content  []byte
}

// NewProgram begins a program with the genomes, the statistics and the judge; par are
// parameters of all replicas, PAR_… in the dialect, and own those of each, OWN_…,
// of which the first is SEED. cached says that the problem's tables are kept on chip.
func (d *Device) NewProgram(k problem.Kernel, cached bool, par []Word, own func(replica int) []Word) *Program {
	f := d.Frame
	s := &Program{Source: *NewSource(f, k, cached), device: d, problem: k, own: own, Nodes: 1}
	s.Swaps = slices.ContainsFunc(d.arrays, func(a Array) bool { return a.alternating })
	s.par = append([]Word{Int("MEMBERS", d.about.Members), Flag("TRACE", f.Trace)}, par...)
	s.Defines.Number("KIND_", "BINARY", "DISCRETE", "PERMUTATION", "REAL")
	s.Defines.Add("KIND", int(f.Rep.Kind))
	s.Defines.Add("ALPHABET", f.Rep.Alphabet)
	s.Words("OWN_", own(0))
	s.Add(variation.Genomes, kernel.Part{})
	s.replica = len(s.Parts) - 1
	s.Files("internal/population", files, "steps.cl")
	return s
}

// Problem appends the parts of the problem's kernel.
func (s *Program) Problem() { s.Source.Problem(s.problem) }

// Measure appends the statistics of what a step has made: pairs.cl.
func (s *Program) Measure() { s.Files("internal/population", files, "pairs.cl") }

// Finish appends the end of a step: finish.cl.
func (s *Program) Finish() { s.Files("internal/population", files, "finish.cl") }

// Field adds a field to the replicas in kernels, which these set.
func (s *Program) Field(declaration string) { s.fields = append(s.fields, declaration) }

// Room gives every replica room for so many elements of a type.
func (s *Program) Room(element, name string, elements int) {
	s.rooms = append(s.rooms, room{element, name, elements, nil})
}

// Constant gives all kernels a list that never changes.
func (s *Program) Constant(element, name string, content []byte) {
	s.constants = append(s.constants, room{element, name, 0, content})
}

// sizes are those of the types of the dialect.
var sizes = map[string]int{"u8": 1, "u16": 2, "u32": 4, "u64": 8, "i64": 8, "f64": 8}

// size is the bytes of an element.
func (s *Program) size(element string) int {
	if element == "gene" {
		return s.device.Frame.Rep.Bytes() / s.device.Frame.Rep.Stride()
	}
	return sizes[element]
}

// Compile makes the kernels, and the buffers that they begin with.
func (s *Program) Compile(ctx context.Context) error {
	s.assemble()
	if err := s.device.Compile(ctx, &s.Source); err != nil {
		return err
	}
	s.arguments()
	return nil
}

// assemble writes what kernels know of replicas.
func (s *Program) assemble() {
	var params, names, fields, sets, swaps []string
	d := s.device
	param := func(element, name string) {
		params, names = append(params, element+name), append(names, name)
	}
	field := func(element, name, from string, elements int) { // of a replica, which has so many
		s.par = append(s.par, Int("AT_"+strings.ToUpper(name), elements))
		fields = append(fields, fmt.Sprintf("GLOBAL %s *%s", element, name))
		if !s.Single {
			from = fmt.Sprintf("(%s) + (u64)r * par[PAR_AT_%s]", from, strings.ToUpper(name))
		}
		sets = append(sets, fmt.Sprintf("h.%s = %s", name, from))
	}
	for _, a := range d.arrays {
		first, second := a.name, a.name
		if a.buffers > 1 {
			first, second = a.name+"0", a.name+"1"
			param("GLOBAL "+a.element+" *", first)
		}
		param("GLOBAL "+a.element+" *", second)
		each := [2]int{a.parts * a.rooms[0] / s.size(a.element), a.parts * a.rooms[1] / s.size(a.element)}
		field(a.element, a.name, "swap ? "+second+" : "+first, each[0])
		if a.buffers > 1 || a.genomes != nil || a.scores != nil {
			field(a.element, "next_"+a.name, "swap ? "+first+" : "+second, each[a.buffers-1])
			swaps = append(swaps, fmt.Sprintf("{ GLOBAL %[1]s *x = h->%[2]s; h->%[2]s = h->next_%[2]s; h->next_%[2]s = x; }", a.element, a.name))
		}
	}
	param("GLOBAL u64 *", "states")
	for _, x := range s.rooms {
		param("GLOBAL "+x.element+" *", x.name)
		field(x.element, x.name, x.name, x.elements)
	}
	for _, p := range [][2]string{{"GLOBAL u64 *", "nodes"}, {"GLOBAL const u64 *RESTRICT ", "rules"},
		{"GLOBAL u64 *", "records"}, {"GLOBAL gene *", "best_rows"}, {"GLOBAL const u64 *RESTRICT ", "replicas"},
		{"GLOBAL const u64 *RESTRICT ", "par"}, {"GLOBAL const u64 *RESTRICT ", "data"}, {"GLOBAL const f64 *RESTRICT ", "bounds"}} {
		param(p[0], p[1])
	}
	for _, x := range s.constants {
		param("GLOBAL const "+x.element+" *RESTRICT ", x.name)
	}
	s.Parts[s.replica] = kernel.Part{Name: "replica", Text: fmt.Sprintf(replicaText,
		strings.Join(append(fields, s.fields...), ";\n    "), strings.Join(params, ", "), strings.Join(names, ", "), strings.Join(sets, ";\n    "), strings.Join(swaps, "\n    "))}
	s.Words("PAR_", s.par)
	s.Defines.Add("SWAPS", s.Swaps)
	s.Defines.Add("TEAM", max(1, s.Team))
	s.Defines.Add("ROWS_ONLY", s.Team == 0)
}

// replicaText has fields, parameters, their names, and how the fields are set and
// exchanged.
const replicaText = `typedef struct {
    %s;
    GLOBAL u64 *state;
    GLOBAL const u64 *own, *par, *data;
    GLOBAL const f64 *bounds;
    u64 seed, step;
    f64 anchor;
} replica;
#define REPLICA_PARAMS %s
#define REPLICA(r, back) replica_of(r, back, %s)
DEVICE replica replica_of(u32 r, u32 back, REPLICA_PARAMS)
{
    replica h;
    GLOBAL u64 *state = states + (u64)r * STATE_WORDS;
    u64 step = state[STATE_STEP] + 1 - back;
    u32 swap = SWAPS && !(step & 1);
    %s;
    h.state = state;
    h.own = replicas + (u64)r * OWN_WORDS;
#ifndef TABLES_APART
    h.par = par;
    h.data = data;
    h.bounds = bounds;
#endif
    h.seed = h.own[OWN_SEED];
    h.step = step;
    h.anchor = F64_FROM(state[STATE_ANCHOR]);
    return h;
}
DEVICE void replica_swap(replica *h)
{
    %s
}
`

// arguments makes the buffers that all kernels begin with, in their order.
func (s *Program) arguments() {
	d := s.device
	var list []any
	for _, x := range s.rooms {
		d.named[x.name] = d.Scratch(d.Replicas * x.elements * s.size(x.element))
		list = append(list, d.named[x.name])
	}
	own := make([]uint64, 0, d.Replicas*len(Values(nil, s.own(0))))
	for r := range d.Replicas {
		own = Values(own, s.own(r))
	}
	list = append(list, d.Scratch(d.Replicas*s.Nodes*8*nodeWords), d.Rules, d.Records, d.Bests, d.Constant(Bytes(own)),
		d.Constant(Bytes(Values(nil, s.par))), d.Constant(Bytes(s.problem.Data)), d.Constant(Bytes(variation.Bounds(d.Frame.Rep))))
	for _, x := range s.constants {
		list = append(list, d.Constant(x.content))
	}
	d.Arguments(list...)
}
