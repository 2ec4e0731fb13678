package decide

import (
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/lookahead/pipeline"
)

// Algorithms are the ways of sat to decide, as algorithms are described that are
// found by their name; they are no engines, since they have nothing but a verdict.
var Algorithms = []search.Algorithm{
	{
		Name: "lookahead", Help: "for warbler sat: complete depth-first search that looks ahead at every decision, on all cores, with proofs and cubes; on a device that is named, a swarm",
		Paper: "Heule, van Maaren: Look-Ahead Based SAT Solvers, 2009; Mijnders, de Wilde, Heule: recursive weights, 2010", Kinds: []problem.GenomeKind{problem.Binary},
	},
	{
		Name: "swarm", Help: "for warbler sat: the same in thousands of small searches on a GPU, 32 lookaheads at a time",
		Paper: "Heule, van Maaren: Look-Ahead Based SAT Solvers, 2009; work given away between launches", Kinds: []problem.GenomeKind{problem.Binary},
	},
	{
		Name: "pipeline", Help: "for warbler sat: complete search over batches of formulas",
		Paper: "Meyer, Schönfeld, Stamminger, Wanka: 3-SAT on CUDA, 2010", Kinds: []problem.GenomeKind{problem.Binary}, Params: pipeline.Params,
	},
	{
		Name: "portfolio", Help: "for warbler sat: lookahead, or a swarm on a device, with a walk beside it",
		Paper: "see lookahead, swarm and walk", Kinds: []problem.GenomeKind{problem.Binary},
	},
}
