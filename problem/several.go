package problem

// MaxCriteria is the most criteria that a problem can have.
const MaxCriteria = 8

// Criterion is one of several objectives of a problem.
type Criterion struct {
	Name string // one word, for the head of a table: "profit1"
	Objective
	// Reference is a score that nothing of interest is worse than. What is not
	// better than it adds nothing to the volume that a front dominates.
	Reference Score
}

// MultiObjective is a problem with several objectives, of which none goes
// before the others. Its answer is a front: solutions that are each better than
// any other in something. Evaluate is FirstScore. Algorithms for one objective refuse
// it.
type MultiObjective interface {
	Problem
	// Criteria are two to MaxCriteria.
	Criteria() []Criterion
	// Scores sets to[m] to the score by criterion m; larger is better. Like
	// Evaluate it is a pure function, safe to call from any goroutine. One that is
	// Constrained and finds both at once can also have
	//
	//	ScoresAndViolation(g Genome, to []Score) Score
	//
	// whose violation may be larger than that of Violation, for what has no scores. One that
	// scores many together can have
	//
	//	ScoresBatch(g Genomes, scores, violations []Score)
	//
	// with the scores of each genome one after the other.
	Scores(g Genome, to []Score)
}

// Constrained is a problem whose genomes may violate something. Violation is 0
// for a feasible genome and grows with what is violated; for real numbers it is
// FromFloat of the amount. A feasible genome is better than any other, and of
// two that are not the one that violates less (Deb et al. 2002, section VI).
//
// A problem with one objective can say the same by its scores alone: see
// Objective.WithViolation and Objective.Rule. Or it takes a penalty: see Penalized. One that does neither is
// refused, for no search would see its constraints.
type Constrained interface {
	Violation(g Genome) Score
}

// FirstScore is the score by the first criterion, or Worst where the genome
// violates something.
func FirstScore(p MultiObjective, g Genome) Score {
	if c, ok := p.(Constrained); ok && c.Violation(g) != 0 {
		return Worst
	}
	var all [MaxCriteria]Score
	scores := all[:len(p.Criteria())]
	p.Scores(g, scores)
	return scores[0]
}

// ReferenceFronted is a MultiObjective whose best front is known.
type ReferenceFronted interface {
	// ReferenceFront are points of it, as the problem states values.
	ReferenceFront() [][]float64
}

// ScoresKernelled is a MultiObjective with a twin in the kernel dialect.
type ScoresKernelled interface {
	// ScoresKernel is like Kernelled's, but that its part defines, instead of
	// problem_score,
	//
	//	DEVICE i64 problem_scores(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, i64 *scores TEAM_PARAM)
	//
	// which sets the score by each criterion and returns the violation.
	ScoresKernel() Kernel
}
