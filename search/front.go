package search

import "github.com/warbler-opt/warbler/problem"

// Fronted is an engine for problems with several objectives.
type Fronted interface {
	// Front lists the different members of a replica that no other member is
	// better than: by the first criterion from the best on, then by the next ones.
	// Where no member is feasible they are those that violate least.
	Front(replica int) ([]Member, error)
}

// Member is a solution of a problem with several objectives.
type Member struct {
	Genome    problem.Genome
	Scores    []problem.Score // by criterion
	Violation problem.Score   // 0: feasible
}
