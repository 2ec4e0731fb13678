package problem

import (
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/kernel"
)

// Score is what a search maximizes. Combinatorial objectives are exact
// integers; real ones go through FromFloat, which keeps their order.
type Score = int64

// Problem is what every search needs to know.
type Problem interface {
	// Name is the kind of problem: "knapsack".
	Name() string
	Representation() Representation
	// Evaluate scores a genome from the original data. It must be a pure
	// function, safe to call from any goroutine. A problem whose evaluations take
	// long can also have
	//
	//	Interrupt()
	//
	// which a search on the CPU calls when it ends before its time: evaluations may
	// then return Worst, which counts for nothing any more.
	Evaluate(g Genome) Score
}

// Objective says how scores read to people.
type Objective struct {
	Float    bool // scores are float64 values mapped by FromFloat
	Minimize bool // the value shown is Total less the score
	Decimals int  // integers were scaled by 10^Decimals when read
	// Total is the value of score 0 where one minimizes: 0 where a score is a
	// negated cost, and all there is to gain where it counts what is gained and
	// the cost is what is lost. Float objectives have none.
	Total Score
	// Rule is what a solution can violate: "hard clause". Where it is set, a
	// negative score is minus the number of violations; the value shown, Total plus
	// that number, is then beyond the values of all that violate nothing. Where it
	// is empty, negative scores are like others.
	Rule string
	// Constrained says that scores tell by how much constraints are violated, below
	// all feasible ones: see WithViolation.
	Constrained bool
}

// Valued is a problem whose scores are not plain integers to be maximized.
type Valued interface {
	Objective() Objective
}

// BatchEvaluator scores many genomes in one call, faster than one by one:
// scores[i] = Evaluate(g.At(i)). One that may be slow can also have
//
//	Pace() int
//
// which is about how many genomes it scores in a few milliseconds, so that a search
// hands it no more at a time and can end between two batches.
type BatchEvaluator interface {
	EvaluateBatch(g Genomes, scores []Score)
}

// Repairer changes a genome into a feasible or better one, in place, before it
// is scored. What is random in it comes from at, and from nowhere else: so it is
// the same in every run with the same seed. Infeasible genomes may stay
// infeasible: Evaluate judges.
type Repairer interface {
	Repair(g Genome, at Random)
}

// Random is where random numbers come from. Each has a place: Word(i) is the i-th
// of 32 bits, Bounded(Word(i), i, n) one below n, Permutation an order, Mask64 and
// Mask32 bits that are set with some probability.
type Random = rng.Address

// Targeted is a problem with a proven bound: a score that, once reached,
// cannot be beaten.
type Targeted interface {
	Bound() (Score, bool)
}

// Advised is a problem that knows which algorithm has been best on problems like it.
type Advised interface {
	// Prefers names it, for a search that may run on the CPU and for one that may not.
	Prefers(onCPU bool) string
}

// Hashed is a problem that can identify its instance, so that a checkpoint is
// refused for another one. One that scores an instance in one of several ways can
// also have
//
//	Variant() string
//
// which names the way, as "constraint=penalty".
type Hashed interface {
	Hash() [32]byte
}

// Kernelled is a problem with a twin in the kernel dialect.
type Kernelled interface {
	Kernel() Kernel
}

// Kernel is a problem's objective for a device. The part is compiled after the
// searcher's definitions, which give it
//
//	LEN                   genes in a genome
//	WORDS                 64-bit words of a binary genome
//	GENOME                the type of a genome to read; GENOME_RW of one to repair
//	WORD(g, w)            word w of a binary genome (an lvalue with GENOME_RW)
//	SYMBOL(g, j)          gene j of a discrete genome
//	PLACE(g, j)           gene j of a permutation
//	REAL(g, j)            gene j of a real genome, also when it is coded in bits
//	TEAM, LANE            how many work-items share the genome, and which one this is
//	team_sum_i64(x)       the sum over the team, the same on every lane; uniform control flow only
//	team_min_u32(x)       likewise the minimum
//	team_scan_i64(x)      the sum over the lower lanes
//	team_sync()           a barrier of the team
//
// and it must define
//
//	DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
//
// which returns the score on every lane; team functions are called as
// team_sum_i64(x TEAM_ARG). With Repair set it also defines
//
//	DEVICE void problem_repair(GENOME_RW g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, address at TEAM_PARAM)
//
// where lane l owns the words w with w % TEAM == l; GENOME_SPACE is the address
// space of a team's genome; between writing a word and
// reading it on another lane there must be a team_sync().
// cache points to the first Cache words of data, copied on chip, when
// CACHED is 1; with CACHED 0 it must not be touched.
type Kernel struct {
	Defines []kernel.Define
	Parts   []kernel.Part
	Data    []uint64 // the instance, as the part expects it
	Cache   int      // words at the front of Data worth keeping on chip
	Repair  bool     // the part defines problem_repair
	Serial  bool     // the part works with TEAM 1 only
}
